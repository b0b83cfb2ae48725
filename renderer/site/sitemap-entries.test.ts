import { expect, it } from 'vitest'
import type { ShownPicture } from '#publish/pictures/plan-picture.ts'
import { questionOf } from '#renderer/reads/look-ups.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import { type TestSiteOptions, testSite } from '#tests/fixtures/site.ts'
import { sitemapAddress, sitemapEntries } from './sitemap-entries.ts'

const origin = 'https://www.example.com'
const shown = (src: string) => ({ src, width: 1, height: 1 }) as ShownPicture

/** The entries by locale of a site whose pages ask for `asked`. The page with the file `failed` was not rendered. */
function entriesOf(options: TestSiteOptions, { failed = '', asked = [] as string[] } = {}) {
  const { site, routes, findings } = testSite(options)
  const askedBy = (file: string) => (file === failed ? undefined : asked)
  const entries = sitemapEntries({ site, routes, askedBy, questionOf: (question: string) => question, findings })
  return { entries: new Map(entries), warnings: findings.warnings }
}

const listOf = (...slugs: string[]) => slugs.map((slug) => ({ slug }))

it('has every rendered page, by locale, except those with another original', () => {
  const twice = { ...smallSite({ posts: 1 }), nodes: [...(smallSite().nodes ?? []), node('/about-us', 2)] }
  const { entries, warnings } = entriesOf(
    { locales: { pl: twice, en: smallSite() } },
    { failed: 'en/about/index.html' },
  )
  const urls = [...entries].map(([locale, of]) => [locale, ...of.map(({ url }) => url.slice(origin.length))])
  expect(urls).toEqual([
    ['pl', '/', '/about', '/blog', '/blog/post-1'],
    ['en', '/en', '/en/blog', ...[1, 2, 3].map((id) => `/en/blog/post-${id}`)],
  ])
  expect(entries.get('en')?.[0]?.alternates).toContainEqual({ hreflang: 'pl', url: `${origin}/` })
  expect(warnings.map(({ code }) => code)).toEqual(['collection-twice'])
})

it('dates a page by its document, its own node, the search endpoint, or its publication', () => {
  const { pages, posts = [] } = smallSite({ perPage: 2 })
  const nodes = [
    node('/', 1, { updatedAt: '2026-01-01' }),
    node('/about', 2, { updatedAt: '2026-01-02' }),
    node('/blog', 3),
    node('/blog/:slug', 'posts', { updatedAt: '2026-01-04' }),
    node('/oferta/:slug', 'product_categories', { updatedAt: '2026-01-05' }),
  ]
  const product_categories = [{ id: 7, name: 'Sensors', path: '/sensors', parentBranch: [] }]
  const home = page(1, 'Home', { updatedAt: '2026-02-01' })
  const dated = posts.map((one, at) => ({ ...(one as object), updatedAt: ['soon', '2026-02-02'][at] }))
  const listed = ['/', '/about', '/Blog/', '/blog/post-3', '/oferta/sensors']
  const { entries } = entriesOf({
    locales: { pl: { nodes, pages: { ...pages, 1: home }, posts: dated, product_categories } },
    listings: { pl: [{ slug: '/blog/post-1' }, ...listed.map((slug) => ({ slug, updatedAt: '2026-03-01' }))] },
  })
  const changed = entries.get('pl')?.map(({ url, lastModified }) => [url.slice(origin.length), lastModified])
  expect(changed).toEqual([
    ['/', '2026-02-01'],
    ['/about', '2026-01-02'],
    ['/blog', '2026-03-01'],
    ['/blog/page/2', undefined],
    ['/blog/post-1', '2026-10-28T08:00:00+01:00'],
    ['/blog/post-2', '2026-02-02'],
    ['/blog/post-3', '2026-03-01'],
    ['/oferta/sensors', '2026-03-01'],
  ])
})

it('has the pictures that a page shows, each once and in order, without those for social networks', () => {
  const asked = [
    questionOf('text', ['pl', 'error.home']),
    ...['b text', 'a text', 'a tile', 'c social', 'lost text'].map((one) => questionOf('picture', one.split(' '))),
  ]
  const pictures = new Map(['a', 'b', 'c'].map((url) => [url, shown(`/assets/${url}.avif`)]))
  const { entries } = entriesOf({ locales: { pl: smallSite() }, pictures }, { asked })
  expect(entries.get('pl')?.map(({ images }) => images)).toContainEqual(
    ['b', 'a'].map((name) => `${origin}/assets/${name}.avif`),
  )
})

it('reports pages that the search endpoint does not list, and listed addresses without a page', () => {
  const twice = { ...smallSite({ posts: 3, perPage: 2 }), nodes: [...(smallSite().nodes ?? []), node('/about-us', 2)] }
  const hidden = { ...twice, pages: { ...twice.pages, 1: page(1, 'Home', { noindex: true }) } }
  const listed = ['/', '/ABOUT/', '/blog/post-1', '/blog/post-2', '/blog/post-3', '/gone']
  const { warnings } = entriesOf({
    locales: { pl: hidden, en: smallSite() },
    listings: { pl: listOf(...listed) },
  })
  const unrendered = (path: string) => ({
    code: 'sitemap-unrendered',
    message: `The search endpoint (pl) lists "${path}", but no page that may be indexed has that address; the sitemap leaves it out.`,
    where: { locale: 'pl', path },
    hint: 'Publish a sitemap node for it, or remove it from the search at the service.',
  })
  expect(warnings.slice(1)).toEqual([
    {
      code: 'sitemap-unlisted',
      message:
        'The page "/blog" may be indexed, but the search endpoint does not list it; the sitemap contains it anyway.',
      where: { locale: 'pl', path: '/blog' },
      hint: 'Let the search endpoint list it, or set noindex on the page.',
    },
    unrendered('/'),
    unrendered('/gone'),
  ])
})

it('reports an empty list of the search endpoint, if the locale has pages', () => {
  const { warnings } = entriesOf({
    locales: { pl: smallSite(), de: { nodes: [node('/', 1)], pages: { 1: page(1, 'Home', { noindex: true }) } } },
    listings: { pl: [], de: [] },
  })
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('lists nothing for an empty phrase')])
  expect(warnings).toMatchObject([{ where: { locale: 'pl' } }])
})

it('compares the list even if nothing of the locale was rendered', () => {
  const { warnings } = entriesOf({
    locales: { pl: { nodes: [node('/', 1)], pages: { 1: page(1, 'Home', { noindex: true }) } } },
    listings: { pl: listOf('/gone') },
  })
  expect(warnings).toMatchObject([{ code: 'sitemap-unrendered', where: { path: '/gone' } }])
})

it('leaves out a page whose address is too long for a sitemap', () => {
  const { routeAt, findings } = testSite({ locales: { pl: smallSite() } })
  const about = routeAt('/about')
  const long = (length: number) => ({
    ...about,
    href: `/${'a'.repeat(length - origin.length - 1)}` as typeof about.href,
  })
  expect(sitemapAddress(long(2048), findings)).toHaveLength(2048)
  expect(findings.warnings).toEqual([])
  expect(sitemapAddress(long(2049), findings)).toBeUndefined()
  expect(findings.warnings).toMatchObject([
    {
      message: expect.stringContaining('"/about" has 2049 characters'),
      where: { locale: 'pl', path: long(2049).href },
    },
  ])
  const accented = `/${'ż'.repeat(120)}`.repeat(3) // short as a slug, but long when encoded
  const { entries, warnings } = entriesOf({
    locales: { pl: { nodes: [node('/', 1), node(accented, 2)], pages: smallSite().pages ?? {} } },
  })
  expect(entries.get('pl')?.map(({ url }) => url)).toEqual([`${origin}/`])
  expect(warnings.map(({ code }) => code)).toEqual(['sitemap-address-long'])
})
