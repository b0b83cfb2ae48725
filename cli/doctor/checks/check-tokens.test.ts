import { expect, it } from 'vitest'
import type { Reading } from '#cli/doctor/audited-reads.ts'
import type { ExaminedLocale } from '#cli/doctor/examine-locale.ts'
import { localeContent } from '#tests/fixtures/site.ts'
import { openVisit, type VisitAnswer, type VisitRequest } from '#tests/fixtures/visit.ts'
import { checkTokens } from './check-tokens.ts'

const nodeOf = (nodeType: string) => ({
  nodeType,
  action: 'index',
  slug: `/${nodeType}`,
  nodeReference: nodeType === 'pattern' ? 'hidden_pages' : '1',
  crumbs: [],
})
// no other field of a reading is read
const readings = [{ call: { path: '/pages/1', locale: 'pl' } }] as Reading[]
type Answers = { preview?: Answer; hidden?: Answer; check?: Answer }
type Answer = (authorization: string | undefined) => VisitAnswer

const refuse: Answer = () => ({ status: 401, body: {} })
const good: Answer = (authorization) =>
  authorization === 'Bearer secret' ? { body: { id: 1, title: 'A', blocks: [] } } : { status: 401, body: {} }

async function look({ preview = good, hidden = refuse, check = refuse }: Answers, token?: string, nodes = ['login']) {
  const answer = ({ path, headers }: VisitRequest): VisitAnswer => {
    const by = path.startsWith('/hidden_pages/') ? hidden : path === '/token/check' ? check : preview
    return by(headers.authorization)
  }
  await using visited = await openVisit(answer, { token })
  const content = localeContent('pl', { nodes: nodes.map(nodeOf) })
  // no other field is read
  await checkTokens({ content, readings } as ExaminedLocale, visited.visit)
  const found = visited.visit.rows.all.map(({ endpoint, found: is }) => `${endpoint}: ${is}`)
  return { reported: visited.reported(), found, requests: visited.requests }
}

it('has no remark on a service that requires its tokens', async () => {
  const { reported, found, requests } = await look({}, 'secret')
  expect(reported).toEqual([])
  expect(found).toEqual([
    '/pages/{id}?preview=true: 401 without a token, 200 with one',
    '/hidden_pages/{slug}: 401 without a token',
    '/token/check: 401 without a token',
  ])
  expect(
    requests
      .map(({ headers: { authorization } }) => authorization)
      .filter(Boolean)
      .sort(),
  ).toEqual([...Array(3).fill('Bearer of-nobody-at-all'), 'Bearer secret'])
})

it('requests hidden pages only if there is a way to log in', async () => {
  const { found } = await look({}, undefined, ['article'])
  expect(found).toEqual(['/pages/{id}?preview=true: 401 without a token'])
  expect((await look({}, undefined, ['pattern'])).found).toContain('/hidden_pages/{slug}: 401 without a token')
})

it('reports that an unreachable service answers nothing', async () => {
  const nothing = { status: 0 }
  const { reported, found } = await look(
    { preview: () => nothing, hidden: () => nothing, check: () => nothing },
    'secret',
  )
  expect(found).toEqual([
    '/pages/{id}?preview=true: nothing without a token, nothing with one',
    '/hidden_pages/{slug}: nothing without a token',
    '/token/check: nothing without a token',
  ])
  expect(reported.join()).toContain('answers nothing to preview=true without a token.')
})

const page = { body: { id: 1, title: 'A', blocks: [] } }

it.each<[Answers, string | undefined, string]>([
  [
    { preview: () => page },
    undefined,
    'preview-open at /pages/{id}?preview=true pl: GET /pages/1 (pl) returns drafts to anyone, or has none: preview=true without a token is answered 200.',
  ],
  [
    { preview: () => ({ status: 404, body: {} }) },
    undefined,
    'preview-refused at /pages/{id}?preview=true pl: GET /pages/1 (pl) answers 404 to preview=true without a token.',
  ],
  [
    { preview: () => ({ body: { code: 404, message: 'x' } }) },
    undefined,
    'preview-refused at /pages/{id}?preview=true pl: GET /pages/1 (pl) answers 404 to preview=true without a token.',
  ],
  [
    { preview: (token) => (token ? page : { status: 403, body: {} }) },
    undefined,
    'token-ignored at /pages/{id}?preview=true pl: GET /pages/1 (pl) returns drafts for an invented token.',
  ],
  [
    { preview: refuse },
    'secret',
    'preview-broken at /pages/{id}?preview=true pl: GET /pages/1 (pl) returns no draft for the token of SITE_API_TOKEN: GET /pages/1 (pl) with preview=true answers 401 to the token of SITE_API_TOKEN.',
  ],
  [
    { preview: (token) => (token === 'Bearer secret' ? { body: { blocks: 7 } } : { status: 401, body: {} }) },
    'secret',
    'preview-broken at /pages/{id}?preview=true pl: GET /pages/1 (pl) returns no draft for the token of SITE_API_TOKEN: the answer is not a page.',
  ],
  [
    { hidden: () => page },
    undefined,
    'hidden-open at /hidden_pages/{slug} pl: GET /hidden_pages/asked-by-nobody (pl) is answered 200 without a token.',
  ],
  [
    { check: () => ({ status: 404, body: {} }) },
    undefined,
    'not-found at /token/check pl: GET /token/check answers 404, so an expired token is noticed only at a hidden page.',
  ],
  [
    { check: () => ({ status: 204 }) },
    undefined,
    'token-ignored at /token/check pl: GET /token/check answers 204 without a token.',
  ],
  [
    { check: (token) => (token ? { status: 204 } : { status: 401, body: {} }) },
    undefined,
    'token-ignored at /token/check pl: GET /token/check answers 204 to an invented token.',
  ],
])('reports %#', async (answers, token, words) => {
  expect((await look(answers, token)).reported).toEqual([`remark ${words}`])
})

it('takes only a success as an answer to an invented token', async () => {
  const preview = (token?: string) => ({ status: token ? 300 : 401, body: {} })
  expect((await look({ preview }, undefined)).reported).toEqual([])
})
