import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { openAnswerStore } from '#content/answers/answer-store.ts'
import { type ContentClient, openClient } from '#content/client/client.ts'
import { Findings } from '#content/finding.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import { type FixtureLocale, startFixtureService } from '#tests/fixtures/content-service.ts'
import { crawl } from './crawl.ts'
import type { LocaleContent } from './locale-content.ts'
import { readOrLastGood } from './read-or-last-good.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

type Crawled = { content: LocaleContent; errors: string[]; warnings: string[]; reported: string[] }

/** Returns a function that crawls one locale. Each crawl keeps its answers for the next one. */
async function openCrawls(): Promise<(site: FixtureLocale, lastGoodDays?: number) => Promise<Crawled>> {
  const locales: Record<string, FixtureLocale> = {}
  const service = await startFixtureService({ locales })
  const limits = { documentBytes: 5_000_000, documentDepth: 64 }
  const client = openClient({
    ...{ api: service.api, concurrency: 4, limits, retryDelayMs: 1 },
    answers: openAnswerStore(undefined, 'service'),
  })
  opened.push(service, client)
  return async (site, lastGoodDays = 30) => {
    locales.de = site
    const findings = new Findings()
    const contents = await crawl({ client, locales: ['de'], findings, lastGoodDays })
    const codes = (all: { code: string }[]): string[] => [...new Set(all.map(({ code }) => code))]
    const content = contents.get('de') as LocaleContent // the crawl reads this locale
    return {
      content,
      errors: codes(findings.errors),
      warnings: codes(findings.warnings),
      reported: findings.warnings.map(({ message, hint }) => `${message} ${hint}`),
    }
  }
}

const good = smallSite()
const [home = {}, about = {}, ...others] = good.nodes ?? []
const newPages = { ...good.pages, 9: page(9, 'New') }

it.each<[string, FixtureLocale]>([
  ['a node', { nodes: [home, { ...about, nodeType: 'wat' }, ...others, node('/new', 9)], pages: newPages }],
  ['a post', { posts: (good.posts ?? []).map((one, index) => (index === 1 ? { ...one, title: 7 } : one)) }],
  ['the only menu item', { menus: [{ id: 1, url: '/about' }] }],
])('A list in which %s is invalid stays completely as it was', async (_, wrong) => {
  const crawlSite = await openCrawls()
  const { content: before } = await crawlSite(good)
  const { content, errors, warnings } = await crawlSite({ ...good, ...wrong })
  expect(content).toEqual(before)
  expect([errors, warnings]).toEqual([['field-invalid'], ['content-outdated']])
})

it.each([
  [0.5, 'less than an hour'],
  [5, '5 hours'],
  [24, '1 day'],
  [31 * 24, '31 days'],
])('Content that failed %d hours ago has the age %s, and is left out if that is too old', async (hours, age) => {
  const since = '2026-11-26'
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(since) })
  onTestFinished(() => void vi.useRealTimers())
  const crawlSite = await openCrawls()
  const { content: before } = await crawlSite(good)
  vi.setSystemTime(Date.now() + hours * 3_600_000)
  const { content, reported } = await crawlSite({ ...good, menus: [{ id: 1, url: '/about' }] })
  const fact = `GET /menus (de) has not been usable since ${since} (${age}); its last good answer`
  const mend = 'Fix the error that is reported with this warning'
  const isOld = hours > 30 * 24
  expect(reported).toEqual([
    isOld
      ? `${fact} is not used, because it is older than 30 days. ${mend}, or raise crawl.lastGoodDays in the settings.`
      : `${fact} is used instead. ${mend}.`,
  ])
  expect(content.menus).toEqual(isOld ? [] : before.menus)
})

it('A list has the age of its page that has failed for the longest time', async () => {
  const lastGood: ContentClient['lastGood'] = (onUse) => {
    for (const day of [2, 1, 3]) onUse(`2026-11-0${day}T08:00:00.000Z`)
    return client
  }
  const client = { lastGood } as ContentClient
  const errors = [{ code: 'field-invalid', message: 'wrong' } as const]
  const read = async (reading: { findings: Findings }): Promise<string[]> => {
    for (const error of errors.splice(0)) reading.findings.error(error)
    return []
  }
  const findings = new Findings()
  await readOrLastGood({ path: '/posts', locale: 'de' }, read, { client, findings, lastGoodDays: 1e6 })
  expect(findings.warnings[0]?.message).toContain('since 2026-11-01')
})

it('A list of another domain family has a separate limit, because its pages are only linked to', async () => {
  const locales: Record<string, FixtureLocale> = { pl: good, de: good }
  const service = await startFixtureService({ locales })
  const limits = { documentBytes: 5_000_000, documentDepth: 64 }
  const answers = openAnswerStore(undefined, 'service')
  const client = openClient({ api: service.api, concurrency: 4, limits, retryDelayMs: 1, answers })
  opened.push(service, client)
  const crawlBoth = async () => {
    const findings = new Findings()
    const linked = { linkedLocales: ['de'], linkedLastGoodDays: 30 }
    const contents = await crawl({ client, locales: ['pl'], ...linked, findings })
    return { nodes: contents.get('de')?.nodes, errors: findings.errors, warnings: findings.warnings }
  }
  const before = await crawlBoth()
  locales.de = { ...good, nodes: [home, { ...about, nodeType: 'wat' }] }
  const { nodes, errors, warnings } = await crawlBoth()
  expect([nodes, errors]).toEqual([before.nodes, []])
  expect(warnings.map(({ code }) => code)).toEqual(['content-outdated', 'field-invalid'])
})

it('A document that is gone is not replaced by its last version, but an invalid one is', async () => {
  const crawlSite = await openCrawls()
  await crawlSite(good)
  const gone = await crawlSite({ ...good, pages: { 1: page(1, 'Home'), 3: page(3, 'Blog') } })
  expect(gone.content.documents.pages.has('2')).toBe(false)
  expect([gone.errors, gone.warnings]).toEqual([['document-missing'], []])
  const ill = await crawlSite({ ...good, pages: { ...good.pages, 2: { id: 2, blocks: 'none' } } })
  expect(ill.content.documents.pages.has('2')).toBe(true)
  expect([ill.errors, ill.warnings]).toEqual([['field-invalid'], ['content-outdated']])
})

it('Without a last version, only the valid members are built', async () => {
  const crawlSite = await openCrawls()
  const wrong = { ...good, nodes: [home, { ...about, nodeType: 'wat' }, ...others] }
  const { content, errors, warnings } = await crawlSite(wrong)
  expect(content.nodes.map(({ slug }) => slug)).toEqual(['/', '/blog', '/blog/:slug'])
  expect([errors, warnings]).toEqual([['field-invalid'], []])
})

it('An earlier list that was invalid too does not replace a newer one', async () => {
  const crawlSite = await openCrawls()
  const wrong = { ...about, nodeType: 'wat' }
  await crawlSite({ ...good, nodes: [home, wrong] })
  const { content, warnings } = await crawlSite({ ...good, nodes: [home, wrong, ...others] })
  expect(content.nodes.map(({ slug }) => slug)).toEqual(['/', '/blog', '/blog/:slug'])
  expect(warnings).toEqual([])
})

it('A locale without a valid node is not called empty', async () => {
  const crawlSite = await openCrawls()
  const { content, errors, warnings } = await crawlSite({ ...good, nodes: [{ ...home, slug: 7 }] })
  expect(content.nodes).toEqual([])
  expect([errors, warnings]).toEqual([['field-invalid'], []])
})
