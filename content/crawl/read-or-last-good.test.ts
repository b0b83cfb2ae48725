import { afterEach, expect, it } from 'vitest'
import { openAnswerStore } from '#content/answers/answer-store.ts'
import { openClient } from '#content/client/client.ts'
import { Findings } from '#content/finding.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import { type FixtureLocale, startFixtureService } from '#tests/fixtures/content-service.ts'
import { crawl } from './crawl.ts'
import type { LocaleContent } from './locale-content.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

type Crawled = { content: LocaleContent; errors: string[]; warnings: string[] }

/** Crawls of one locale, one after the other, whose answers are kept from each to the next. */
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
    const content = contents.get('de') as LocaleContent // is crawled
    return { content, errors: codes(findings.errors), warnings: codes(findings.warnings) }
  }
}

const good = smallSite()
const [home = {}, about = {}, ...others] = good.nodes ?? []
const newPages = { ...good.pages, 9: page(9, 'New') }

it.each<[string, FixtureLocale]>([
  ['a node', { nodes: [home, { ...about, nodeType: 'wat' }, ...others, node('/new', 9)], pages: newPages }],
  ['a post', { posts: (good.posts ?? []).map((one, index) => (index === 1 ? { ...one, title: 7 } : one)) }],
  ['the only menu item', { menus: [{ id: 1, url: '/about' }] }],
])('A list in which %s is of a wrong shape stands whole as it was', async (_, wrong) => {
  const crawlSite = await openCrawls()
  const { content: before } = await crawlSite(good)
  const { content, errors, warnings } = await crawlSite({ ...good, ...wrong })
  expect(content).toEqual(before)
  expect([errors, warnings]).toEqual([['field-invalid'], ['content-outdated']])
})

it('Without anything of before, the members that are right are built', async () => {
  const crawlSite = await openCrawls()
  const wrong = { ...good, nodes: [home, { ...about, nodeType: 'wat' }, ...others] }
  const { content, errors, warnings } = await crawlSite(wrong)
  expect(content.nodes.map(({ slug }) => slug)).toEqual(['/', '/blog', '/blog/:slug'])
  expect([errors, warnings]).toEqual([['field-invalid'], []])
})

it('A list of before that was not right either does not stand in for a newer one', async () => {
  const crawlSite = await openCrawls()
  const wrong = { ...about, nodeType: 'wat' }
  await crawlSite({ ...good, nodes: [home, wrong] })
  const { content, warnings } = await crawlSite({ ...good, nodes: [home, wrong, ...others] })
  expect(content.nodes.map(({ slug }) => slug)).toEqual(['/', '/blog', '/blog/:slug'])
  expect(warnings).toEqual([])
})

it('A locale of which no node is right is not called empty', async () => {
  const crawlSite = await openCrawls()
  const { content, errors, warnings } = await crawlSite({ ...good, nodes: [{ ...home, slug: 7 }] })
  expect(content.nodes).toEqual([])
  expect([errors, warnings]).toEqual([['field-invalid'], []])
})
