import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClient } from '#content/client/client.ts'
import { crawl } from '#content/crawl/crawl.ts'
import { Findings, SiteError } from '#content/finding.ts'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import { planSite } from '#renderer/plan/plan-site.ts'
import { parseSettings } from '#renderer/settings.ts'
import siteSettings from '#site.config.ts'
import { startBreachedService } from '#tests/fixtures/breached-service.ts'
import { breaches, type Examination, kept } from '#tests/fixtures/breaches.ts'
import { node, page } from '#tests/fixtures/content.ts'
import { startTestService, type TestService } from '#tests/fixtures/demo-test-service.ts'
import { testOwnFiles } from '#tests/fixtures/site.ts'
import { openVisit } from '#tests/fixtures/visit.ts'
import { workshopContent } from '#tests/fixtures/workshop-content.ts'
import { openRaw } from './ask-raw.ts'
import { examineService } from './examine-service.ts'
import { type Row, Rows } from './remark.ts'

const origin = 'https://www.heron.example'
const settings = parseSettings(
  {
    ...{ ...siteSettings, links: { help: {}, demo: {}, contact: {} }, regions: {}, contact: {}, ledger: false },
    families: [{ id: 'main', origin, defaultLocale: 'en', locales: ['en', 'de'] }],
  },
  'test',
)

let service: TestService
beforeAll(async () => {
  service = await startTestService({ ...workshopContent('en'), ...workshopContent('de') })
})
afterAll(() => service.close())

async function examine(
  api: string,
  { token, sample = 4, slowMs = Number.POSITIVE_INFINITY }: Examination = {},
): Promise<Row[]> {
  const { ask, close } = openRaw({ concurrency: 16, timeoutMs: 60_000, signal: new AbortController().signal })
  const [family] = settings.families
  if (!family) throw new Error('The settings have a family.')
  const base = new URL(api)
  const visit = {
    api: base,
    commerce: base,
    settings,
    siteRoot: process.cwd(),
    hosts: chooseHosts('all'),
    family,
    locales: family.locales,
    isStrict: false,
    own: testOwnFiles(settings),
    rows: new Rows(),
  }
  try {
    return await examineService({ ...visit, token, sample, slowMs, ask })
  } finally {
    await close()
  }
}

/** Reads every document and plans the site as a build does. */
async function doesBuildFail(api: string): Promise<boolean> {
  const findings = new Findings()
  const limits = { ...settings.limits, collectionPages: 40 }
  const client = openClient({ api, concurrency: 16, limits, retryDelayMs: 1 })
  try {
    const contents = await crawl({ client, locales: ['en', 'de'], findings })
    const [family] = settings.families
    if (!family) throw new Error('The settings have a family.')
    const job = { settings, family, locales: family.locales }
    planSite({ job, content: { contents, listings: new Map() }, ...testOwnFiles(settings), findings })
  } catch (error) {
    if (error instanceof SiteError) return true
    throw error
  } finally {
    await client.close()
  }
  return findings.errors.length > 0
}

/** Every remark as `error code at endpoint locale`, each once. */
function reportedIn(rows: Row[]): string[] {
  const reported = rows.flatMap(({ endpoint, locale, remarks }) =>
    remarks.map(({ code, isError }) => `${isError ? 'error' : 'remark'} ${code} at ${endpoint} ${locale}`.trim()),
  )
  return [...new Set(reported)].sort()
}

describe('a service with one breach of the contract', () => {
  beforeAll(async () => {
    for (const path of ['/sitemap_nodes', '/menus', '/pages/1', '/pages/2', '/pages/3']) {
      kept.set(path, Buffer.from((await service.ask(`/api${path}?locale=en`)).text))
    }
  })

  it.concurrent.each(breaches)('is reported with %s', async (_, breach, reported, examination) => {
    const breached = await startBreachedService(service.origin, breach)
    try {
      const all = reportedIn(await examine(breached.api, examination))
      const isOfBusyMachine = (one: string): boolean => /^remark (slow|unsteady) /.test(one) && !reported.includes(one)
      expect(all.filter((one) => !isOfBusyMachine(one))).toEqual(reported)
      expect(await doesBuildFail(breached.api)).toBe(reported.some((one) => one.startsWith('error')))
      expect([...breached.methods].sort()).not.toContain('POST')
    } finally {
      await breached.close()
    }
  })
})

describe('a service that follows the contract', () => {
  it('has no remarks, with or without a token, and nothing is stored in it', async () => {
    const breached = await startBreachedService(service.origin, () => undefined)
    try {
      const rows = await examine(breached.api)
      expect(reportedIn(rows)).toEqual([])
      const found = rows.map(
        ({ endpoint, locale, found: is }) => `${endpoint} ${locale}: ${is.replace(/\d+ ms/, 'n ms')}`,
      )
      expect(found.slice(0, 4)).toEqual([
        ...['/sitemap_nodes en: 6 in 1 page, n ms', '/sitemap_nodes de: 6 in 1 page, n ms'],
        ...['/posts en: 14 in 2 pages, n ms', '/posts de: 14 in 2 pages, n ms'],
      ])
      expect(found).toEqual(
        expect.arrayContaining([
          ...['/posts/{slug} en: 4 of 14 read, n ms', '/search en: 18 in 1 page, n ms', 'settings : main (en, de)'],
          ...['pictures : 1 of 1', '/login : accepts POST', '/token/check en: 401 without a token'],
        ]),
      )
      expect(reportedIn(await examine(breached.api, { token: 'demo-token' }))).toEqual([])
      expect([...breached.methods].sort()).toEqual(['GET', 'OPTIONS'])
    } finally {
      await breached.close()
    }
  })
})

describe('a service that answers little', () => {
  const nodes = [node('/', 1, { nodeType: 'root' })]
  /** Examines a service that answers only these paths. */
  async function examineFew(answers: Record<string, unknown>): Promise<Row[]> {
    await using visited = await openVisit(({ path }) => (answers[path] ? { body: answers[path] } : undefined))
    return await examineService(visited.visit)
  }
  const placesIn = (rows: Row[]) => rows.map(({ endpoint, locale }) => `${endpoint} ${locale}`.trim())

  it('is examined no further if no read is answered', async () => {
    expect(placesIn(await examineFew({}))).toEqual(['/sitemap_nodes pl', '/menus pl'])
  })

  it('is examined further if one read is answered', async () => {
    const further = ['/search pl', 'settings', 'pictures', 'CORS']
    expect(placesIn(await examineFew({ '/sitemap_nodes': nodes }))).toEqual(expect.arrayContaining(further))
  })

  it('is asked for the draft of its only page, and for its pictures in rich text', async () => {
    const html = '<p><img src="/gone.jpg" alt=""></p>'
    const banner = { id: 2, type: 'banner', title: 'Photo', image: { url: '/lost.jpg', alt: 'Photo' } }
    const home = page(1, 'Home', { blocks: [{ id: 1, type: 'text', html }, banner] })
    const rows = await examineFew({ '/sitemap_nodes': nodes, '/pages/1': home })
    expect(reportedIn(rows)).toEqual(
      expect.arrayContaining([
        'remark image-missing at pictures',
        'remark preview-open at /pages/{id}?preview=true pl',
      ]),
    )
    const places = rows.flatMap(({ remarks }) =>
      remarks.map(({ message }) => /"(\/.*jpg" of .*) answers/.exec(message)?.[1]),
    )
    expect(places.filter(Boolean).sort()).toEqual(['/gone.jpg" of the page "/"', '/lost.jpg" of /pages/1 (pl)'])
  })
})
