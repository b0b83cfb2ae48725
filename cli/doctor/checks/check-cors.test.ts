import { expect, it } from 'vitest'
import type { ExaminedLocale } from '#cli/doctor/examine-locale.ts'
import type { Visit } from '#cli/doctor/visit.ts'
import { localeContent, testSettings } from '#tests/fixtures/site.ts'
import { openVisit, type VisitAnswer, type VisitRequest } from '#tests/fixtures/visit.ts'
import { checkWriting } from './check-cors.ts'

const open = {
  'access-control-allow-origin': 'https://www.example.com',
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers': 'Accept-Locale, Authorization, Content-Type, Idempotency-Key',
}
const login = { nodeType: 'login', action: 'index', slug: '/login', nodeReference: '1', crumbs: [] }

type Look = { headers?: Record<string, string>; answer?: (request: VisitRequest) => VisitAnswer | undefined }
type Site = { locale?: string; blocks?: string[]; hasLogin?: boolean; more?: Partial<Visit> }

/**
 * Checks writing to a service for a site with these `blocks`. The service allows every origin, or answers with these
 * `headers` instead.
 */
async function look({ headers, answer }: Look, { locale = 'pl', blocks = ['contact'], hasLogin, more }: Site = {}) {
  await using visited = await openVisit((request) => {
    const own = answer?.(request)
    if (own) return own
    const head = headers ?? open
    if (request.method === 'OPTIONS') return { status: 204, headers: { ...head, allow: 'POST, OPTIONS' } }
    return request.path === '/search' ? { headers: head, body: [] } : { status: 405, headers: head, body: {} }
  }, more)
  const content = localeContent(locale, { nodes: hasLogin ? [login] : [] })
  // no other field is read
  await checkWriting([{ content, blockTypes: new Set(blocks) } as ExaminedLocale], visited.visit)
  const hints = visited.visit.rows.all.flatMap(({ remarks }) => remarks.map(({ hint }) => hint))
  const found = Object.fromEntries(visited.visit.rows.all.map(({ endpoint, found: is }) => [endpoint, is]))
  return { reported: visited.reported(), hints, found, requests: visited.requests }
}
const without = (name: string) => Object.fromEntries(Object.entries(open).filter(([key]) => key !== name))

it('blames no header when the service does not answer', async () => {
  const { reported } = await look({}, { more: { api: new URL('http://127.0.0.1:9/api') } })
  expect(reported).toEqual([expect.stringContaining('remark cors-status at CORS: A preflight got no answer')])
})

it('sends the preflights of a browser before searching and sending, and sends no data', async () => {
  const { reported, found, requests } = await look({}, { locale: 'en' })
  expect(reported).toEqual([])
  expect(new Set(requests.map(({ query }) => query.get('locale')))).toEqual(new Set(['en']))
  expect(found).toEqual({
    '/contact_form_entries': 'accepts POST, OPTIONS',
    '/cookie_consents': 'accepts POST, OPTIONS',
    CORS: 'allows https://www.example.com',
  })
  const preflights = requests
    .filter(({ headers }) => headers['access-control-request-method'])
    .map(({ path, headers }) => `${headers['access-control-request-method']} ${path}`)
  expect(preflights.sort()).toEqual([
    ...['GET /search', 'POST /contact_form_entries', 'POST /cookie_consents', 'PUT /cookie_consents/asked-by-nobody'],
  ])
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET', 'OPTIONS']))
  const search = requests.find(({ headers }) => headers['access-control-request-method'] === 'GET')
  expect(search?.headers['access-control-request-headers']).toBe('accept-locale,authorization')
})

it('checks the login of a site that has one, and skips forms that no page has', async () => {
  const { found } = await look({}, { blocks: [], hasLogin: true })
  expect(Object.keys(found).sort()).toEqual(['/cookie_consents', '/login', 'CORS'])
})

it.each<[Record<string, string>, string]>([
  [without('access-control-allow-origin'), 'cors-missing at CORS: Access-Control-Allow-Origin is missing ('],
  [
    { ...open, 'access-control-allow-origin': 'https://other.example' },
    'cors-origin at CORS: Access-Control-Allow-Origin is "https://other.example" instead of "https://www.example.com" (GET /search, ',
  ],
  [
    without('access-control-allow-methods'),
    'cors-method at CORS: Access-Control-Allow-Methods does not list PUT (PUT /cookie_consents/asked-by-nobody).',
  ],
  [
    { ...open, 'access-control-allow-headers': 'accept-locale, authorization' },
    'cors-headers at CORS: Access-Control-Allow-Headers does not list content-type, idempotency-key (POST /contact_form_entries, POST /cookie_consents, PUT /cookie_consents/asked-by-nobody).',
  ],
  [
    { ...open, 'access-control-allow-headers': '*' },
    'cors-headers at CORS: Access-Control-Allow-Headers does not list authorization (GET /search, ',
  ],
])('reports what keeps browsers out: %j', async (headers, words) => {
  const { reported, found, hints } = await look({ headers })
  expect(reported).toEqual([expect.stringContaining(`remark ${words}`)])
  expect(found.CORS).toBe('not needed while hosts pass apiBase on')
  expect(hints).toEqual([expect.stringMatching(/^This does not matter while hosts pass "\/api" on to the service/)])
})

it('accepts any origin and any method', async () => {
  const headers = { ...open, 'access-control-allow-origin': '*', 'access-control-allow-methods': '*' }
  expect((await look({ headers })).reported).toEqual([])
})

it('says that browsers are refused if pages use the service directly', async () => {
  const settings = testSettings({ apiBase: 'https://cms.example.com/api' })
  const { found, hints } = await look({ headers: {} }, { more: { settings } })
  expect(found.CORS).toBe('browsers are refused')
  expect(hints).toEqual([expect.stringMatching(/^Allow https:\/\/www\.example\.com, with the headers accept-locale, /)])
})

it('accepts any preflight that succeeds', async () => {
  const answer = ({ headers }: VisitRequest) =>
    headers['access-control-request-method'] ? { status: 200, headers: open } : undefined
  expect((await look({ answer })).reported).toEqual([])
})

it('reports a failing preflight', async () => {
  const { reported } = await look({
    answer: ({ headers }) =>
      headers['access-control-request-method'] === 'PUT' ? { status: 403, headers: open, body: {} } : undefined,
  })
  expect(reported).toEqual([
    'remark cors-status at CORS: A preflight got 403; browsers expect 2xx (PUT /cookie_consents/asked-by-nobody).',
  ])
})

it('reports a missing form, and sends no preflights for it', async () => {
  const { reported, found, requests, hints } = await look({
    answer: ({ path }) => (path.startsWith('/cookie_consents') ? { status: 404, body: {} } : undefined),
  })
  expect(reported).toEqual([
    'remark form-missing at /cookie_consents: POST /cookie_consents seems to be missing: GET answers 404 and OPTIONS 404. The doctor does not send a form to make sure. Pages have a form that sends to it.',
  ])
  expect(hints).toEqual([
    'Add it: every page asks for consent and stores the answer there. If it exists, answer GET with 405.',
  ])
  expect(found['/cookie_consents']).toBe('nothing')
  expect(requests.filter(({ path }) => path.startsWith('/cookie_consents'))).toHaveLength(2)
})

it('reports a search that visitors may not use, when it was read with a token', async () => {
  const answer = ({ path, method }: VisitRequest) =>
    path === '/search' && method === 'GET' ? { status: 403, body: {} } : undefined
  const { reported } = await look({ answer }, { more: { token: 'secret' } })
  expect(reported).toEqual([
    'remark token-needed at /search pl: GET /search (pl) answers 403 without a token, which visitors do not have.',
  ])
  expect((await look({ answer })).reported).toEqual([])
})
