import { expect, test } from 'vitest'
import { node, smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { choosePages, namedRoutes } from './choose-pages.ts'
import type { Judgement } from './judge-pages.ts'
import type { KnownBuild, KnownPage, KnownQuestion } from './known-build.ts'
import { type LookUp, questionOf } from './look-ups.ts'
import { openPageStore, type PageStore } from './page-store.ts'

const { site, routes } = testSite({ locales: { pl: smallSite(), en: smallSite() } })

/** A page store whose last build had all pages. Those in `asked` asked questions. */
function storeOf(asked: Record<string, [LookUp, ...unknown[]][]>, built = routes): PageStore {
  const questions = new Map<number, KnownQuestion>()
  const all = { ...Object.fromEntries(built.map(({ file }) => [file, []])), ...asked }
  const pages = Object.entries(all).map(([file, all]): [string, KnownPage] => {
    const ids = all.map(([name, ...args]) => {
      const id = questions.size + 1
      questions.set(id, { id, question: questionOf(name, args), answer: '' })
      return id
    })
    const address = { file, locale: 'pl', slug: '/', href: '/' }
    const made = { placeholders: '[]', findings: [], sha256: '', bytes: 1, reasons: [], build: 1 }
    return [file, { ...address, ...made, asked: Uint32Array.from(ids) }]
  })
  const previous: KnownBuild = { questions, pages: new Map(pages), steps: new Map(), documents: new Map(), facts: {} }
  return { ...openPageStore(undefined, 'tools'), previous }
}

const store = storeOf({
  'index.html': [['member', 'pl', 'posts', '2']],
  'about/index.html': [['link', '/blog/post-2']],
  'blog/index.html': [['list', 'pl', 'posts']],
  'blog/post-1/index.html': [['member', 'pl', 'posts', '1']],
  'blog/post-2/index.html': [['document', 'pl', 'posts', 'post-2']],
})
const judgement: Judgement = {
  rebuild: new Map([
    ['about/index.html', [{ kind: 'file' }]],
    ['blog/index.html', [{ kind: 'file' }]],
  ]),
  ...{ stillTrue: new Map() },
}
const writer = { has: () => true }
const choose = (slugs: string[], { withDependents = false, locales = ['pl', 'en'] } = {}) =>
  choosePages({ site, writer, store, routes, judgement, only: { slugs, locales, withDependents } })

test('Only the named pages are rebuilt, whatever else is out of date', () => {
  const { rebuild, outdated } = choose(['/about'], { locales: ['pl'] })
  const asked = { kind: 'all', why: 'It was requested with "site render".' }
  expect(Object.fromEntries(rebuild)).toEqual({ 'about/index.html': [asked, { kind: 'file' }] })
  expect(outdated).toEqual(new Set(['blog/index.html']))
})

test('A name is a slug in all chosen locales, an address, or a file', () => {
  expect([...choose(['/about']).rebuild.keys()]).toEqual(['about/index.html', 'en/about/index.html'])
  for (const name of ['/en/about', 'en/about/index.html', '/en/about/', 'https://www.example.com/en/about'])
    expect([...choose([name]).rebuild.keys()]).toEqual(['en/about/index.html'])
  expect(() => choose(['/none'])).toThrow('No page of the chosen locales has the slug "/none".')
  expect(() => choose(['/en/about'], { locales: ['pl'] })).toThrow('has the slug "/en/about"')
})

test('Pages that show something of a named page follow it: its list entry, its address, its translations', () => {
  const { rebuild } = choose(['/blog/post-2'], { withDependents: true, locales: ['pl'] })
  expect([...rebuild.keys()].sort()).toEqual([
    ...['about/index.html', 'blog/post-2/index.html', 'en/blog/post-2/index.html', 'index.html'],
  ])
})

test.each<[string, [LookUp, ...unknown[]]]>([
  ['/about', ['slug', 'pl', '/about']],
  ['/about', ['menu', 'pl', 'main']],
  ['/blog', ['role', 'pl', 'blog']],
  ['/products/a', ['category', 'pl', 'a']],
])('A page that links to %s by its %o follows it', (slug, question) => {
  const products = node('/products/:slug', 'product_categories', { nodeType: 'pattern' })
  const categories = [{ id: 'a', name: 'A', path: 'a', parentBranch: [] }]
  const content = { ...smallSite(), nodes: [...(smallSite().nodes ?? []), products], product_categories: categories }
  const { site, routes } = testSite({ locales: { pl: content } })
  const only = { slugs: [slug], locales: ['pl'], withDependents: true }
  const { rebuild } = choosePages({
    site,
    writer,
    store: storeOf({ 'index.html': [question] }, routes),
    routes,
    judgement,
    only,
  })
  expect([...rebuild.keys()]).toContain('index.html')
})

test('Questions about a locale that is no longer built make no page follow', () => {
  const asked = storeOf({ 'blog/index.html': [['role', 'de', 'login']], 'de/index.html': [['menu', 'de', 'main']] })
  const only = { slugs: ['/about'], locales: ['pl'], withDependents: true }
  const { rebuild } = choosePages({ site, writer, store: asked, routes, judgement, only })
  expect([...rebuild.keys()]).toEqual(['about/index.html', 'en/about/index.html'])
})

test('Pages that link to the original address of a page follow it when another of its addresses is named', () => {
  const news = node('/news/:slug', 'posts', { action: 'show' })
  const { site, routes } = testSite({
    locales: { pl: { ...smallSite(), nodes: [...(smallSite().nodes ?? []), news] } },
  })
  const only = { slugs: ['/news/post-2'], locales: ['pl'], withDependents: true }
  const { rebuild } = choosePages({ site, writer, store, routes, judgement, only })
  expect([...rebuild.keys()]).toContain('index.html')
})

test('Pages that link to an address of a page follow it, whatever else they link to', () => {
  const again = node('/about-us', 2)
  const { site, routes } = testSite({
    locales: { pl: { ...smallSite(), nodes: [...(smallSite().nodes ?? []), again] } },
  })
  const known = storeOf({
    'index.html': [
      ['link', '/blog'],
      ['link', '/about-us'],
    ],
    'blog/index.html': [['link', '/blog']],
  })
  const only = { slugs: ['/about-us'], locales: ['pl'], withDependents: true }
  const { rebuild } = choosePages({ site, writer, store: known, routes, judgement, only })
  expect([...rebuild.keys()]).toEqual(['index.html', 'about-us/index.html'])
})

test('Pages of the export that are not in the page store may show something of a named page, and follow it', () => {
  const english = routes.filter(({ locale }) => locale === 'en')
  const known = storeOf(
    {},
    routes.filter((route) => !english.includes(route)),
  )
  const only = { slugs: ['/about'], locales: ['pl'], withDependents: true }
  const { rebuild } = choosePages({ site, writer, store: known, routes, judgement, only })
  expect([...rebuild.keys()].filter((file) => file.startsWith('en/'))).toEqual(english.map(({ file }) => file))
})

test('A page that is named twice is chosen once', () => {
  const only = { slugs: ['/about', '/en/about', '/about'], locales: ['pl', 'en'], withDependents: false }
  expect(namedRoutes(routes, only, site.family.origin).map(({ file }) => file)).toEqual([
    'about/index.html',
    'en/about/index.html',
  ])
})

test('Pages missing in the export come with any named page, because it may link to them', () => {
  const blog = smallSite({ posts: 5, perPage: 2 })
  const { site, routes } = testSite({ locales: { pl: blog } })
  const added = ['blog/page/3/index.html', 'blog/post-5/index.html']
  const writer = { has: (file: string) => !added.includes(file) }
  const only = { slugs: ['/about'], locales: ['pl'], withDependents: false }
  const { rebuild } = choosePages({ site, writer, store: storeOf({}, routes), routes, judgement, only })
  expect([...rebuild.keys()].sort()).toEqual(['about/index.html', ...added])
})

test('A name of a page whose document could not be read is valid, and renders nothing', () => {
  const read = routes.filter(({ slug }) => slug !== '/about')
  const only = { slugs: ['/about'], locales: ['pl'], withDependents: false }
  const choose = (planned?: typeof routes) =>
    choosePages({ site, writer, store, routes: read, judgement, only, ...(planned && { planned }) })
  expect([...choose(routes).rebuild.keys()]).toEqual([])
  expect(() => choose()).toThrow('No page of the chosen locales has the slug "/about".')
})

test('A name of a page in another locale is reported with that locale', () => {
  const { site, routes } = testSite({
    locales: { pl: smallSite(), de: { ...smallSite(), nodes: [node('/ueber-uns', '1')] } },
  })
  const only = { slugs: ['/ueber-uns'], locales: ['pl'], withDependents: false }
  expect(() => choosePages({ site, writer, store, routes, judgement, only })).toThrow(
    expect.objectContaining({ hint: 'It is a page in de. Pass --locale de.' }),
  )
})

test('A name may be typed in decomposed form', () => {
  const nodes = [...(smallSite().nodes ?? []), node('/żółw', '2')]
  const { site, routes } = testSite({ locales: { pl: { ...smallSite(), nodes } } })
  const only = { slugs: ['/żółw'.normalize('NFD')], locales: ['pl'], withDependents: false }
  const { rebuild } = choosePages({ site, writer, store, routes, judgement, only })
  expect([...rebuild.keys()]).toEqual(['żółw/index.html'])
})
