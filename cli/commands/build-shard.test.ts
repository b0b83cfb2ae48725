import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { BuildOptions } from '#cli/prepare/prepare-job.ts'
import { readPart } from '#renderer/shards/part.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { type FixtureOptions, startFixtureService } from '#tests/fixtures/content-service.ts'
import { captureOutput, setServedSite } from '#tests/fixtures/own-site.ts'
import { buildShardOfPlan } from './build-shard.ts'
import { plan } from './plan.ts'

const small = smallSite({ posts: 1 })
const content: FixtureOptions = { locales: { en: small } }
const { signal } = new AbortController()

const site = setServedSite(content)
beforeAll(async () => {
  const given = { out: site.at('site.plan'), export: site.at('output'), locale: 'en' }
  await captureOutput(() => plan({ ...site.options, ...given, api: site.api }, signal))
})
afterEach(() => {
  delete process.env.CI_NODE_INDEX
  delete process.env.CI_NODE_TOTAL
})
const run = (options: Partial<BuildOptions> = {}) => {
  const given = { ...site.options, out: site.at('part'), shard: '1/2' }
  return captureOutput(() => buildShardOfPlan({ ...given, ...options }, site.at('site.plan'), signal))
}

it('makes its pages from the service and settings of the plan, whatever the options of the command', async () => {
  const { result, stdout, stderr } = await run({ json: true, engine: 'preact', locale: 'all' })
  expect(result).toBe(0)
  const { engine, locales, pages } = JSON.parse(stdout)
  expect([engine, locales]).toEqual(['react', ['en']])
  expect(pages.rendered).toBeGreaterThan(0)
  expect(pages.rendered).toBeLessThan(7)
  expect(stderr).toMatch(/\nMade part 1\/2 into .*part in .* s, 0 warnings\.\n$/)
  expect(stderr).not.toContain('stopped: ')
  expect(readFileSync(site.at('part/report.json'), 'utf8')).toBe(stdout)
  expect(readPart(site.at('part'), undefined).shard).toEqual({ index: 1, count: 2 })
})

it('renders nothing again except with --force, and then from the earlier answers of the service', async () => {
  for (const force of [true, false, true]) {
    const { pages, requests } = JSON.parse((await run({ json: true, force })).stdout)
    expect(pages.rendered > 0).toBe(force)
    expect(requests.total).toBe(0)
  }
})

it('reports that the list of files of its part is damaged', async () => {
  site.write('part/.files.json', 'x')
  expect((await run()).stderr).toContain(
    '.files.json" is damaged; every page is rendered again and compared. [memory-lost]',
  )
})

it('takes its number from the CI system, and reads the named service', async () => {
  Object.assign(process.env, { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '2' })
  const other = await startFixtureService(content)
  const { shard: _, ...options } = site.options as BuildOptions
  const reported = { ...options, out: site.at('other'), api: other.api }
  const { result } = await captureOutput(() => buildShardOfPlan(reported, site.at('site.plan'), signal))
  await other.close()
  expect(result).toBe(0)
  expect(other.requests.length).toBeGreaterThan(0)
  expect(existsSync(site.at('other/part.json'))).toBe(true)
})

it('renders in threads of the given script', async () => {
  const script = site.at('thread.cjs')
  writeFileSync(script, 'process.exit(3)')
  const { result, stderr } = await run({ force: true, pageThread: script, workers: 1 })
  expect(result).toBe(1)
  expect(stderr).toContain('A thread that renders pages ended before its work was done')
})

it('leaves an export unchanged', async () => {
  site.write('export/.site-export', readFileSync(site.at('part/.site-export'), 'utf8'))
  site.write('export/.files.json', '{"version":1,"files":[]}')
  const out = site.at('export')
  await expect(run({ out })).rejects.toThrow(`"${out}" contains an export, which the part would replace.`)
  expect(existsSync(site.at('export/site'))).toBe(false)
})

it('refuses a report that cannot be written before it renders anything', async () => {
  const report = site.at('none/report.json')
  const out = site.at('unreported')
  await expect(run({ out, report })).rejects.toThrow(`The report cannot be written to "${report}".`)
  expect(existsSync(out)).toBe(false)
})

it.each(['compress', 'swap'])('refuses --%s, which the merge takes', async (name) => {
  await expect(run({ [name]: true })).rejects.toMatchObject({
    message: `A shard makes a part, on which "--${name}" has no effect.`,
    hint: 'Pass it to "site merge", which makes the export.',
  })
})

it('signs its part with the key of the environment', async () => {
  const key = 'a-key-of-thirty-two-characters!!'
  process.env.SITE_PLAN_KEY = key
  onTestFinished(() => {
    delete process.env.SITE_PLAN_KEY
  })
  const [signed, out] = [site.at('signed.plan'), site.at('signed')]
  const given = { ...site.options, locale: 'en', api: site.api }
  await captureOutput(() => plan({ ...given, out: signed, export: site.at('output') }, signal))
  await captureOutput(() => buildShardOfPlan({ ...given, out, shard: '1/2' }, signed, signal))
  expect(readPart(out, key).shard).toEqual({ index: 1, count: 2 })
  expect(() => readPart(out, 'another-key-of-32-characters!!!!')).toThrow(`"${out}" cannot be used`)
})

it('refuses a file that is not a plan, and an unknown number of shards', async () => {
  site.write('none.plan', 'none')
  const given = { ...site.options, shard: '1/2', out: site.at('part') }
  await expect(buildShardOfPlan(given, site.at('none.plan'), signal)).rejects.toThrow('is not a plan of this version')
  const { shard: _, ...withoutShard } = given
  await expect(buildShardOfPlan(withoutShard, site.at('site.plan'), signal)).rejects.toThrow('No shard is given')
})
