import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hiddenProps } from '#blocks/_shared/islands/hidden-page-island.tsx'
import { fakeReader } from '#tests/fake-reader.ts'
import { readLists } from './read-lists.ts'

const asked: string[] = []
/** Returns the answer to a request for a page of posts, in tests of other services: most answer with bare lists. */
let answerOf: ((page: number) => object) | undefined
/** A service that returns each collection in ten pages of five members. The last page links to itself as the next. */
const service = createServer(({ url = '/', headers }, response) => {
  asked.push(`${url} ${headers['accept-locale']}`)
  const { pathname, searchParams } = new URL(url, 'http://service.invalid')
  const page = Number(searchParams.get('page') ?? 1)
  const member = [1, 2, 3, 4, 5].map((at) => ({
    id: page * 10 + at,
    slug: `a/${at}`,
    title: '',
    lead: null,
    href: 'javascript:1',
  }))
  if (answerOf) return response.end(JSON.stringify(answerOf(page)))
  const next = `${pathname}?page=${Math.min(page + 1, 10)}`
  if (pathname.endsWith('/contact_people')) response.statusCode = 500
  response.end(JSON.stringify({ member, view: { next } }))
})

beforeEach(async () => {
  asked.length = 0
  answerOf = undefined
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('location', { href: `http://127.0.0.1:${(service.address() as AddressInfo).port}/zone/x` })
})
afterEach(() => {
  vi.unstubAllGlobals()
  service.closeAllConnections()
  service.close()
})

const props = hiddenProps({ before: '/zone/', after: '' }, fakeReader())

it.each([
  [{ type: 'blog_list' }, 15],
  [{ type: 'post_list', limit: 2 }, 15],
  [{ type: 'post_list', limit: 15 }, 15],
  [{ type: 'post_list', limit: 17 }, 20],
  [{ type: 'blog_list', perPage: 16 }, 20],
])('reads as many posts as %j may show', async (block, count) => {
  const { posts } = await readLists([{ id: '1', ...block }], props)
  expect(posts).toHaveLength(count)
  expect(posts?.[0]).toEqual({ id: '11', slug: 'a/1', title: '' })
  expect(asked[0]).toBe('/api/posts?page=1&locale=en en')
})

const one = (page: number) => [{ id: page, slug: `${page}` }]
it.each([
  ['until a page is empty', (page: number) => (page < 4 ? one(page) : []), 3, 4],
  ['until a page is a repetition', () => one(1), 1, 2],
  [
    'as far as the block shows them',
    (page: number) => Array.from({ length: 8 }, (_, at) => one(page * 8 + at)[0]),
    16,
    2,
  ],
])('reads posts in bare lists %s', async (_, list, count, requests) => {
  answerOf = list as typeof answerOf
  const { posts } = await readLists([{ id: '1', type: 'blog_list' }], props)
  expect([posts?.length, asked.length]).toEqual([count, requests])
})

it('reads a list with `next` to its end, even if two pages are equal', async () => {
  answerOf = (page) => ({
    member: one(page === 1 ? 2 : page),
    ...(page < 3 && { view: { next: `?page=${page + 1}` } }),
  })
  const { posts } = await readLists([{ id: '1', type: 'blog_list' }], props)
  expect(posts?.map(({ id }) => id)).toEqual(['2', '2', '3'])
})

it('reads all posts for an own block, because nothing says how many it shows', async () => {
  const lists = { ...props.blocks.lists, newest_first: { list: 'posts' as const } }
  const { posts } = await readLists([{ id: '1', type: 'newest_first' }], {
    ...props,
    blocks: { ...props.blocks, lists },
  })
  expect(posts).toHaveLength(50)
})

it('reads at most 50 pages of a list that has no end', async () => {
  answerOf = one
  const lists = { ...props.blocks.lists, newest_first: { list: 'posts' as const } }
  const { posts } = await readLists([{ id: '1', type: 'newest_first' }], {
    ...props,
    blocks: { ...props.blocks, lists },
  })
  expect([posts?.length, asked.length]).toEqual([50, 50])
})

it('takes the addresses of pages from their slugs alone', async () => {
  const members = { services: { before: '/en/services/', after: '' } }
  const { services } = await readLists([{ id: '1', type: 'offers' }], { ...props, members })
  expect(services?.[0]).toEqual({ id: '11', slug: 'a/1', title: '', href: '/en/services/a%2F1' })
})

it('reads any other collection to its end, once for all blocks, unless it fails or no block shows it', async () => {
  const types = ['jobs', 'jobs', 'offers', 'contact', 'text']
  const lists = await readLists(
    types.map((type, at) => ({ id: `${at}`, type })),
    props,
  )
  expect([lists.job_offers?.length, lists.services?.length, lists.contact_people, lists.posts]).toEqual([
    ...[50, 50, undefined, undefined],
  ])
  expect(asked.filter((url) => url.startsWith('/api/job_offers'))).toHaveLength(10)
})
