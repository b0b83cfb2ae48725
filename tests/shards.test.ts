import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { Report } from '#renderer/build/report.ts'
import { buildShard } from '#renderer/shards/build-shard.ts'
import { makePlan } from '#renderer/shards/make-plan.ts'
import { mergeParts, readParts } from '#renderer/shards/merge-parts.ts'
import { placesOf } from '#renderer/shards/shard-places.ts'
import { readPlan } from '#renderer/shards/site-plan.ts'
import { sendJson } from '#tests/fixtures/content-service.ts'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from '#tests/run-site.ts'
import { type Chain, openChain } from './incremental/chain.ts'
import { differences, type ExportFiles, readExport } from './incremental/compare-exports.ts'

vi.setConfig({ testTimeout: 3_600_000 })

/** `SHARDS=all` tries every number of shards. */
const counts = process.env.SHARDS === 'all' ? [1, 2, 3, 8, 32] : [3]

let chain: Chain
let single: ExportFiles
/** Of the build of `single`, from scratch. */
let singleReport: Report
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-shards-'))
  chain = await openChain()
  const { files, report } = await chain.build()
  single = files
  singleReport = report
})
afterAll(async () => {
  await chain.close()
  await rm(folder, { recursive: true, force: true })
})

const planFile = (name: string): string => join(folder, `${name}.plan`)
const partOf = (name: string, index: number): string => join(folder, `${name}-part-${index}`)

async function plan(name: string, more: Partial<BuildJob> & { key?: string } = {}): Promise<Report> {
  const cache = join(folder, `${name}-plan-cache`)
  return makePlan({ ...chain.job, cache, lastExport: join(folder, 'none'), out: planFile(name), ...more })
}

async function build(
  name: string,
  shard: { index: number; count: number },
  more: Partial<BuildJob> & { key?: string } = {},
) {
  const file = planFile(name)
  const out = partOf(name, shard.index)
  const own = { cache: `${out}-cache`, out, shard, planFile: file, plan: readPlan(file, more.key) }
  return buildShard({ ...chain.job, ...own, ...more })
}

async function buildAll(name: string, count: number, more: Partial<BuildJob> = {}): Promise<string[]> {
  const indexes = Array.from({ length: count }, (_, at) => at + 1)
  for (const index of indexes) {
    const report = await build(name, { index, count }, more)
    expect(report.errors).toEqual([])
  }
  return indexes.map((index) => partOf(name, index))
}

async function merge(name: string, parts: string[], more: Partial<BuildJob> & { key?: string } = {}) {
  const out = join(folder, `${name}-merged`)
  const report = await mergeParts({ ...chain.job, out, cache: `${out}-cache`, ...more }, readParts(parts, more.key))
  return { report, files: await readExport(out) }
}

describe('Merged parts', () => {
  test.each(counts)('of %i shards equal the export of a single build, byte for byte', async (count) => {
    const name = `n${count}`
    expect((await plan(name)).errors).toEqual([])
    const { report, files } = await merge(name, await buildAll(name, count))
    expect(report.errors).toEqual([])
    expect(differences(files, single)).toEqual([])
  })

  test.runIf(process.env.SHARDS === 'all')(
    'equal it with Preact and encoded pictures, when the environment numbers the shards',
    async () => {
      const reported = ['--locale', 'pl,en', '--api', chain.service.api, '--engine', 'preact', '--images', 'on']
      const at = (name: string) => ['--out', join(folder, name), '--cache', join(folder, `${name}-cache`)]
      const site = async (args: string[], env = {}): Promise<void> => {
        const { code, stderr } = await runSite(args, { env })
        expect(code, stderr).toBe(0)
      }
      const file = planFile('preact')
      await site(['build', ...reported, '--no-ledger', ...at('preact-single')])
      await site(['plan', ...reported, '--out', file, '--cache', join(folder, 'preact-cache'), '--export', folder])
      const shard = ['build', '--plan', file, '--api', chain.service.api, '--workers', '2']
      await Promise.all([
        site([...shard, ...at('preact-1')], { SITE_SHARD: '1/3' }),
        site([...shard, ...at('preact-2')], { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3' }),
        site([...shard, ...at('preact-3')], { JOB_COMPLETION_INDEX: '2', SITE_SHARDS: '3' }),
      ])
      const parts = ['preact-2', 'preact-1', 'preact-3'].map((name) => join(folder, name))
      await site(['merge', ...parts, '--no-ledger', ...at('preact-merged')])
      const files = await readExport(join(folder, 'preact-merged'))
      expect([...files.keys()].filter((path) => path.endsWith('.avif')).length).toBeGreaterThan(5)
      expect(differences(files, await readExport(join(folder, 'preact-single')))).toEqual([])
    },
  )

  test('report what a single build reports', async () => {
    const merged = await merge(
      'n3',
      [1, 2, 3].map((index) => partOf('n3', index)),
    )
    expect(merged.report.warnings).toEqual(singleReport.warnings)
    const { total, byLocale } = singleReport.pages
    const { sources, variants } = singleReport.images
    expect(merged.report.pages).toMatchObject({ total, byLocale })
    expect(merged.report.bytes).toEqual(singleReport.bytes)
    expect(merged.report.images).toMatchObject({ sources, variants })
  })
})

test('After an edit the shards render few pages, and the merge changes what a build would', async () => {
  await plan('edit')
  await merge('edit', await buildAll('edit', 3))
  const page = Object.values(chain.options.locales.en?.pages ?? {})[6]
  const title = page?.title
  if (page) page.title = 'Another title'
  await plan('edit')
  let rendered = 0
  for (const index of [1, 2, 3]) rendered += (await build('edit', { index, count: 3 })).pages.rendered
  const parts = [1, 2, 3].map((index) => partOf('edit', index))
  const { report, files } = await merge('edit', parts)
  expect(differences(files, await chain.buildCleanly())).toEqual([])
  expect(rendered).toBeLessThan(report.pages.total / 2)
  expect(report.files.changed).toBeGreaterThan(0)
  const again = await merge('edit', parts)
  expect([again.report.files, again.report.pages.rendered]).toEqual([{ added: 0, changed: 0, removed: 0 }, 0])
  if (page) page.title = title
})

test('The costs that the last merge measured decide the shares of the next plan', async () => {
  await plan('costs')
  const unmeasured = readPlan(planFile('costs'), undefined).places
  await makePlan({
    ...{ ...chain.job, out: planFile('costs'), lastExport: join(folder, 'n3-merged') },
    cache: join(folder, 'n3-merged-cache'),
  })
  const { places: measured, plan: planned } = readPlan(planFile('costs'), undefined)
  // A page costs its bytes plus a fixed amount.
  const costs = new Map(planned.own.map(({ file }) => [file, 30_000 + (single.get(`site/${file}`)?.length ?? 0)]))
  expect(costs.size).toBeGreaterThan(20)
  expect(measured).toEqual(placesOf(planned.own, costs))
  expect(measured).not.toEqual(unmeasured)
})

test.each(['--compress', '--swap'])('A shard rejects %s, which is an option of the merge', async (option) => {
  const { code, stderr } = await runSite(['build', '--plan', 'any.plan', '--shard', '1/1', option])
  expect([code, stderr]).toEqual([2, expect.stringContaining(`"${option}" has no effect.\nPass it to "site merge"`)])
})

test('A part whose page store cannot be written is reported and refused', async () => {
  await plan('unkept')
  await build('unkept', { index: 1, count: 1 })
  const pages = join(partOf('unkept', 1), 'pages.sqlite')
  await rm(pages)
  await mkdir(pages)
  const report = await build('unkept', { index: 1, count: 1 })
  expect(report.errors).toMatchObject([{ code: 'export-unwritable' }])
  expect(report.errors[0]?.message).toContain('"pages.sqlite" cannot be written')
  expect(() => readParts([partOf('unkept', 1)], undefined)).toThrow('has no readable file "pages.sqlite"')
})

test('A document that no shard can read is reported by the merge, which leaves its page out with --keep-going', async () => {
  expect((await plan('ill')).errors).toEqual([])
  const name = Object.keys(chain.options.locales.en?.pages ?? {})[2]
  chain.options.intercept = ({ url = '' }, response) => {
    if (!url.startsWith(`/api/pages/${name}?locale=en`)) return false
    sendJson(response, 500, { message: 'Out of memory' })
    return true
  }
  expect((await build('ill', { index: 1, count: 1 }, { keepGoing: true })).isPublished).toBe(true)
  chain.options.intercept = undefined
  const { report } = await merge('ill', [partOf('ill', 1)])
  expect(report.errors).toMatchObject([{ code: 'service-error', where: { locale: 'en', url: `/pages/${name}` } }])
  const kept = await merge('ill', [partOf('ill', 1)], { keepGoing: true })
  expect(kept.report).toMatchObject({ isPublished: true, pages: { failed: 1 } })
})

test.runIf(isSoak)(
  'A document that the plan could not read is reported by the merge too, with --keep-going',
  async () => {
    const name = Object.keys(chain.options.locales.en?.pages ?? {})[2]
    chain.options.intercept = ({ url = '' }, response) => {
      if (!url.startsWith(`/api/pages/${name}?locale=en`)) return false
      sendJson(response, 500, { message: 'Out of memory' })
      return true
    }
    const planned = await plan('lacking', { keepGoing: true })
    chain.options.intercept = undefined
    expect(planned.isPublished).toBe(true)
    await build('lacking', { index: 1, count: 1 }, { keepGoing: true })
    const { report } = await merge('lacking', [partOf('lacking', 1)], { keepGoing: true })
    expect([report.isPublished, report.errors.map(({ code }) => code)]).toEqual([true, ['service-error']])
  },
)

test('A document that changed after planning is named, and no part is made', async () => {
  await plan('moved')
  const page = Object.values(chain.options.locales.pl?.pages ?? {})[3]
  const title = page?.title
  if (page) page.title = 'Edited meanwhile'
  const report = await build('moved', { index: 1, count: 1 })
  if (page) page.title = title
  expect(report.isPublished).toBe(false)
  expect(report.errors.map(({ code }) => code)).toEqual(['document-changed'])
  expect(report.errors[0]?.hint).toContain('plan')
  expect(report.pages.total).toBe(report.pages.rendered + report.pages.failed)
})

describe('A plan', () => {
  test('is not made of content with errors', async () => {
    chain.options.intercept = (request, response) => {
      if (!request.url?.startsWith('/api/pages/')) return false
      sendJson(response, 500, {})
      return true
    }
    const report = await plan('bad')
    chain.options.intercept = () => false
    expect([report.isPublished, report.errors.length > 0]).toEqual([false, true])
    expect(await readdir(folder)).not.toContain('bad.plan')
  })

  test('is refused when it is damaged, not a plan file, or not signed', async () => {
    await plan('odd')
    const bytes = await readFile(planFile('odd'))
    const flipped = Buffer.from(bytes)
    flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] ?? 0) ^ 1
    for (const [spoilt, message] of [
      [flipped, 'is damaged'],
      [bytes.subarray(0, -10), 'is damaged'],
      [Buffer.from('hello'), 'is not a plan of this version'],
      [Buffer.alloc(0), 'is not a plan of this version'],
    ] as const) {
      await writeFile(planFile('odd'), spoilt)
      expect(() => readPlan(planFile('odd'), undefined)).toThrow(message)
    }
    await writeFile(planFile('odd'), bytes)
    expect(() => readPlan(planFile('odd'), 'key')).toThrow('is not signed')
    expect(() => readPlan(join(folder, 'nowhere.plan'), undefined)).toThrow('cannot be read')
  })

  test('of other settings or sources is refused by shards and by the merge', async () => {
    const settings = { ...chain.job.settings, keepAssets: 7 }
    await expect(build('n3', { index: 1, count: 3 }, { settings })).rejects.toThrow(
      'because the content of the settings differs from the plan',
    )
    const files = await readExport(join(folder, 'n3-merged'))
    const refused = merge(
      'n3',
      [1, 2, 3].map((index) => partOf('n3', index)),
      { settings },
    )
    await expect(refused).rejects.toThrow('because the content of the settings differs from the plan')
    expect(differences(await readExport(join(folder, 'n3-merged')), files)).toEqual([])
  })
})

describe('Parts that do not belong together are refused, and the export stays in place:', () => {
  const three = () => [1, 2, 3].map((index) => partOf('n3', index))

  test('a part that is missing, present twice, of another plan, or of another number of shards', async () => {
    const [first = '', second = '', third = ''] = three()
    expect(() => readParts([first, third], undefined)).toThrow('The part of shard 2 of 3 is missing.')
    await cp(third, `${third}-copy`, { recursive: true })
    expect(() => readParts([first, third, `${third}-copy`], undefined)).toThrow('are both shard 3 of 3')
    expect(() => readParts([first, second, partOf('edit', 3)], undefined)).toThrow('was made from a different plan')
    expect(() => readParts([first, second, `${third}/`, third], undefined)).toThrow(
      `The part "${third}" is named twice.`,
    )
    await build('n3', { index: 1, count: 2 }, { out: partOf('n3-of-2', 1), cache: join(folder, 'of-2') })
    expect(() => readParts([partOf('n3-of-2', 1), second], undefined)).toThrow('is one of 3 shards')
    await flip(join(`${third}-copy`, 'site.plan'))
    expect(() => readParts([first, second, `${third}-copy`], undefined)).toThrow(
      'contains a different plan ("site.plan")',
    )
    expect(() => readParts([folder], undefined)).toThrow(`The part "${folder}" has no readable file "part.json"`)
  })

  const spoiled: [string, (part: string) => Promise<void>][] = [
    ['a page', (part: string) => appendFile(join(part, 'site', 'pl-page.html'), '')],
    ['part.json', (part: string) => flip(join(part, 'part.json'))],
    ['the page store', (part: string) => flip(join(part, 'pages.sqlite'))],
    ['the plan', (part: string) => flip(join(part, 'site.plan'))],
    ['any page', async (part: string) => flip(await firstPage(part))],
    ['a page that is gone', async (part: string) => rm(await firstPage(part))],
    ['a page that the export has already', async (part: string) => flip(await firstPage(part))],
  ]
  test.each(isSoak ? spoiled : spoiled.slice(0, 3))('a part with a flipped bit in %s', async (what, spoil) => {
    const before = await readExport(join(folder, 'n3-merged'))
    const copies = three().map((part) => `${part}-copy`)
    for (const [index, part] of three().entries()) await cp(part, copies[index] ?? '', { recursive: true })
    await spoil(copies[0] ?? '')
    const out = join(folder, 'n3-merged')
    const force = what === 'a page that the export has already' ? {} : { force: 'All pages are taken.' }
    const merging = async () =>
      mergeParts({ ...chain.job, out, cache: `${out}-cache`, ...force }, readParts(copies, undefined))
    if (what === 'a page')
      expect((await merging()).errors).toEqual([]) // a file that no part names is ignored
    else {
      const reported = await merging().then(
        ({ errors }) => errors.map(({ message }) => message).join(),
        (error) => String(error.message),
      )
      expect(reported).toContain(copies[0])
    }
    expect(differences(await readExport(out), before)).toEqual([])
    for (const copy of copies) await rm(copy, { recursive: true })
  })

  test('a part that is signed with another key', async () => {
    await plan('signed', { key: 'one' })
    await build('signed', { index: 1, count: 1 }, { key: 'one' })
    expect(() => readParts([partOf('signed', 1)], 'two')).toThrow('another SITE_PLAN_KEY')
    const { files } = await merge('signed', [partOf('signed', 1)], { key: 'one' })
    expect(differences(files, single)).toEqual([])
  })
})

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 4
  await writeFile(file, bytes)
}

async function firstPage(part: string): Promise<string> {
  const names = await readdir(join(part, 'site'), { recursive: true })
  return join(part, 'site', names.filter((name) => name.endsWith('index.html')).sort()[0] ?? '')
}
