import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '#renderer/build/report.ts'
import { isSoak } from '#tests/is-soak.ts'
import { smallSite } from './fixtures/content.ts'
import { type FixtureService, sendJson, startFixtureService } from './fixtures/content-service.ts'
import { runSite } from './run-site.ts'

let folder: string
let service: FixtureService

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-cli-'))
  service = await startFixtureService({ locales: { pl: smallSite(), en: smallSite() } })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

const build = (out: string, ...more: string[]) =>
  runSite(['build', '--api', service.api, '--locale', 'pl,en', '--out', join(folder, out), ...more])

const commands = ['build', 'render', 'explain', 'verify', 'serve', 'preview', 'content', 'cache']
it.each(isSoak ? commands : commands.slice(0, 2))('shows an example in the help of "%s"', async (command) => {
  const { code, stdout } = await runSite([command, '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain(`Example:\n  $ site ${command}`)
})

it('builds, prints figures, and writes the same report to the file, the folder and stdout', async () => {
  const file = join(folder, 'report-copy.json')
  const { code, stdout, stderr } = await build('plain', '--report', file, '--json')
  expect(stderr).toContain('Published to')
  expect(stderr).toMatch(/Rendering pages: \d+ \(\d+ a second\) in \d/)
  expect(stderr).not.toContain('\u001b')
  expect(code).toBe(0)
  const report = JSON.parse(stdout) as Report
  expect(report.pages).toMatchObject({ total: 18, rendered: 18, failed: 0, byLocale: { pl: 9, en: 9 } })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(report)
  expect(JSON.parse(await readFile(join(folder, 'plain/report.json'), 'utf8'))).toEqual(report)
})

const memoryOptions = [
  ['8', '2', ''],
  ['32', undefined, '--max-semi-space-size=32'],
]
it.each(isSoak ? memoryOptions : memoryOptions.slice(0, 1))(
  'saves memory: semi-spaces of %s MB and %s arenas when NODE_OPTIONS is "%s"',
  async (young, arenas, own) => {
    // V8 prints the values of its flags only in its help, which is written to a file because it does not fit a pipe.
    const tell = `import { setFlagsFromString } from 'node:v8'
    process.on('exit', () => { process.stdout.write('arenas: ' + process.env.MALLOC_ARENA_MAX + '\\n'); setFlagsFromString('--help') })`
    const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)} ${own}` }
    const args = [
      'build',
      '--api',
      service.api,
      '--locale',
      'pl',
      '--out',
      join(folder, `flags-${young}`),
      '--workers',
      '0',
    ]
    await using file = await open(join(folder, `flags-${young}.txt`), 'w+')
    await once(
      spawn(process.execPath, ['cli/site.js', ...args, '--cache', join(folder, `flags-${young}-cache`)], {
        env,
        stdio: ['ignore', file.fd, 'ignore'],
      }),
      'close',
    )
    const help = await readFile(join(folder, `flags-${young}.txt`), 'utf8')
    const flagOf = (flag: string) => new RegExp(`^ +--${flag} .*\\n.* default: (.*)$`, 'm').exec(help)?.[1]
    expect(flagOf('allocation-site-pretenuring')).toBe('--no-allocation-site-pretenuring')
    expect(flagOf('max-semi-space-size')).toBe(`--max-semi-space-size=${young}`)
    expect(/arenas: (.*)/.exec(help)?.[1]).toBe(`${arenas}`)
  },
)

it.runIf(isSoak)('renders nothing when nothing changed, and every page with --force', async () => {
  const cache = join(folder, 'twice-cache')
  await build('twice', '--cache', cache)
  const report = async (...more: string[]) =>
    JSON.parse((await build('twice', '--cache', cache, '--json', ...more)).stdout) as Report
  const again = await report()
  expect(again.pages).toMatchObject({ rendered: 0, unchanged: 18, changed: 0, removed: 0 })
  expect(again.files).toEqual({ added: 0, changed: 0, removed: 0 })
  expect((await report('--force')).pages).toMatchObject({ rendered: 18, unchanged: 0, changed: 0, removed: 0 })
})

const wrongUses = [
  [['build', '--locale', 'xx'], 'has no locale "xx"'],
  [['build', '--family', 'moon'], 'There is no domain family "moon".'],
  [['build', '--api', 'nowhere'], 'The address of the content service is "nowhere", which is not an http(s) address.'],
  [['build', '--engine', 'vue'], 'Allowed choices are react, preact.'],
  [['build', '--hosts', 'nginx,iis'], 'There is no host "iis".'],
  [['build', '--concurrency', '0'], 'Expected a whole number from 1 to 256.'],
  [['build', '--config', 'missing.ts'], 'There are no settings at "missing.ts".'],
  [['bulid'], "unknown command 'bulid'"],
  [['serve', '--out', 'no-export-here'], 'There is no export in "no-export-here".'],
]
it.each(isSoak ? wrongUses : wrongUses.slice(0, 4))('exits with code 2 on wrong usage %j', async (args, message) => {
  const { code, stderr } = await runSite([...args, ...(args[0] === 'build' ? ['--out', join(folder, 'unused')] : [])])
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

it('names the address of a service that does not answer', async () => {
  const { code, stderr } = await runSite(['build', '--api', 'http://127.0.0.1:9/api', '--out', join(folder, 'away')])
  expect(stderr).toContain('"http://127.0.0.1:9" does not answer')
  expect(stderr).toContain('--api, SITE_API or "api" in the settings')
  expect(code).toBe(1)
})

it('distinguishes a wrong address of the service from a missing page', async () => {
  const { code, stderr } = await runSite(['build', '--api', `${service.origin}/wrong`, '--out', join(folder, 'wrong')])
  expect(stderr).toContain('GET /sitemap_nodes (pl) answered 404: "Not found".')
  expect(stderr).toContain('it ends in /api')
  expect(code).toBe(1)
})

it('sends the token of SITE_API_TOKEN, and names the variable when the token is refused', async () => {
  const locked = await startFixtureService({
    locales: { pl: smallSite() },
    intercept: (request, response) => {
      if (request.headers.authorization === 'Bearer secret') return false
      sendJson(response, 401, { code: 401, message: 'Unauthorized' })
      return true
    },
  })
  const args = ['build', '--locale', 'pl', '--api', locked.api, '--out', join(folder, 'locked')]
  const refused = await runSite(args)
  expect(refused.stderr).toContain('Set SITE_API_TOKEN to a token that the service accepts.')
  expect(refused.code).toBe(1)
  const accepted = await runSite(args, { env: { SITE_API_TOKEN: 'secret' } })
  expect(accepted.code).toBe(0)
  expect(accepted.stderr + accepted.stdout).not.toContain('secret')
  await locked.close()
})

it('never touches a folder that is not an export', async () => {
  const foreign = join(folder, 'foreign')
  await mkdir(foreign)
  await writeFile(join(foreign, 'thesis.txt'), 'years of work')
  const { code, stderr } = await build('foreign')
  expect(stderr).toContain('contains files that are not an export of this tool; none of them was changed.')
  expect(await readdir(foreign)).toEqual(['thesis.txt'])
  expect(code).toBe(2)
})

it.runIf(process.platform === 'linux')(
  'exits with code 2 if a file or folder that it names cannot be used',
  async () => {
    const never = '/proc/site' // not even by a user who may do everything
    for (const args of [
      ['build', '--api', service.api, '--cache', join(folder, 'unused-cache'), '--out', never],
      ['build', '--api', service.api, '--cache', never, '--out', join(folder, 'unused')],
      ['build', '--plan', never, '--shard', '1/2', '--out', join(folder, 'unused')],
      ['merge', never, '--out', join(folder, 'unused')],
    ]) {
      const { code, stderr } = await runSite(args)
      expect(stderr).toContain(`"${never}"`)
      expect([args, code]).toEqual([args, 2])
    }
  },
)

it('reports an output folder that cannot be made because its parent is a file', async () => {
  await writeFile(join(folder, 'a-file'), '')
  const { code, stderr } = await build('a-file/out', '--cache', join(folder, 'cache'))
  expect(stderr).toContain('The output folder')
  expect(stderr).toContain(`cannot be created, because "${join(folder, 'a-file')}" is a file.`)
  expect(code).toBe(2)
})

it('keeps the old export when a build fails, and lists every failed page', async () => {
  const broken = smallSite()
  broken.pages = { ...broken.pages, 1: { id: 1, title: 7, blocks: [] } }
  delete broken.pages[2]
  const failing = await startFixtureService({ locales: { pl: broken } })
  const out = join(folder, 'kept')
  await build('kept')
  const before = await readFile(join(out, 'site/index.html'), 'utf8')
  const args = ['build', '--locale', 'pl', '--api', failing.api, '--out', out]
  const { code, stderr } = await runSite(args)
  expect(stderr).toContain('GET /pages/1 (pl), field "title": expected a text, got 7.')
  expect(stderr).toContain('GET /pages/2 (pl) answered 404: "Not found".')
  expect(stderr).toContain('Any earlier export is untouched.')
  expect(code).toBe(1)
  expect(await readFile(join(out, 'site/index.html'), 'utf8')).toBe(before)

  const kept = await runSite([...args, '--keep-going'])
  expect(kept.stderr).toContain('Published with errors')
  expect(kept.code).toBe(1)
  expect(await readdir(join(out, 'site/blog'))).toContain('post-1')
  await failing.close()
})

it('exits with 130 when interrupted, and leaves no partial export', async () => {
  let kill: (signal: NodeJS.Signals) => void = () => {}
  const slow = await startFixtureService({
    locales: { pl: smallSite() },
    intercept: (request) => {
      if (!request.url?.includes('/pages/2')) return false
      kill('SIGINT')
      return true // never answered
    },
  })
  const out = join(folder, 'interrupted')
  const { code } = await runSite(['build', '--locale', 'pl', '--api', slow.api, '--out', out], {
    onStart: (send) => {
      kill = send
    },
  })
  expect(code).toBe(130)
  expect(await readdir(out)).toEqual(['.site-export'])
  await slow.close()
})
