import { expect, it } from 'vitest'
import { postSchema } from '#content/schema.ts'
import { node, page, post, smallSite } from '#tests/fixtures/content.ts'
import { localeContent } from '#tests/fixtures/site.ts'
import { type Draft, overlayDraft } from './overlay-draft.ts'

const dated = (id: number, day: string) => post(id, { publicationDate: `2026-10-${day}T08:00:00+01:00` })
const content = localeContent('en', { ...smallSite(), posts: [dated(3, '30'), dated(2, '20'), dated(1, '10')] })
const drafted = (fields: Record<string, unknown>): Draft => {
  const document = postSchema.parse(fields)
  return { kind: 'posts', id: document.id, document } as Draft
}
const ids = (draft: Draft): string[] => overlayDraft(content, draft).collections.posts.map(({ id }) => id)

it('keeps the place of a member whose date is unchanged', () => {
  const draft = drafted({ ...dated(2, '20'), title: 'Other' })
  expect(ids(draft)).toEqual(['3', '2', '1'])
  expect(overlayDraft(content, draft).collections.posts[1]?.title).toBe('Other')
})

it('puts a member with another date, and a new one, in the place of its date', () => {
  expect(ids(drafted(dated(1, '25')))).toEqual(['3', '1', '2'])
  expect(ids(drafted(dated(9, '31')))).toEqual(['9', '3', '2', '1'])
  expect(ids(drafted(dated(9, '01')))).toEqual(['3', '2', '1', '9'])
})

it('reads dates as pages do: an offset may be only hours, and a time without one is in UTC', () => {
  expect(ids(drafted(post(1, { publicationDate: '2026-10-25T08:00:00+01' })))).toEqual(['3', '1', '2'])
  expect(ids(drafted(post(1, { publicationDate: '2026-10-20T07:00:01' })))).toEqual(['3', '1', '2'])
  expect(ids(drafted(post(1, { publicationDate: '2026-10-20T06:59:59' })))).toEqual(['3', '2', '1'])
})

it.each([null, 'some day', 'Day 5'])(
  'keeps the place of a member with the date %j, and puts a new one last',
  (publicationDate) => {
    expect(ids(drafted(post(2, { publicationDate })))).toEqual(['3', '2', '1'])
    expect(ids(drafted(post(9, { publicationDate })))).toEqual(['3', '2', '1', '9'])
  },
)

it('changes a category and no other collection', () => {
  const categories = [
    { id: '1', name: 'Trackers', path: 'trackers', parentBranch: [] },
    { id: '2', name: 'Plugs', path: 'plugs', parentBranch: [] },
  ] as unknown as typeof content.collections.product_categories // its other fields do not matter
  const published = { ...content, collections: { ...content.collections, product_categories: categories } }
  const document = { ...categories[0], name: 'Other' } as (typeof categories)[number]
  const { collections } = overlayDraft(published, { kind: 'product_categories', id: '1', document })
  expect(collections).toEqual({ ...published.collections, product_categories: [document, categories[1]] })
})

it('moves a document to its new slug', () => {
  const { documents, notes } = overlayDraft(content, drafted({ ...dated(2, '20'), slug: 'moved' }))
  expect([...documents.posts.keys()].sort()).toEqual(['moved', 'post-1', 'post-3'])
  const noted = [...notes.keys()].filter((key) => key.startsWith('posts/'))
  expect(noted.sort()).toEqual(['posts/moved', 'posts/post-1', 'posts/post-3'])
})

it('replaces the node of a page in its place, adds a new one, and leaves the others unchanged', () => {
  const document = page('2', 'About') as never
  const moved = overlayDraft(content, { kind: 'pages', id: '2', document, nodes: [node('/moved', '2')] as never })
  expect(moved.nodes.map(({ slug }) => slug)).toEqual(['/', '/moved', '/blog', '/blog/:slug'])
  const added = overlayDraft(content, { kind: 'pages', id: '8', document, nodes: [node('/new', '8')] as never })
  expect(added.nodes.at(-1)?.slug).toBe('/new')
  expect(content.nodes).toHaveLength(4)
})

it('replaces each of several nodes of a page in its place', () => {
  const published = localeContent('en', { ...smallSite(), nodes: [node('/a', 2), node('/between', 1), node('/b', 2)] })
  const document = page('2', 'About') as never
  const nodes = [node('/c', '2'), node('/d', '2'), node('/e', '2')] as never
  const drafted = overlayDraft(published, { kind: 'pages', id: '2', document, nodes })
  expect(drafted.nodes.map(({ slug }) => slug)).toEqual(['/c', '/between', '/d', '/e'])
})

it('keeps the pattern of a collection when a page has the name of the collection as its id', () => {
  const nodes = [node('/news', 'posts'), ...(smallSite().nodes ?? [])]
  const published = localeContent('en', { ...smallSite(), nodes })
  const document = page('posts', 'News') as never
  const moved = overlayDraft(published, {
    kind: 'pages',
    id: 'posts',
    document,
    nodes: [node('/moved', 'posts')] as never,
  })
  expect(moved.nodes.map(({ slug }) => slug)).toEqual(['/moved', '/', '/about', '/blog', '/blog/:slug'])
})
