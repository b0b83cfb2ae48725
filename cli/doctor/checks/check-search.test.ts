import { expect, it } from 'vitest'
import { openVisit, type VisitAnswer } from '#tests/fixtures/visit.ts'
import { checkSearch } from './check-search.ts'

const results = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `T${at}`, content: 'c', slug: `/${at}` }))

/** Returns the remarks on a search that returns these answers to an empty phrase and to nonsense. */
async function reported(all: VisitAnswer, nonsense: VisitAnswer = { body: [] }, hasNodes = true) {
  await using visited = await openVisit(({ query }) => (query.get('phrase') ? nonsense : all))
  const { readings, listed } = await checkSearch('pl', hasNodes, visited.visit)
  return { reported: visited.reported(), readings, listed, requests: visited.requests, rows: visited.visit.rows.all }
}

it('searches for everything and for nonsense, and has no remark on a good search', async () => {
  const { reported: remarks, readings, listed, requests } = await reported({ body: results(3) })
  expect(remarks).toEqual([])
  expect(listed).toEqual(['/0', '/1', '/2'])
  expect(readings).toMatchObject([{ count: 3 }])
  expect(requests.map(({ query }) => query.toString())).toEqual([
    'phrase=&pagination=false&locale=pl',
    'phrase=qzxv-jwkq-9371&pagination=false&locale=pl',
  ])
})

it('reports a search with pagination', async () => {
  const { reported: remarks } = await reported({ body: { member: results(2), totalItems: 5 } })
  expect(remarks).toContain(
    'remark search-paged at /search pl: GET /search (pl) returns 2 of 5 results, although pagination=false requests all.',
  )
})

it('reports an empty search list, except in a locale without pages', async () => {
  expect((await reported({ body: [] })).reported).toEqual([
    'remark search-empty at /search pl: GET /search (pl) lists nothing for an empty phrase, although the locale has pages.',
  ])
  expect((await reported({ body: [] }, { body: [] }, false)).reported).toEqual([])
})

it('reports a search that finds everything for nonsense, but not one that finds some', async () => {
  expect((await reported({ body: results(2) }, { body: results(2) })).reported).toEqual([
    'remark search-ignores-phrase at /search pl: GET /search (pl) finds everything for "qzxv-jwkq-9371".',
  ])
  expect((await reported({ body: results(2) }, { body: results(1) })).reported).toEqual([])
})

it('explains the effects of a missing search, which is not an error', async () => {
  const { reported: remarks, readings, rows } = await reported({ status: 404, body: {} })
  expect(remarks).toMatchObject([expect.stringMatching(/^remark not-found at \/search pl: /)])
  expect(rows[0]?.remarks[0]?.hint).toMatch(/and the search page of the site finds nothing\.$/)
  expect(readings).toEqual([])
})
