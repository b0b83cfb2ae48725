import { expect, it } from 'vitest'
import type { Reading } from '#cli/doctor/audited-reads.ts'
import { Rows } from '#cli/doctor/remark.ts'
import { askCall, type Visit } from '#cli/doctor/visit.ts'
import { node } from '#tests/fixtures/content.ts'
import { localeContent } from '#tests/fixtures/site.ts'
import { openVisit, type VisitAnswer, type VisitRequest } from '#tests/fixtures/visit.ts'
import { checkNodeDates, checkSharedTags, checkValidators } from './check-validators.ts'

const call = { path: '/menus', locale: 'pl' }
type Served = (request: VisitRequest, turn: number) => VisitAnswer

/** Returns the remarks on a service with these answers, the first of which has already been read. */
async function reported(served: Served, more: Partial<Visit> = {}): Promise<string[]> {
  let turn = 0
  await using visited = await openVisit((request) => served(request, turn++), more)
  const first = await askCall(visited.visit, call)
  await checkValidators({ call, first, value: undefined, count: 1, pages: 1 }, visited.visit)
  const asked = visited.requests.map(({ path, query }) => `${path}?${query}`)
  expect(new Set(asked)).toEqual(new Set(['/menus?locale=pl']))
  return visited.reported().map((line) => line.replace('at /menus pl: GET /menus (pl) ', ''))
}
const tagged = (etag: string, body = '[]') => ({ headers: { etag }, body })
const knows = ({ headers }: VisitRequest, etag: string) => headers['if-none-match'] === etag
const dated = (date: string) => ({ headers: { 'last-modified': date } })
const past = 'Mon, 05 Jan 2015 10:00:00 GMT'
const lately = new Date(Date.now() - 60_000).toUTCString()

it('has no remark on answers without tags, and on correct tags', async () => {
  expect(await reported(() => ({ body: [] }))).toEqual([])
  expect(await reported((request) => (knows(request, '"1"') ? { status: 304 } : tagged('"1"')))).toEqual([])
})

it.each<[string, Served]>([
  [
    'etag-changes returns the same bytes with a different ETag each time, first "0" and then "1".',
    (_, turn) => tagged(`"${turn}"`),
  ],
  ['etag-ignored has an ETag, but sends the whole answer again to a request that names it.', () => tagged('"1"')],
  [
    'etag-ignored has an ETag, but answers 412 to a request that names it.',
    (request) => (knows(request, '"1"') ? { status: 412 } : tagged('"1"')),
  ],
  ['etag-lies returns different bytes with the same ETag "1".', (_, turn) => tagged('"1"', `[${turn}]`)],
  [
    `last-modified-lies returns different bytes with the same Last-Modified ${past}.`,
    (_, turn) => ({ ...dated(past), body: [turn] }),
  ],
  [
    `last-modified-lies returns different bytes with the same Last-Modified ${lately}.`,
    (_, turn) => ({ ...dated(lately), body: [turn] }),
  ],
  ['answer-changes returns different bytes for each request.', (_, turn) => ({ body: [turn] })],
  [
    'answer-changes returns different bytes for each request.',
    (_, turn) => ({ headers: { date: past, 'last-modified': past }, body: [turn] }),
  ],
  [
    'last-modified-lies has a Last-Modified in the future, Fri, 01 Jan 2100 00:00:00 GMT.',
    () => ({ ...dated('Fri, 01 Jan 2100 00:00:00 GMT'), body: [] }),
  ],
  [
    'not-modified-always answers 304 to a tag that it never sent ("of-no-answer-ever"): builds would never see a change.',
    ({ headers }) => (headers['if-none-match'] ? { status: 304 } : { body: [] }),
  ],
  [
    'not-modified-always answers 304 to a date long ago (Thu, 01 Jan 1981 00:00:00 GMT): builds would never see a change.',
    ({ headers }) => (headers['if-modified-since'] ? { status: 304 } : { body: [] }),
  ],
])('reports: %s', async (words, served) => {
  expect(await reported(served)).toEqual([`remark ${words}`])
})

it('ignores answers that changed once, never changed since that date, or fail the second time', async () => {
  expect(await reported((_, turn) => ({ body: turn === 0 ? [1] : [2] }))).toEqual([])
  const old = dated('Tue, 01 Jan 1980 00:00:00 GMT')
  const isAsked = ({ headers }: VisitRequest) => headers['if-modified-since'] !== undefined
  expect(await reported((request) => (isAsked(request) ? { status: 304 } : { ...old, body: [] }))).toEqual([])
  expect(await reported((_, turn) => (turn === 0 ? { body: [] } : { status: 500, body: {} }))).toEqual([])
  // the tag changes before the last request
  expect(await reported((request) => tagged(knows(request, '"1"') ? '"2"' : '"1"'))).toEqual([])
})

it('ignores a single slow answer', async () => {
  await using visited = await openVisit(() => ({ body: [] }), { slowMs: 60_000 })
  const first = { ...(await askCall(visited.visit, call)), ms: 90_000 }
  await checkValidators({ call, first, value: undefined, count: 1, pages: 1 }, visited.visit)
  expect(visited.reported()).toEqual([])
})

it('reports addresses that are always slow', async () => {
  expect(await reported(() => ({ body: [] }), { slowMs: -1 })).toEqual(['remark slow takes 0.0 s for each request.'])
})

const readingOf = (path: string, headers: Record<string, string>, body = path) =>
  // no other field is read
  ({ call: { path, locale: 'pl' }, first: { headers, body: Buffer.from(body) } }) as unknown as Reading

it('compares dates of pages with those of their nodes', () => {
  const { nodes } = localeContent('pl', {
    nodes: [
      node('/half', '\ud800'), // no address can contain it
      node('/a', 'a b', { updatedAt: '2026-01-05T00:00:00Z' }),
      node('/b', 'b', { updatedAt: '2026-01-05T00:00:00Z' }),
    ],
  })
  const row = new Rows().of('/pages/{id}', 'pl')
  const at = (date: string) => ({ 'last-modified': date })
  checkNodeDates(
    nodes,
    [readingOf('/pages/a%20b', at(past)), readingOf('/pages/b', at('Sun, 04 Jan 2026 12:00:00 GMT'))],
    row,
  )
  expect(row.remarks.map(({ code, message }) => [code, message])).toEqual([
    [
      'last-modified-lies',
      `GET /pages/a%20b (pl) says that it was changed at ${past}, but its node says 2026-01-05T00:00:00Z.`,
    ],
  ])
})

it('reports a tag that three different documents share', () => {
  const row = new Rows().of('/posts/{slug}', 'pl')
  const shared = ['/posts/a', '/posts/b', '/posts/c'].map((path) => readingOf(path, { etag: '"1"' }))
  checkSharedTags(
    [...shared.slice(0, 2), readingOf('/posts/d', { etag: '"1"' }, '/posts/a'), readingOf('/posts/e', {})],
    row,
  )
  expect(row.remarks).toEqual([])
  checkSharedTags(shared, row)
  expect(row.remarks).toMatchObject([
    { code: 'etag-shared', message: '3 different documents share the ETag "1", among them GET /posts/a (pl).' },
  ])
})
