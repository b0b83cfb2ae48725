import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDemoService } from '#demo/start-demo-service.ts'
import type { MarkedPage, PageRow } from '#preview/panel-data.ts'
import { everythingSite, markersIn } from '#tests/fixtures/all-blocks.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { extremes } from '#tests/fixtures/extremes.ts'
import { startTestPreview, type TestPreview } from '#tests/preview/start-test-preview.ts'
import { copyUnique, type Field, wordPattern } from '#tests/preview/unique-content.ts'
import { launchBrowser } from './browser.ts'
import type { Walked, walkFields } from './walk-fields.ts'

let browser: Browser
let page: Page
let folder: string
let service: Awaited<ReturnType<typeof startDemoService>>
let preview: TestPreview
let unique: TestPreview
let fieldOfWord: Map<string, Field>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'site-fields-'))
  fieldOfWord = copyUnique('demo/content', folder)
  service = await startDemoService({ database: ':memory:', contentFolder: folder })
  preview = await startTestPreview()
  unique = await startTestPreview({ api: service.api })
  browser = await launchBrowser()
  page = await browser.newPage()
  const { outputFiles } = await build({
    entryPoints: ['tests/e2e/walk-fields.ts'],
    bundle: true,
    write: false,
    format: 'iife',
  })
  await page.evaluate(outputFiles[0]?.text ?? '')
})
afterAll(async () => {
  await browser.close()
  await Promise.all([preview.close(), unique.close()])
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

async function walk(path: string, shown = preview, compared = unique): Promise<Walked[]> {
  const query = new URLSearchParams({ path, nodeType: 'root', id: '1', locale: 'pl' })
  const [{ text: html }, { text: uniqueHtml }, marked] = await Promise.all([
    shown.get(path),
    compared.get(path),
    shown.json<MarkedPage>(`/admin/api/marks?${query}`),
  ])
  return page.evaluate((given) => (Reflect.get(globalThis, 'walkFields') as typeof walkFields)(...given), [
    html,
    uniqueHtml,
    marked,
  ] as const)
}

const wordsIn = (text: string): string[] => text.match(wordPattern) ?? []
const nameOf = ({ record, path }: Field): string => `${record} ${path}`
const bare = (text: string): string => text.replaceAll(/<[^>]*>|&\w+;|[^\p{L}\p{N}]+/gu, '').toLowerCase()

/** Whether a text shows a value, or a part of it. Placeholders of values are in braces. */
const shows = (text: string, value: string): boolean =>
  value.split(/\{\{.*?\}\}/).every((part) => bare(text).includes(bare(part))) || bare(value).includes(bare(text))

/** What is wrong with the fields found for one element. Undefined if they are right. */
function faultOf({ text, uniqueText, alt, uniqueAlt, reads }: Walked): string | undefined {
  const reported = reads.map(nameOf)
  const truth = wordsIn(text ? uniqueText : uniqueAlt).flatMap((word) => fieldOfWord.get(word) ?? [])
  if (!text) {
    // A picture is identified by its `url` field, which lies beside its alternative text.
    const wanted = truth.filter(({ path }) => path.endsWith('.alt')).map((one) => nameOf(one).replace(/alt$/, 'url'))
    return alt && wanted.some((one) => !reported.includes(one)) ? `should be ${wanted}` : undefined
  }
  const missing = truth.filter((one) => !reported.includes(nameOf(one)))
  if (missing.length > 0) return `should be ${missing.map(nameOf)}`
  const foreign = reads.filter(({ path, value }) => !shows(text, value) && !/Date$|validThrough$/.test(path))
  return truth.length === 0 && foreign.length > 0 ? 'another word' : undefined
}

/** More than any machine needs. The limit only ends a test that hangs. */
const walkTimeout = 900_000

/** Checking every element of every page takes a minute per language, so only `npm run test:soak` does it. */
const isWhole = process.env.FIELDS === 'all'
const walkedLocales = isWhole ? ['pl', 'en', 'de', 'fr', 'es'] : ['en']

/** Keeps one member of each collection, because its members are alike. */
function withoutLike<T extends { href: string }>(pages: T[]): T[] {
  const parents = Map.groupBy(pages, ({ href }) => href.slice(0, href.lastIndexOf('/')))
  return [...parents].flatMap(([parent, below]) => (parent.split('/').length > 2 ? below.slice(0, 1) : below))
}

it.each(walkedLocales)(
  'a click names the field of every text and picture, on pages of the demo in "%s"',
  async (locale) => {
    const rows = await preview.json<PageRow[]>('/admin/api/pages')
    const prefix = locale === 'pl' ? '' : `/${locale}`
    const own = rows.filter((row) => row.locale === locale)
    const shown = (isWhole ? own : withoutLike(own)).map(({ href }) => href)
    const paths = [...shown, `${prefix}/404.html`, `${prefix}/blog/page/2`]
    const faults: string[] = []
    let asked = 0
    for (const path of paths) {
      for (const one of await walk(path)) {
        asked += 1
        const fault = faultOf(one)
        const reported = one.reads.map(nameOf).slice(0, 4).join()
        if (fault) faults.push(`${path} ${one.place} "${(one.text || one.alt).slice(0, 60)}": ${reported}; ${fault}`)
      }
    }
    console.log(`${asked} elements of ${paths.length} pages`)
    expect(faults).toEqual([])
    expect(asked).toBeGreaterThan(paths.length * 100)
  },
  walkTimeout,
)

const same = 'The same words'
const repeated = {
  id: 2,
  title: 'About',
  theme: { title: 'Banner', subtitle: same },
  blocks: [
    {
      ...{ id: 'a', type: 'tiles', headline: same },
      tiles: [{ title: same, html: `<p>${same}</p>` }, { title: same }, { title: '92 s' }],
    },
    { id: 'b', type: 'faq', items: [1, 2].map(() => ({ question: same, answer: `<p>${same}</p>` })) },
    { id: 'c', type: 'text', headline: same, html: `<table><tr><td>${same}</td><td>${same}</td></tr></table>` },
    { id: 'd', type: 'offers', offers: [1, 2].map(() => ({ title: same, lead: same, url: '/blog' })) },
  ],
}

it('fields of equal words are distinguished by the place that shows them', async () => {
  const locales = Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, smallSite()]))
  const content = { ...locales, en: { ...smallSite(), pages: { ...smallSite().pages, 2: repeated } } }
  const fixture = await startFixtureService({ locales: content })
  const other = await startTestPreview({ api: fixture.api })
  const places = await walk('/en/about', other, other)
  const reported = places.filter(({ text }) => text === same).map(({ reads }) => reads.map(({ path }) => path).join())
  expect(reported.sort()).toEqual(
    [
      'theme.subtitle',
      ...['blocks[0].headline', 'blocks[0].tiles[0].title', 'blocks[0].tiles[0].html', 'blocks[0].tiles[1].title'],
      ...[0, 1].flatMap((at) => [`blocks[1].items[${at}].question`, `blocks[1].items[${at}].answer`]),
      ...['blocks[2].headline', 'blocks[2].html', 'blocks[2].html'],
      ...[0, 1].flatMap((at) => [`blocks[3].offers[${at}].title`, `blocks[3].offers[${at}].lead`]),
    ].sort(),
  )
  await other.close()
  await fixture.close()
})

it(
  'every word of every type of block, and of extreme content, is found',
  async () => {
    const locales = Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, smallSite()]))
    const fixture = await startFixtureService({ locales: { ...locales, en: everythingSite, de: extremes } })
    const other = await startTestPreview({ api: fixture.api })
    const rows = await other.json<PageRow[]>('/admin/api/pages')
    const lost: string[] = []
    const shown = rows.filter(({ locale }) => locale === 'en' || locale === 'de')
    for (const { href, locale } of withoutLike(shown)) {
      for (const { text, reads } of await walk(href, other, other)) {
        const isShown = reads.some(({ value }) => shows(text, value))
        const words = locale === 'en' ? markersIn(text) : text.length > 40 ? [text] : []
        if (words.length > 0 && !isShown) lost.push(`${href} "${text.slice(0, 60)}": ${reads.map(nameOf)}`)
      }
    }
    expect(lost).toEqual([])
    await other.close()
    await fixture.close()
  },
  walkTimeout,
)
