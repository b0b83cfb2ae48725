import { expect, it } from 'vitest'
import { askCall } from '#cli/doctor/visit.ts'
import { post } from '#tests/fixtures/content.ts'
import { openVisit, type VisitAnswer } from '#tests/fixtures/visit.ts'
import { checkPaging } from './check-paging.ts'

const all = [1, 2, 3].map((id) => post(id))
const call = { path: '/services', locale: 'pl' }

async function reported(answerTo: (page: number) => VisitAnswer, pages = 1): Promise<string[]> {
  await using visited = await openVisit(({ query }) => answerTo(Number(query.get('page') ?? 1)))
  const first = await askCall(visited.visit, call)
  await checkPaging({ call, first, value: JSON.parse(`${first.body}`), count: 2, pages }, visited.visit)
  return visited.reported()
}

it.each([
  ['a list', (members: unknown[]) => members],
  ['an object', (member: unknown[]) => ({ member })],
])('reports %s that has further pages without naming them', async (_, wrap) => {
  expect(await reported((page) => ({ body: wrap(all.slice(2 * page - 2, 2 * page)) }))).toEqual([
    'remark paging-hidden at /services pl: GET /services (pl) names no next page, but has other members at page=2, so a build reads only the first 2.',
  ])
})

it.each<[string, (page: number) => VisitAnswer]>([
  ['the same list, with a new time', () => ({ body: all.map((one) => ({ ...one, updatedAt: performance.now() })) })],
  ['an empty list', (page) => ({ body: page === 1 ? all : [] })],
  ['a failure', (page) => (page === 1 ? { body: all } : { status: 400, body: { message: 'No page' } })],
  ['a page of HTML', (page) => ({ body: page === 1 ? all : '<p>Out of range</p>' })],
])('has no remark if the second page is %s', async (_, answerTo) => {
  expect(await reported(answerTo)).toEqual([])
})

it('asks for no page of a list that was read to its last page', async () => {
  expect(await reported((page) => ({ body: [post(page)] }), 2)).toEqual([])
})
