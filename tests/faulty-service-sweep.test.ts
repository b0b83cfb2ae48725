import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '#renderer/build/report.ts'
import { buildSite } from '#renderer/build-site.ts'
import { everythingSite } from './fixtures/all-blocks.ts'
import { type FixtureLocale, type FixtureService, startFixtureService } from './fixtures/content-service.ts'
import { type FaultPlan, faults, startFaultyService } from './fixtures/faulty-service.ts'
import { testSettings } from './fixtures/site.ts'
import { differences, type ExportFiles, readExport } from './incremental/compare-exports.ts'
import { randomFrom } from './incremental/sample.ts'

/** `FAULTY_RUNS=200` tries that many combinations of faults, `SEED=2` tries others. */
const wanted = Number(process.env.FAULTY_RUNS ?? 2)
const seeds = Array.from({ length: wanted }, (_, at) => Number(process.env.SEED ?? 1) * 1000 + at)

const calmly = testSettings()
/** For the failing service only: on a busy machine, a healthy one may take longer. */
const hastily = testSettings({ crawl: { patience: 6, timeout: 1 } })
const before = everythingSite
const now: FixtureLocale = {
  ...everythingSite,
  posts: everythingSite.posts?.map((post) => ({ ...post, title: 'Changed' })),
}

let folder: string
let healthy: { before: FixtureService; now: FixtureService }
let calm: ExportFiles

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-faulty-'))
  const serve = (locale: FixtureLocale) =>
    startFixtureService({ locales: { pl: locale, en: locale }, postsPerPage: 1, withTags: true })
  healthy = { before: await serve(before), now: await serve(now) }
  const out = join(folder, 'calm')
  expect(await build(healthy.now.api, out)).toMatchObject({ errors: [], isPublished: true })
  calm = await readExport(out)
})
afterAll(async () => {
  await Promise.all(Object.values(healthy).map((service) => service.close()))
  await rm(folder, { recursive: true, force: true })
})

function build(api: string, out: string, settings = calmly): Promise<Report> {
  const [family] = settings.families
  if (!family) throw new Error('The settings have a family.')
  const locales = ['pl', 'en']
  const job = {
    settings,
    family,
    locales,
    toolRoot: resolve('.'),
    siteRoot: resolve('.'),
    api,
    engine: 'react' as const,
    concurrency: 8,
  }
  return buildSite({ ...job, out, cache: join(out, 'cache'), service: 'faulty', images: 'off' })
}

/** Up to six kinds of faults, together in up to a fifth of the requests. Some stop after a while, some never do. */
function faultPlanOf(seed: number): FaultPlan {
  const random = randomFrom(seed)
  const some = Array.from({ length: 1 + Math.floor(random() * 6) }, () => faults[Math.floor(random() * faults.length)])
  const shares = Object.fromEntries(some.map((fault) => [fault, (random() * 0.2 * 5) / Math.max(5, some.length)]))
  return { seed, shares, slowMs: 50, ...(random() < 0.5 && { inARow: 1 + Math.floor(random() * 3) }) }
}

const seen = { whole: 0, refused: 0, longest: 0 }

it.concurrent.each(seeds)(
  'a build from a failing service publishes the same export as from a healthy one, or keeps the old one (seed %i)',
  { timeout: 600_000 },
  async (seed) => {
    const out = join(folder, `${seed}`)
    const faulty = await startFaultyService(healthy.before.origin)
    expect(await build(faulty.api, out)).toMatchObject({ errors: [], isPublished: true })
    const old = await readExport(out)
    await faulty.close()

    const ill = await startFaultyService(healthy.now.origin, faultPlanOf(seed))
    const report = await build(ill.api, out, hastily)
    await ill.close()
    const found = await readExport(out)
    seen.longest = Math.max(seen.longest, report.durationMs)
    if (report.isPublished) {
      expect([report.errors, differences(found, calm)]).toEqual([[], []])
      seen.whole += 1
    } else {
      expect(report.errors.map(({ code }) => code)).not.toEqual([])
      expect(report.errors.filter(({ code }) => code === 'build-unexpected')).toEqual([])
      expect(differences(found, old)).toEqual([])
      seen.refused += 1
    }
    await rm(out, { recursive: true })
  },
)

it('both outcomes occurred', () => {
  console.log(seen)
  expect(Math.min(seen.whole, seen.refused)).toBeGreaterThan(0)
})
