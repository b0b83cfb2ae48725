import { expect, it } from 'vitest'
import { node, page, post, smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { feedOf } from './feeds-of.ts'

it('has the first twenty posts with a date, which may be that of a change', () => {
  const posts = Array.from({ length: 23 }, (_, at) =>
    post(at + 1, { publicationDate: null, updatedAt: at === 1 ? null : '2026-11-02' }),
  )
  const { site } = testSite({ locales: { pl: { ...smallSite(), posts } } })
  const [first, second, ...rest] = site.posts('pl').map(({ slug }) => slug)
  const shown = feedOf(site, 'pl')?.entries.map(({ url }) => url.split('/').at(-1))
  expect([shown?.length, shown?.slice(0, 2), second]).toEqual([20, [first, rest[0]], 'post-2'])
})

it('gives the times of posts in UTC, leaves out posts without one, and does not exist without any', () => {
  const published = '2026-10-28T08:00:00+01:00'
  const feedWith = (...posts: ReturnType<typeof post>[]) =>
    feedOf(testSite({ locales: { pl: { ...smallSite(), posts } } }).site, 'pl')
  const soon = { publicationDate: 'soon', updatedAt: null }
  const [first, ...others] =
    feedWith(
      post(1, { publicationDate: published, updatedAt: '2026-11-02' }),
      post(2, { publicationDate: published, updatedAt: 'soon' }),
      post(3, soon),
      post(4, { publicationDate: published, updatedAt: '2026-10-20' }), // it was scheduled
    )?.entries.map((entry) => [entry.published, entry.updated]) ?? []
  expect(first).toEqual(['2026-10-28T07:00:00.000Z', '2026-11-02T00:00:00.000Z'])
  const once = ['2026-10-28T07:00:00.000Z', '2026-10-28T07:00:00.000Z']
  expect(others).toEqual([once, once])
  expect(feedWith(post(1, soon))).toBeUndefined()
})

it('names posts by ids that fit into an address, whatever ids the service has', () => {
  const posts = [post(1, { id: 'half \ud83d' }), post(2, { id: '<&>' })]
  const { site } = testSite({ locales: { pl: { ...smallSite(), posts } } })
  const ids = feedOf(site, 'pl')?.entries.map(({ id }) => new URL(id).hash)
  expect(ids).toEqual(['#post-half%20%EF%BF%BD-pl', '#post-%3C%26%3E-pl'])
})

it('has the title, address and authors of the blog, and leaves out posts without a page', () => {
  const posts = [post(1, { updatedAt: '2026-11-02', author: 'Ada' }), post(2), post(3)]
  const { site } = testSite({ locales: { pl: smallSite(), en: { ...smallSite(), posts } } })
  const feed = feedOf(site, 'en')
  expect(feed).toMatchObject({
    ...{ file: 'en/feed.xml', lang: 'en', title: 'Blog – Brand', brand: 'Brand' },
    ...{ url: 'https://www.example.com/en/feed.xml', page: 'https://www.example.com/en/blog' },
    icon: 'https://www.example.com/icon-512.png',
  })
  expect(feed?.entries[0]).toEqual({
    ...{ id: 'https://www.example.com/#post-1-en', url: 'https://www.example.com/en/blog/post-1', title: 'Post 1' },
    ...{ published: '2026-10-28T07:00:00.000Z', updated: '2026-11-02T00:00:00.000Z', summary: 'Lead 1', author: 'Ada' },
  })
  expect(feedOf(site, 'pl')?.file).toBe('feed.xml')
})

it('A feed needs a post with a date and a page; without a blog it has the title of the site', () => {
  const { nodes = [], ...small } = smallSite()
  const feedIn = (locale: object) => feedOf(testSite({ locales: { pl: { ...small, nodes, ...locale } } }).site, 'pl')
  const blog = (title: string) => ({ ...small.pages, 3: page(3, title, { layout: 'blog' }) })
  expect(feedIn({ pages: blog('') })?.title).toBe('Brand')
  expect(feedIn({ nodes: nodes.slice(0, 2) })).toBeUndefined()
  const alone = feedIn({ nodes: [...nodes.slice(0, 2), node('/news/:slug', 'posts', { action: 'show' })] })
  expect([alone?.title, alone?.page, alone?.entries.length]).toEqual(['Brand', undefined, 3])
  expect(feedIn({ nodes: nodes.slice(0, 3) })).toBeUndefined()
  expect(feedIn({ posts: [post(1, { publicationDate: null })] })).toBeUndefined()
})
