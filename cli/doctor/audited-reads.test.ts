import { expect, it } from 'vitest'
import { pageOf } from '#content/client/read-collection.ts'
import { Findings } from '#content/finding.ts'
import { pageSchema, postSchema } from '#content/schema.ts'
import { page, post } from '#tests/fixtures/content.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { openVisit, type VisitAnswer, type VisitRequest } from '#tests/fixtures/visit.ts'
import { auditReads, ReadFailedError } from './audited-reads.ts'

const posts = { path: '/posts', locale: 'pl' }

async function open(answer: (request: VisitRequest) => VisitAnswer, areErrors?: boolean) {
  const visited = await openVisit(answer, {
    settings: testSettings({ limits: { documentBytes: 2000, documentDepth: 8 } }),
  })
  return { visited, reads: auditReads(visited.visit, areErrors === undefined ? {} : { areErrors }) }
}

it('reads a document, and keeps how it was read', async () => {
  const { visited, reads } = await open(() => ({ body: page(1, 'Home') }))
  await using _ = visited
  const found = await reads.fetchDocument({ path: '/pages/1', locale: 'pl' }, pageSchema, new Findings())
  expect(found?.document).toMatchObject({ title: 'Home' })
  expect(found?.hash).toMatch(/^\S{20,}$/)
  expect(reads.readings).toMatchObject([{ call: { path: '/pages/1' }, count: 1, pages: 1, first: { status: 200 } }])
  expect(visited.reported()).toEqual([])
})

it('reads a collection to its end, and leaves out invalid members', async () => {
  const { visited, reads } = await open(({ query }) =>
    query.get('page') === '2'
      ? { body: { member: [post(3)] } }
      : { body: { member: [post(1), { ...post(2), slug: 7 }], view: { next: '/api/posts?page=2&locale=pl' } } },
  )
  await using _ = visited
  const found = await reads.fetchCollection(posts, postSchema, new Findings())
  expect(found.map(({ slug }) => slug)).toEqual(['post-1', 'post-3'])
  expect(reads.readings).toMatchObject([{ count: 3, pages: 2 }])
  expect(visited.reported()).toEqual([expect.stringMatching(/^error field-invalid at \/posts pl: /)])
})

it.each<[boolean | undefined, string]>([
  [undefined, 'error'],
  [false, 'remark'],
])('notes why nothing was read (errors: %j)', async (areErrors, kind) => {
  const { visited, reads } = await open(() => ({ status: 404, body: {} }), areErrors)
  await using _ = visited
  await expect(reads.fetchCollection(posts, postSchema, new Findings())).rejects.toBeInstanceOf(ReadFailedError)
  expect(visited.reported()).toEqual([`${kind} not-found at /posts pl: GET /posts (pl) answers 404.`])
  expect(reads.readings).toEqual([])
})

it.each<[string, VisitAnswer]>([
  ['not-found', { status: 404, body: {} }],
  ['redirect-elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/api' } }],
  ['html-for-json', { body: '<html>Shop</html>' }],
  ['field-invalid', { body: { id: 1 } }],
])('names the option with the address of the service for categories (%s)', async (code, answer) => {
  const { visited, reads } = await open(() => answer)
  await using _ = visited
  visited.visit.commerce = new URL(visited.visit.api)
  const call = { path: '/product_categories', locale: 'pl', commerce: true }
  await expect(reads.fetchCollection(call, postSchema, new Findings())).rejects.toBeInstanceOf(ReadFailedError)
  const remarks = visited.visit.rows.all.flatMap((row) => row.remarks)
  expect(remarks).toMatchObject([{ code, hint: expect.stringContaining('--commerce-api or SITE_COMMERCE_API') }])
  expect(remarks[0]?.hint).not.toContain('--api')
})

it('refuses a document that is nested deeper than the settings allow', async () => {
  const deep = { a: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } }
  const { visited, reads } = await open(() => ({ body: { ...page(1, 'Home'), deep } }))
  await using _ = visited
  const reading = reads.fetchDocument({ path: '/pages/1', locale: 'pl' }, pageSchema, new Findings())
  await expect(reading).rejects.toBeInstanceOf(ReadFailedError)
  expect(visited.reported()).toEqual([
    'error document-too-large at /pages/{id} pl: GET /pages/1 (pl) returned a document that is nested more than 8 levels deep.',
  ])
})

it('refuses a document with more bytes than the settings allow, but not a collection page of many documents', async () => {
  const { visited, reads } = await open(() => ({ body: { ...page(1, 'Home'), more: 'x'.repeat(2000) } }))
  await using _ = visited
  const reading = reads.fetchDocument({ path: '/pages/1', locale: 'pl' }, pageSchema, new Findings())
  await expect(reading).rejects.toBeInstanceOf(ReadFailedError)
  expect(visited.reported()).toEqual([
    expect.stringMatching(/^error document-too-large at .* more than 2,000 bytes\.$/),
  ])
  const { visited: many, reads: readsOfMany } = await open(() => ({
    body: { member: Array.from({ length: 99 }, (_, at) => post(at)) },
  }))
  await using __ = many
  await expect(readsOfMany.fetchCollection(posts, postSchema, new Findings())).resolves.toHaveLength(99)
})

it.each<[string, (turn: number) => unknown, string]>([
  ['the same members', () => [post(1)], 'returns the members of page 1 again as page 2, at another address.'],
  ['no members', () => [], 'has a next page after each of 4 empty pages.'],
])('stops reading an endless collection, which returns %s', async (_name, members, words) => {
  const { visited, reads } = await open(({ query }) => {
    const turn = Number(query.get('turn') ?? 0)
    return { body: { member: members(turn), view: { next: `/api/posts?locale=pl&turn=${turn + 1}` } } }
  })
  await using _ = visited
  await expect(reads.fetchCollection(posts, postSchema, new Findings())).rejects.toBeInstanceOf(ReadFailedError)
  expect(visited.reported()).toEqual([`error paging-endless at /posts pl: GET /posts (pl) ${words}`])
})

it('reads a collection to its end although some of its pages are empty, but never more than three in a row', async () => {
  const pages = [[], [], [], [post(1)], [], [], [], [post(2)]]
  const { visited, reads } = await open(({ query }) => {
    const at = Number(query.get('turn') ?? 0)
    const next = at + 1 < pages.length ? { next: `/api/posts?locale=pl&turn=${at + 1}` } : {}
    return { body: { member: pages[at], view: next } }
  })
  await using _ = visited
  expect(await reads.fetchCollection(posts, postSchema, new Findings())).toHaveLength(2)
  expect([reads.readings[0]?.pages, visited.reported()]).toEqual([8, []])
})

it.each([
  [[1], [1]],
  [{ member: [1] }, [1]],
  [{ 'hydra:member': [1] }, [1]],
  [{ member: 1 }, undefined],
  [null, undefined],
])('finds the members of %j', (body, members) => {
  expect(pageOf(body)?.members).toEqual(members)
})
