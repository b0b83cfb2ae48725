import { expect, test } from 'vitest'
import type { Href } from '#blocks/_shared/reader.ts'
import type { ListName } from '#content/schema.ts'
import { compareAnswers } from '#renderer/reads/compare-answers.ts'
import { answersOf } from '#renderer/reads/look-ups.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import { testSettings, testSite } from '#tests/fixtures/site.ts'
import { isIndexable } from './across-locales.ts'
import { alternatesOf } from './alternates.ts'
import { indexSite } from './index-site.ts'
import { languageLinks } from './language-links.ts'
import { lazyFields } from './lazy-fields.ts'
import { type LocaleData, localeFields } from './site.ts'

const small = smallSite()
const stray = { ...small, nodes: [...(small.nodes ?? []), node('/en/stray', '1')] }
const hidden = { ...small, pages: { ...small.pages, 1: page('1', 'Hidden', { noindex: true }) } }
const { data, site, routeAt } = testSite({ locales: { pl: stray, en: small, de: hidden } })
const { origin } = data.family

/** The site, in which these locales cannot be read. */
function without(...locales: string[]) {
  const unread = (locale: string) =>
    lazyFields<LocaleData>(localeFields, () => {
      throw new Error(`${locale} was read`)
    })
  const contents = new Map(data.contents)
  for (const locale of locales) contents.set(locale, unread(locale))
  return indexSite({ ...data, contents }, site.documents)
}

test('Pages of a locale are found, linked and named in other languages without reading these', () => {
  const lone = without('pl', 'de')
  const about = routeAt('/en/about')
  expect(lone.routeAt(origin, '/EN/about/')).toBe(about)
  expect(lone.routeOf(about.file)).toBe(about)
  expect([lone.isKnownPath('/en/about'), lone.isKnownPath('/en/nowhere')]).toEqual([true, false])
  expect(languageLinks(lone, about)).toEqual(languageLinks(site, about))
  expect(languageLinks(lone, about).map(({ href }) => href)).toEqual(['/about', '/en/about', '/de/about'])
  expect(alternatesOf(lone, about).map(({ hreflang }) => hreflang)).toEqual(['pl', 'en', 'de', 'x-default'])
  expect(() => lone.routeAt(origin, '/de/about')).toThrow('de was read')
})

test('Changes of a place name early whether it may be indexed, before the pages in other languages', () => {
  const answers = answersOf(site)
  const packed = (path: string) => JSON.stringify(answers('place', [routeAt(path).file]))
  const changed = compareAnswers(packed('/en'), packed('/de')).map(({ path }) => path)
  expect(changed.slice(0, 4)).toEqual(['locale', 'href', 'isIndexable', 'alternates'])
})

test('Search engines get no translation that they must not list', () => {
  const home = routeAt('/en')
  expect(languageLinks(site, home).map(({ href }) => href)).toEqual(['/', '/en', '/de'])
  const reported = alternatesOf(site, home).map(({ hreflang }) => hreflang)
  expect(reported).toEqual(['pl', 'en', 'x-default'])
  expect(alternatesOf(site, routeAt('/de'))).toEqual([])
})

test('A further page of a list links to the list itself in a language with a shorter list', () => {
  const locales = { pl: smallSite({ perPage: 1 }), en: smallSite({ perPage: 2 }), de: { nodes: [node('/', 1)] } }
  const { site, routeAt } = testSite({ locales })
  const linksAt = (path: string) => languageLinks(site, routeAt(path)).map(({ href }) => href)
  expect(linksAt('/blog/page/2')).toEqual(['/blog/page/2', '/en/blog/page/2', '/de'])
  expect(linksAt('/blog/page/3')).toEqual(['/blog/page/3', '/en/blog', '/de'])
})

test('A page of the default locale is found even if its address begins with the prefix of another locale', () => {
  const { file } = routeAt('/en/stray')
  expect([site.routeAt(origin, '/en/stray')?.locale, site.routeOf(file)?.locale]).toEqual(['pl', 'pl'])
  expect([site.slugHref('pl', '/en/stray'), site.isKnownPath('/en/stray')]).toEqual(['/en/stray', true])
})

test('The pages that header and layouts link to come from the settings, or from the types of nodes', () => {
  const types = ['search', 'login', 'privacy', 'contact'].map((type, at) =>
    node(`/${type}`, 10 + at, { nodeType: type }),
  )
  const pages = Object.fromEntries([10, 11, 12, 13].map((id) => [id, page(id, `Page ${id}`)]))
  const pattern = node('/search/:slug', 'services', { nodeType: 'search' })
  const fixture = { ...small, nodes: [pattern, ...(small.nodes ?? []), ...types], pages: { ...small.pages, ...pages } }
  const links = { help: { pl: '/about' }, demo: { pl: '/blog', en: '/nowhere' }, contact: { pl: '/blog' } }
  const settings = testSettings({ links })
  const { site } = testSite({ locales: { pl: fixture, en: fixture }, settings })
  const roles = ['home', 'help', 'demo', 'contact', 'search', 'login', 'privacy', 'blog'] as const
  expect(roles.map((role) => site.roleHref('pl', role))).toEqual([
    ...['/', '/about', '/blog', '/blog', '/search', '/login', '/privacy', '/blog'],
  ])
  expect(roles.map((role) => site.roleHref('en', role))).toEqual([
    ...['/en', undefined, undefined, '/en/contact', '/en/search', '/en/login', '/en/privacy', '/en/blog'],
  ])
})

test('The blog is the first page with its layout, or the page above the posts', () => {
  const plain = smallSite({ posts: 3, perPage: 2 })
  const blogOf = (title: string, layout: string) => {
    const blocks = [{ id: 31, type: 'blog_list', perPage: 2 }]
    const pages = { ...plain.pages, 3: page(3, title, { layout, blocks }) }
    const nodes = [node('/services/:slug', 'services'), node('/', 1), node('/news', 3), ...(plain.nodes ?? []).slice(2)]
    return testSite({ locales: { pl: { ...plain, pages, nodes } } }).site.roleHref('pl', 'blog')
  }
  expect([blogOf('Blog', 'blog'), blogOf('Blog', 'article')]).toEqual(['/news', '/blog'])
  const below = [node('/', 1), node('/about', 2), node('/about/:slug', 'posts')]
  expect(testSite({ locales: { pl: { ...plain, nodes: below } } }).site.roleHref('pl', 'blog')).toBe('/about')
})

test('Members are listed with their pages, each by its own key', () => {
  const named = (id: string, slug: string) => ({ ...(small.posts?.[0] as object), id, slug })
  const posts = [named('1', 'a'), named('1', 'b'), named('1', 'c'), named('2', 'd')]
  const services = [{ id: 's', slug: 'fleet', title: 'Fleet', blocks: [] }]
  const job_offers = [{ id: 'j', slug: 'driver', title: 'Driver', blocks: [] }]
  const contact_people = [{ id: 'p', name: 'Person', slug: 'a' }]
  const product_categories = [
    { id: '7', name: 'Sensors', path: '/sensors', parentBranch: ['7'] },
    { id: '8', name: 'Small', path: '/sensors/small', parentBranch: ['7', 'gone', '8'] },
  ]
  const nodes = [
    ...[...(small.nodes ?? []), node('/people/:slug', 'contact_people'), node('/jobs/:slug', 'job_offers')],
    ...[node('/services/:slug', 'services'), node('/products/:slug', 'product_categories')],
    node('/again/:slug', 'posts'),
  ]
  const fixture = { ...small, nodes, posts, services, job_offers, contact_people, product_categories }
  const { site } = testSite({ locales: { pl: fixture } })
  const hrefs = (name: ListName) => [...site.members('pl', name)].map(([key, { href }]) => [key, href])
  expect(hrefs('posts')).toEqual([
    ...[
      ['1', '/blog/a'],
      ['1#2', '/blog/b'],
      ['1#3', '/blog/c'],
      ['2', '/blog/d'],
    ],
  ])
  expect(hrefs('services')).toEqual([['s', '/services/fleet']])
  expect(hrefs('job_offers')).toEqual([['j', '/jobs/driver']])
  expect(hrefs('contact_people')).toEqual([['p', undefined]])
  expect(site.posts('pl').map(({ href }) => href)).toEqual(['/blog/a', '/blog/b', '/blog/c', '/blog/d'])
  expect([...site.categories('pl').values()].map(({ href, parentBranch }) => [href, parentBranch])).toEqual([
    ...[
      ['/products/sensors', []],
      ['/products/sensors/small', ['7']],
    ],
  ])
  expect([site.categoryHref('pl', '8'), site.categoryHref('pl', '9')]).toEqual(['/products/sensors/small', undefined])
  expect(site.routeOfMember('pl', 'services', 'fleet')?.href).toBe('/services/fleet')
  expect([site.routeOfMember('pl', 'posts', 'fleet'), site.routeOfMember('fr', 'posts', 'a')]).toEqual([
    ...[undefined, undefined],
  ])
})

test('Addresses of redirects, shells and files of the build are known', () => {
  const nodes = [...(small.nodes ?? []), node('/club/:slug', 'hidden_pages')]
  const { site } = testSite({ locales: { pl: { ...small, nodes } }, otherAddresses: { '/old': '/about' } })
  const known = ['/about', '/Old/', '/club/anything', '/club/two/three', '/other']
  expect(known.map((path) => site.isKnownPath(path))).toEqual([true, true, true, false, false])
})

test('The search endpoint lists pages by slug; without a list all pages count as listed', () => {
  const families = [
    { id: 'main', origin, defaultLocale: 'pl', locales: ['pl', 'en'] },
    { id: 'fr', origin: 'https://www.example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ]
  const { site } = testSite({
    ...{ locales: { pl: small, en: small, fr: small }, settings: testSettings({ families }) },
    listings: { en: [{ slug: '/about' }], fr: [{ slug: '/blog' }, { slug: '/50%25-off' }], pl: [] },
  })
  const isListed = (locale: string, href: string) => site.isListed({ locale, href: href as Href })
  expect([isListed('en', '/en/About'), isListed('en', '/en/blog'), isListed('pl', '/about')]).toEqual([
    true,
    false,
    true,
  ])
  expect([isListed('fr', '/blog'), isListed('fr', '/50%2525-off'), isListed('fr', '/about')]).toEqual([
    true,
    true,
    false,
  ])
  expect(site.slugHref('fr', 'about')).toBe('/about')
  expect([
    site.routeAt('https://www.example.fr', '/about')?.locale,
    site.routeAt('https://no.example', '/about'),
  ]).toEqual(['fr', undefined])
})

test('Texts of own blocks are those of the locale, or of the default locale', () => {
  const texts = { pl: { own: { a: 'A', b: 'B' }, nav: { a: 'N' } }, en: { own: { a: 'E' } } }
  const own = indexSite({ ...data, texts }, site.documents).ownTexts('en')
  expect(own).toEqual({ 'own.a': 'E', 'own.b': 'B' })
})

test('A picture is found by its place, and a page with decomposed accents by any spelling', () => {
  const shown = { src: '/assets/a.png', width: 3, height: 2 }
  const nodes = [...(small.nodes ?? []), node('/Cafe\u0301/:slug', 'hidden_pages')]
  const { site } = testSite({ locales: { pl: { ...small, nodes } }, pictures: new Map([['/a.png', shown]]) })
  expect([site.picture('/a.png', 'text'), site.picture('/b.png', 'text')]).toEqual([shown, undefined])
  expect([site.isKnownPath('/caf\u00e9/x'), site.isKnownPath('/cafe/x')]).toEqual([true, false])
})

test('An unknown locale cannot be read', () => {
  expect(() => site.posts('xx')).toThrow('There is no content of the locale "xx".')
  expect([site.menu('xx', 'main'), site.routeAt(origin, '/')?.locale]).toEqual([[], 'pl'])
})

test('Pages with another original, noindex pages, search, login and error pages are not for search engines', () => {
  const nodes = [
    ...[...(small.nodes ?? []), node('/about-us', 2), node('/search', 4, { nodeType: 'search' })],
    ...[node('/login', 5), node('/secret', 6), node('/club/:slug', 'hidden_pages')],
  ]
  const odd = { 4: page(4, 'S'), 5: page(5, 'L', { layout: 'login' }), 6: page(6, 'N', { noindex: true }) }
  const { site, routes, data } = testSite({ locales: { pl: { ...small, nodes, pages: { ...small.pages, ...odd } } } })
  const indexed = routes.filter(isIndexable).map(({ href }) => href)
  expect(indexed).toEqual(['/', '/about', '/blog', '/blog/post-1', '/blog/post-2', '/blog/post-3', '/about-us'])
  expect(data.translations.get('pl')?.unlisted.size).toBeGreaterThan(3)
  expect(routes.filter(({ canonical }) => canonical).map((one) => alternatesOf(site, one))).toEqual([[]])
})

test('Translations on different domains name each other only if the search endpoint lists both', () => {
  const families = [
    { id: 'main', origin, defaultLocale: 'pl', locales: ['pl'] },
    { id: 'fr', origin: 'https://www.example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ]
  const reported = (pl: string[], fr: string[], family = 'main') => {
    const listOf = (slugs: string[]) => slugs.map((slug) => ({ slug }))
    const { site, routeAt } = testSite({
      ...{ locales: { pl: small, fr: small }, settings: testSettings({ families }), family },
      listings: { pl: listOf(pl), fr: listOf(fr) },
    })
    return alternatesOf(site, routeAt('/about')).map(({ hreflang, url }) => `${hreflang} ${url}`)
  }
  for (const family of ['main', 'fr'])
    expect(reported(['/about'], ['/about'], family)).toEqual([
      ...[`pl ${origin}/about`, 'fr https://www.example.fr/about', `x-default ${origin}/about`],
    ])
  expect([reported(['/blog'], ['/about']), reported(['/about'], ['/blog'])]).toEqual([[], []])
})

test('For a page without a translation, languages link to the home page, by absolute address on other domains', () => {
  const families = [
    { id: 'main', origin, defaultLocale: 'pl', locales: ['pl', 'en', 'de'] },
    { id: 'fr', origin: 'https://www.example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ]
  const home = { nodes: [node('/', 1)], pages: small.pages ?? {} }
  const { site, routeAt, routes } = testSite({
    locales: { pl: small, en: home, fr: small },
    settings: testSettings({ families }),
  })
  expect(languageLinks(site, routeAt('/about'))).toMatchObject([
    { locale: 'pl', name: 'Polski', href: '/about', isCurrent: true },
    { locale: 'en', name: 'English', href: '/en', isCurrent: false },
    { locale: 'fr', href: 'https://www.example.fr/about', isCurrent: false },
  ])
  const lost = routes.find(({ source, locale }) => source.kind === 'error' && locale === 'pl')
  expect(lost && languageLinks(site, lost).map(({ href }) => href)).toEqual(['/', '/en', 'https://www.example.fr/'])
})
