import { expect, it } from 'vitest'
import { node, smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { describePlace, placeOf } from './place.ts'

const small = smallSite({ posts: 2, perPage: 1 })
const menus = [
  { id: 1, name: 'Blog', slug: '/blog', group: 'main', children: [{ id: 2, name: 'Post', url: '/blog/post-1' }] },
  { id: 3, name: 'About', url: '/about', group: 'footer' },
]
const nodes = [...(small.nodes ?? []), node('/about-us', 2), node('/products/:slug', 'product_categories')]
const product_categories = [{ id: 7, name: 'Sensors', path: '/sensors', parentBranch: [] }]
const { site, routeAt } = testSite({ locales: { pl: { ...small, menus, nodes, product_categories }, en: small } })
const placeAt = (path: string) => placeOf(site, routeAt(path))

it('describes the place of a page', () => {
  const post = placeAt('/blog/post-1')
  expect(post).toMatchObject({
    ...{ locale: 'pl', origin: 'https://www.example.com', slug: '/blog/post-1', href: '/blog/post-1' },
    source: { kind: 'document', collection: 'posts', key: 'post-1' },
    ...{ memberId: '1', page: 1, nodeType: 'article', crumbs: [{ name: 'Blog', slug: '/blog' }], isIndexable: true },
    marks: { main: '[[0,false,[[0,true,[]]]]]', footer: '[]' },
  })
  expect(post.alternates.map(({ hreflang }) => hreflang)).toEqual(['pl', 'en', 'x-default'])
  expect(post.languages.map(({ href }) => href)).toEqual(['/blog/post-1', '/en/blog/post-1'])
  expect([post.list, post.canonical]).toEqual([undefined, undefined])
})

it('describes the pages of a list, the original of a page, and a category by its id only', () => {
  expect(placeAt('/blog/page/2')).toMatchObject({ page: 2, list: { first: '/blog', pages: 2 } })
  expect(placeAt('/about-us')).toMatchObject({ canonical: '/about', alternates: [] })
  expect(placeAt('/products/sensors').source).toEqual({ kind: 'category', id: '7' })
  const lost = placeOf(site, routeAt('/404.html'))
  expect(lost).toMatchObject({ crumbs: [], isIndexable: false })
  expect(lost.nodeType).toBeUndefined()
})

it('Entries of a menu are marked on their page, above it, and above a marked entry', () => {
  const marksAt = (path: string) => placeAt(path).marks
  expect(marksAt('/blog')).toEqual({ main: '[[0,true,[]]]', footer: '[]' })
  expect(marksAt('/blog/post-2')).toEqual({ main: '[[0,false,[]]]', footer: '[]' })
  expect(marksAt('/about')).toEqual({ main: '[]', footer: '[[0,true,[]]]' })
  expect(marksAt('/')).toEqual({ main: '[]', footer: '[]' })
})

it.each([
  ['slug', { record: 'the sitemap node "/about" (pl)', field: 'slug' }],
  ['href', { record: 'the sitemap node "/about" (pl)', field: 'slug' }],
  ['languages[en].href', { record: 'the pages in other languages', field: 'languages[en].href' }],
  ['alternates[0]', { record: 'the pages in other languages', field: 'alternates[0]' }],
  ['list.pages', { record: 'the number of pages of its list' }],
  ['page', { record: 'the number of pages of its list' }],
  ['marks.main', { record: 'which entries of the menu "main" point to it' }],
  ['isIndexable', { record: 'whether it may be indexed, which "noindex" of its document decides,' }],
  ['crumbs[0].name', { record: 'the sitemap node "/about" (pl)', field: 'crumbs[0].name' }],
  ['', { record: 'the sitemap node "/about" (pl)' }],
])('names the record with the field "%s" of a place', (path, reported) => {
  expect(describePlace(path, { locale: 'pl', slug: '/about' })).toEqual(reported)
})
