import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { BuildOptions } from '#cli/prepare/prepare-job.ts'
import { TimeLimitError } from '#content/finding.ts'
import { lockExport } from '#publish/export/export-lock.ts'
import { page, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureOptions } from '#tests/fixtures/content-service.ts'
import { captureOutput, captureWhile, setServedSite } from '#tests/fixtures/own-site.ts'
import { build } from './build.ts'
import { explain } from './explain.ts'

const small = smallSite({ posts: 1 })
const content: FixtureOptions = { locales: { en: small } }
const { signal } = new AbortController()
const progress = /^Planning addresses in \d+\.\d\d s$/m

const run = (options: Partial<BuildOptions> = {}, stop = signal) =>
  captureOutput(() => build({ ...site.options, locale: 'en', api: site.api, ...options }, stop))
/** Replaces the content of the service until the test ends. */
function serve(en: typeof small): void {
  content.locales = { en }
  onTestFinished(() => {
    content.locales = { en: small }
  })
}

const site = setServedSite(content)
beforeAll(() => run())

it('prints its stages and figures, and writes the report beside the export, to a file, and to stdout', async () => {
  const { result, stdout, stderr } = await run({ report: site.at('mine.json'), json: true })
  expect(result).toBe(0)
  expect(stderr).toMatch(progress)
  expect(stderr).not.toContain('stopped: ')
  expect(stderr).toMatch(/\nPublished to .*output\/site in .* s, 0 warnings\.\n$/)
  expect(JSON.parse(stdout)).toMatchObject({ locales: ['en'], pages: { total: 7, rendered: 0 } })
  expect(readFileSync(site.at('mine.json'), 'utf8')).toBe(stdout)
  expect(readFileSync(site.at('output/report.json'), 'utf8')).toBe(stdout)
})

it.each(['report', 'saveSnapshot'])(
  'refuses a file for --%s that cannot be written before it reads anything',
  async (name) => {
    await expect(run({ api: 'http://127.0.0.1:1/api', [name]: site.at('none/file') })).rejects.toThrow(
      `cannot be written to "${site.at('none/file')}"`,
    )
  },
)

it('renders every page with --force, and records the reason with the pages', async () => {
  const { stdout } = await run({ force: true, json: true })
  expect(JSON.parse(stdout).pages).toMatchObject({ rendered: 7, unchanged: 0 })
  const reported = await captureOutput(() => explain('/about', { ...site.options, locale: 'en' }))
  expect(reported.stdout).toContain('The build was started with --force.')
})

it('exits with 1 when content has errors, and keeps what was published', async () => {
  serve({ ...small, pages: { ...small.pages, 2: { id: 2, blocks: 'none' } } })
  const before = readFileSync(site.at('output/site/about/index.html'), 'utf8')
  const { result, stderr } = await run()
  expect(result).toBe(1)
  expect(stderr).toMatch(/Not published .*Any earlier export is untouched\.\n$/)
  expect(readFileSync(site.at('output/site/about/index.html'), 'utf8')).toBe(before)
})

it('exits with 1, but publishes, when there are more warnings than allowed', async () => {
  serve({ ...small, menus: [] })
  const { result, stderr } = await run({ maxWarnings: 0 })
  expect(result).toBe(1)
  expect(stderr).toContain('Published to ')
  expect(stderr).toMatch(/\n1 warning: --max-warnings allows 0\.\n$/)
})

it('changes nothing in a dry run', async () => {
  await run()
  serve({ ...small, pages: { ...small.pages, 2: page(2, 'Another title') } })
  const report = readFileSync(site.at('output/report.json'), 'utf8')
  const { result, stderr } = await run({ dryRun: true })
  expect(result).toBe(0)
  expect(stderr).toContain('would be changed  about/index.html\n')
  expect(readFileSync(site.at('output/site/about/index.html'), 'utf8')).not.toContain('Another title')
  expect(readFileSync(site.at('output/report.json'), 'utf8')).toBe(report)
})

it('renders in the given number of threads, with the given script', async () => {
  const script = site.at('thread.cjs')
  writeFileSync(script, "require('node:fs').appendFileSync(__dirname + '/started', 'x'); process.exit(3)")
  const given = { force: true, pageThread: script }
  const { result, stderr } = await run({ ...given, workers: 2 })
  expect(result).toBe(1)
  expect(stderr).toContain('A thread that renders pages ended before its work was done')
  expect(readFileSync(site.at('started'), 'utf8').length).toBeLessThanOrEqual(2)
  expect((await run({ ...given, workers: 0 })).result).toBe(0)
})

it('builds again with --poll until it is interrupted, and reports changes, and each failure once', async () => {
  const interruption = new AbortController()
  const asked = (): number => site.service.requests.filter(({ url }) => url?.includes('sitemap_nodes')).length
  /** Waits until this many more builds have begun. */
  const builds = async (more: number): Promise<void> => {
    const wanted = asked() + more
    await expect.poll(asked, { interval: 20 }).toBeGreaterThanOrEqual(wanted)
  }
  const reported = await captureOutput(async () => {
    const running = build({ ...site.options, locale: 'en', api: site.api, poll: 0.02 }, interruption.signal)
    const ended = running.then(
      () => 'ended',
      (error: Error) => [error, error.cause].includes(interruption.signal.reason),
    )
    await builds(2)
    serve({ ...small, pages: { ...small.pages, 2: page(2, 'Polled') } })
    await builds(2)
    serve({ ...small, pages: { ...small.pages, 2: { id: 2, blocks: 'none' } } })
    await builds(2)
    interruption.abort(new Error('interrupted'))
    return ended
  })
  expect(reported.result).toBe(true)
  expect(reported.stderr).toContain('Checking the service every 0.02 s. Stop it with Ctrl+C.\n')
  expect(reported.stderr.match(/^(Published|Not published)/gm)).toEqual(['Published', 'Published', 'Not published'])
  expect(readFileSync(site.at('output/site/about/index.html'), 'utf8')).toContain('Polled')
})

it.each([
  [new Error('interrupted'), 'interrupted'],
  [new TimeLimitError(7), 1],
])('ends with %s, which only for a time limit is an error of its report', async (reason, end) => {
  const interruption = new AbortController()
  const { result } = await captureOutput(() => {
    const building = build({ ...site.options, locale: 'en', api: site.api }, interruption.signal)
    interruption.abort(reason)
    return building.catch(({ message }: Error) => message)
  })
  expect(result).toBe(end)
})

it('keeps what it read until it is interrupted', async () => {
  const own = { cache: site.at('interrupted/cache'), out: site.at('interrupted/site') }
  const interruption = new AbortController()
  const before = site.service.requests.length
  // The service answers only the first request.
  content.withTags = true
  content.intercept = () => {
    const isAnswered = site.service.requests.length === before + 1
    if (!isAnswered) interruption.abort(new Error('interrupted'))
    return !isAnswered
  }
  onTestFinished(() => {
    for (const name of ['withTags', 'intercept'] as const) delete content[name]
  })
  await expect(run({ ...own, concurrency: 1 }, interruption.signal)).rejects.toThrow('interrupted')
  delete content.intercept
  const [first, ...others] = site.service.requests.slice(before).map(({ url }) => url)
  expect((await run(own)).result).toBe(0)
  const again = site.service.requests.slice(before + 1 + others.length)
  const known = again.filter(({ headers }) => headers['if-none-match']).map(({ url }) => url)
  expect(known).toEqual([first])
})

it('says with --poll that it reads a snapshot, which has no service', async () => {
  const fromSnapshot = site.at('site.snapshot')
  await run({ saveSnapshot: fromSnapshot })
  const interruption = new AbortController()
  const { api: _, ...options } = site.options
  const reported = await captureOutput(async (said) => {
    const running = build({ ...options, locale: 'en', fromSnapshot, poll: 0.02 }, interruption.signal)
    const ended = expect(running).rejects.toThrow()
    await expect.poll(() => said.stderr).toContain('Stop it with Ctrl+C.')
    interruption.abort(new Error('interrupted'))
    await ended
  })
  expect(reported.stderr).toContain(`Reading "${fromSnapshot}" every 0.02 s. Stop it with Ctrl+C.\n`)
  expect(reported.stderr).not.toContain('Asking')
})

it('reports a failed first build once with --poll, and waits for an output folder that is in use', async () => {
  const interruption = new AbortController()
  const asked = (): number => site.service.requests.filter(({ url }) => url?.includes('sitemap_nodes')).length
  const count = (text: string, words: string): number => text.split(words).length - 1
  serve({ ...small, pages: { ...small.pages, 2: { id: 2, blocks: 'none' } } })
  const out = site.at('in-use')
  const lock = await lockExport(out, 'site build of somebody else')
  const reported = await captureOutput(async (said) => {
    const running = build(
      { ...site.options, out, locale: 'en', api: site.api, poll: 0.02, force: true },
      interruption.signal,
    )
    const ended = expect(running).rejects.toThrow()
    await expect.poll(() => said.stderr).toContain('Checking the service')
    await sleep(100) // time for several polls
    const before = asked()
    await lock[Symbol.asyncDispose]()
    await expect.poll(asked, { interval: 20 }).toBeGreaterThan(before + 3)
    serve(small)
    await expect.poll(() => said.stderr).toContain('Published to')
    interruption.abort(new Error('interrupted'))
    await ended
  })
  expect(count(reported.stderr, 'has been running "site build of somebody else" there')).toBe(1)
  expect(count(reported.stderr, 'Not published')).toBe(1)
  // Only the first build that could begin shows its progress.
  expect(count(reported.stderr, 'Reading content: ')).toBe(1)
})

it('ends with --poll when no build may write to the output folder', async () => {
  const out = site.at('a-file')
  writeFileSync(out, 'mine')
  await expect(run({ out, poll: 0.02 })).rejects.toThrow(out)
})

it('ends with --poll when the first build reports wrong usage, as of redirects', async () => {
  const redirects = [{ from: '/old', to: '/', family: 'moon' }]
  site.write('redirects.json', JSON.stringify({ redirects }))
  onTestFinished(() => rmSync(site.at('redirects.json')))
  await expect(run({ poll: 0.02 })).rejects.toThrow(
    'Entry 1 of redirects.json names the domain family "moon", which does not exist.',
  )
})

it('ends as interrupted at any point, and publishes nothing', async () => {
  const before = readFileSync(site.at('output/report.json'), 'utf8')
  const interrupted = AbortSignal.abort(new Error('interrupted'))
  await expect(run({ force: true }, interrupted)).rejects.toThrow('interrupted')
  expect(readFileSync(site.at('output/report.json'), 'utf8')).toBe(before)
})

it.each([
  ['Published to', small, 0],
  ['Not published', { ...small, pages: { ...small.pages, 2: { id: 2, blocks: 'none' } } }, 1],
])('returns its exit code when an interruption comes after "%s"', async (words, en, end) => {
  serve(en)
  const interruption = new AbortController()
  const { result, stderr } = await captureOutput(() => {
    const { write } = process.stderr
    process.stderr.write = (text) => {
      if (String(text).includes(words)) interruption.abort(new Error('interrupted'))
      return write.call(process.stderr, text)
    }
    return build({ ...site.options, locale: 'en', api: site.api }, interruption.signal)
  })
  expect([result, stderr]).toEqual([end, expect.stringContaining(words)])
})

it.each([
  [3, undefined],
  [9, 9],
])('watches the settings with --watch, and starts builds that poll every %s seconds', async (seconds, poll) => {
  const started = `build --strict --poll ${seconds}\n`
  site.write(
    'build.cjs',
    "require('fs').appendFileSync(__dirname + '/starts', process.argv.slice(2).join(' ') + '\\n')",
  )
  site.write('watched.config.js', readFileSync(site.options.config, 'utf8'))
  onTestFinished(() => rmSync(site.at('starts')))
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', site.at('build.cjs'), 'build', '--watch', '--strict'])
  onTestFinished(() => void vi.restoreAllMocks())
  const starts = () => existsSync(site.at('starts')) && readFileSync(site.at('starts'), 'utf8')
  const options = { ...site.options, config: site.at('watched.config.js'), api: site.api, watch: true, poll }
  const watching = captureWhile(
    (signal) => build(options, signal).then(() => {}),
    async (said) => {
      await expect.poll(starts, { interval: 20 }).toBe(started)
      site.write('watched.config.js', `${readFileSync(site.options.config, 'utf8')} `)
      await expect.poll(starts, { interval: 20 }).toBe(started.repeat(2))
      expect(said.stderr).toMatch(/^Changed: watched\.config\.js$/m)
    },
  )
  await expect(watching).rejects.toThrow('interrupted')
})

it('leaves the export of another family unchanged', async () => {
  const settings = readFileSync(site.options.config, 'utf8')
  const shop = { id: 'shop', origin: 'https://shop.example', defaultLocale: 'pl', locales: ['pl'] }
  site.write('two.config.js', settings.replace('"families":[', `"families":[${JSON.stringify(shop)},`))
  await expect(run({ config: site.at('two.config.js'), locale: 'pl' })).rejects.toThrow(
    `"${site.options.out}" contains the export of the domain family "main", not of "shop".`,
  )
})

it('refuses a shard without a plan, and reads the named plan before anything else', async () => {
  await expect(run({ shard: '1/2' })).rejects.toThrow('A shard can only be built from a plan.')
  const unread = { plan: site.at('none.plan'), shard: '1/2', out: site.at('part') }
  await expect(run(unread)).rejects.toThrow(`The plan "${unread.plan}" cannot be read.`)
  expect(existsSync(unread.out)).toBe(false)
})
