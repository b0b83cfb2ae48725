import { expect, it } from 'vitest'
import { hrefOf } from './address.ts'
import { hintOfName, pagesNamed } from './pages-named.ts'

const origin = 'https://www.heron.example'
const pageAt = (path: string, slug = path) => ({ slug, href: hrefOf(path), file: `${path.slice(1)}/index.html` })
const pages = [pageAt('/de/news', '/news'), pageAt("/l'été"), pageAt('/100%25'), pageAt('/100%')]

it.each([
  ['/news', '/de/news'],
  ['/news/', '/de/news'],
  ['news', '/de/news'],
  ['de/news', '/de/news'],
  ['news/?page=2', '/de/news'],
  ['/de/news/', '/de/news'],
  ['de/news/index.html', '/de/news'],
  [`${origin}/de/news/?page=2#top`, '/de/news'],
  ["/l'été", '/l%27%C3%A9t%C3%A9'],
  ["/l'%C3%A9t%C3%A9", '/l%27%C3%A9t%C3%A9'],
  ['/l%27été', '/l%27%C3%A9t%C3%A9'],
  ["/l'été/".normalize('NFD'), '/l%27%C3%A9t%C3%A9'],
  ["l'été/index.html".normalize('NFD'), '/l%27%C3%A9t%C3%A9'],
  ['/100%', '/100%25'],
  ['/100%/', '/100%25'],
])('finds the page of %s', (name, href) => {
  expect(pagesNamed(name, pages, origin).map((page) => page.href)).toContain(href)
})

it('finds a page with combining accents, in either spelling', () => {
  const only = pageAt('/cafe\u0301')
  const names = ['/café', '/café/', '/caf%C3%A9', `${origin}/café`, 'café/index.html']
  for (const name of names.flatMap((one) => [one.normalize('NFC'), one.normalize('NFD')]))
    expect(pagesNamed(name, [only], origin), name).toEqual([only])
})

it('finds all pages of a slug, and one page of an address with origin', () => {
  const [first, second] = [pageAt('/kontakt'), pageAt('/de/kontakt', '/kontakt')]
  expect(pagesNamed('/kontakt/', [second, first], origin)).toEqual([second, first])
  expect(pagesNamed('/kontakt?a=1', [second, first], origin)).toEqual([second, first])
  for (const end of ['', '/']) expect(pagesNamed(`${origin}/kontakt${end}`, [second, first], origin)).toEqual([first])
})

it.each([
  `${origin}/news`,
  '',
  'ftp://www.heron.example/news',
  '/News',
  '/de',
  'https://elsewhere.example/de/news',
  '//elsewhere.example/de/news',
])('finds no page of "%s"', (name) => {
  expect(pagesNamed(name, [pageAt('/'), ...pages], origin)).toEqual([])
})

it.each([
  ['/newss', 'Did you mean "/news"'],
  ['/de/newss', 'Did you mean "/de/news"'],
  ['newss', 'Did you mean "/news"'],
  ['/zzz', 'Pass a slug'],
  ['/%', 'Pass a slug'],
])('suggests names for "%s"', (name, hint) => {
  expect(hintOfName(name, [pageAt('/'), ...pages], []).startsWith(hint)).toBe(true)
})

it('suggests a single similar page', () => {
  expect(hintOfName('/kontakd', [pageAt('/kontakt')], [])).toMatch(/^Did you mean "\/kontakt"\? Pass a slug/)
})

it('names other locales that have a page of this name', () => {
  const elsewhere = [{ locale: 'de' }, { locale: 'fr' }, { locale: 'de' }]
  expect(hintOfName('/neues', pages, elsewhere)).toBe('It is a page in de, fr. Pass --locale de,fr.')
  expect(hintOfName('/neues', pages, [{ locale: 'de' }])).toBe('It is a page in de. Pass --locale de.')
})
