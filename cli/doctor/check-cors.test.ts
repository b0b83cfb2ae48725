import { expect, it } from 'vitest'
import { localeContent, testSettings } from '#tests/fixtures/site.ts'
import { openVisit, type VisitAnswer, type VisitRequest } from '#tests/fixtures/visit.ts'
import { checkWriting } from './check-cors.ts'
import type { ExaminedLocale } from './examine-locale.ts'
import type { Visit } from './visit.ts'

const open = {
  'access-control-allow-origin': 'https://www.example.com',
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers': 'Accept-Locale, Authorization, Content-Type, Idempotency-Key',
}
const login = { nodeType: 'login', action: 'index', slug: '/login', nodeReference: '1', crumbs: [] }

type Look = { headers?: Record<string, string>; answer?: (request: VisitRequest) => VisitAnswer | undefined }
type Site = { blocks?: string[]; hasLogin?: boolean; more?: Partial<Visit> }

/**
 * Checks writing to a service for a site with these `blocks`. The service allows every origin, or answers with these
 * `headers` instead.
 */
async function look({ headers, answer }: Look, { blocks = ['contact'], hasLogin, more }: Site = {}) {
  await using visited = await openVisit((request) => {
    const own = answer?.(request)
    if (own) return own
    const head = headers ?? open
    if (request.method === 'OPTIONS') return { status: 204, headers: { ...head, allow: 'POST, OPTIONS' } }
    return request.path === '/search' ? { headers: head, body: [] } : { status: 405, headers: head, body: {} }
  }, more)
  const content = localeContent('pl', { nodes: hasLogin ? [login] : [] })
  // no other field is read
  await checkWriting([{ content, blockTypes: new Set(blocks) } as ExaminedLocale], visited.visit)
  const hints = visited.visit.rows.all.flatMap(({ remarks }) => remarks.map(({ hint }) => hint))
  const found = Object.fromEntries(visited.visit.rows.all.map(({ endpoint, found: is }) => [endpoint, is]))
  return { told: visited.told(), hints, found, requests: visited.requests }
}
const without = (name: string) => Object.fromEntries(Object.entries(open).filter(([key]) => key !== name))

it('blames no header when the service does not answer', async () => {
  const { told } = await look({}, { more: { api: new URL('http://127.0.0.1:9/api') } })
  expect(told).toEqual([expect.stringContaining('remark cors-status at CORS: A preflight is answered with nothing')])
})

it('sends the preflights of a browser before searching and sending, and sends no data', async () => {
  const { told, found, requests } = await look({})
  expect(told).toEqual([])
  expect(found).toEqual({
    '/contact_form_entries': 'takes POST, OPTIONS',
    '/cookie_consents': 'takes POST, OPTIONS',
    CORS: 'lets https://www.example.com in',
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
    'cors-origin at CORS: Access-Control-Allow-Origin is "https://other.example" and not "https://www.example.com" (GET /search, ',
  ],
  [
    without('access-control-allow-methods'),
    'cors-method at CORS: Access-Control-Allow-Methods leaves PUT out (PUT /cookie_consents/asked-by-nobody).',
  ],
  [
    { ...open, 'access-control-allow-headers': 'accept-locale, authorization' },
    'cors-headers at CORS: Access-Control-Allow-Headers leaves content-type, idempotency-key out (POST /contact_form_entries, POST /cookie_consents, PUT /cookie_consents/asked-by-nobody).',
  ],
  [
    { ...open, 'access-control-allow-headers': '*' },
    'cors-headers at CORS: Access-Control-Allow-Headers leaves authorization out (GET /search, ',
  ],
])('reports what keeps browsers out: %j', async (headers, words) => {
  const { told, found, hints } = await look({ headers })
  expect(told).toEqual([expect.stringContaining(`remark ${words}`)])
  expect(found.CORS).toBe('not needed while hosts hand apiBase on')
  expect(hints).toEqual([expect.stringMatching(/^Leave it where hosts hand "\/api" to the service/)])
})

it('accepts any origin and any method', async () => {
  const headers = { ...open, 'access-control-allow-origin': '*', 'access-control-allow-methods': '*' }
  expect((await look({ headers })).told).toEqual([])
})

it('says that browsers are refused if pages use the service directly', async () => {
  const settings = testSettings({ apiBase: 'https://cms.example.com/api' })
  const { found, hints } = await look({ headers: {} }, { more: { settings } })
  expect(found.CORS).toBe('browsers are refused')
  expect(hints).toEqual([expect.stringMatching(/^Let https:\/\/www\.example\.com in, with accept-locale, /)])
})

it('reports a failing preflight', async () => {
  const { told } = await look({
    answer: ({ headers }) =>
      headers['access-control-request-method'] === 'PUT' ? { status: 403, headers: open, body: {} } : undefined,
  })
  expect(told).toEqual([
    'remark cors-status at CORS: A preflight is answered 403; browsers want 2xx (PUT /cookie_consents/asked-by-nobody).',
  ])
})

it('reports a missing form, and sends no preflights for it', async () => {
  const { told, found, requests, hints } = await look({
    answer: ({ path }) => (path.startsWith('/cookie_consents') ? { status: 404, body: {} } : undefined),
  })
  expect(told).toEqual([
    'remark form-missing at /cookie_consents: POST /cookie_consents seems to be missing: GET answers 404, OPTIONS 404, and nothing is sent to try it. Pages have a form that sends to it.',
  ])
  expect(hints).toEqual([
    'Add it: every page asks for consents, and stores them there. If it is there, let GET answer 405.',
  ])
  expect(found['/cookie_consents']).toBe('nothing')
  expect(requests.filter(({ path }) => path.startsWith('/cookie_consents'))).toHaveLength(2)
})

it('reports a search that visitors may not use, when it was read with a token', async () => {
  const answer = ({ path, method }: VisitRequest) =>
    path === '/search' && method === 'GET' ? { status: 403, body: {} } : undefined
  const { told } = await look({ answer }, { more: { token: 'secret' } })
  expect(told).toEqual([
    'remark token-needed at /search pl: GET /search (pl) answers 403 without a token, which visitors do not have.',
  ])
  expect((await look({ answer })).told).toEqual([])
})
