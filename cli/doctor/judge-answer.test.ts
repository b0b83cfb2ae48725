import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Exchange } from './ask-raw.ts'
import { judgeAnswer } from './judge-answer.ts'

const url = new URL('http://x.example/api/menus')
const exchangeOf = (more: Partial<Exchange>): Exchange => ({
  ...{ url, status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('[1]'), ms: 1 },
  ...{ redirects: [], before: [], isBlind: false, isFailing: false, ...more },
})
const judge = (more: Partial<Exchange>, hasToken = false) =>
  judgeAnswer(exchangeOf(more), 'GET /menus', { hasToken, isError: true })
const body = (text: string) => ({ body: Buffer.from(text) })

it('has no remark on JSON', () => {
  expect(judge({})).toEqual({ hasValue: true, value: [1], remarks: [] })
})

it.each([201, 299])('accepts the status %i', (status) => {
  expect(judge({ status })).toEqual({ hasValue: true, value: [1], remarks: [] })
})

it('says that failures which a build retries may be temporary', () => {
  const [ill] = judge({ status: 503, isFailing: true }).remarks
  expect(ill).toMatchObject({ code: 'status-wrong', isError: true, mayPass: true })
  expect(ill?.hint).toContain('The failure may be temporary: a build tries four times')
  expect(judge({ status: 500 }).remarks[0]).not.toHaveProperty('mayPass')
})

it.each<[Partial<Exchange>, string, string]>([
  [
    { redirects: [new URL('https://other.example/x')] },
    'redirect-elsewhere',
    'redirects to "https://other.example/x", at another origin.',
  ],
  [
    { status: 0, trouble: { kind: 'no-answer', words: 'connection refused' } },
    'no-answer',
    'gets no answer: connection refused.',
  ],
  [{ trouble: { kind: 'too-large', words: 'Nine MB.' } }, 'document-too-large', 'is too large: Nine MB.'],
  [
    { trouble: { kind: 'compression', words: 'x' }, headers: { 'content-encoding': 'zstd' } },
    'compression-broken',
    'cannot be decompressed; its content encoding is "zstd".',
  ],
  [{ status: 302, redirects: Array(6).fill(url) }, 'status-wrong', 'redirects more than 5 times.'],
  [{ status: 300 }, 'status-wrong', 'answers 300.'],
  [{ status: 401 }, 'token-needed', 'answers 401.'],
  [{ status: 403 }, 'token-needed', 'answers 403.'],
  [{ status: 404 }, 'not-found', 'answers 404.'],
  [{ status: 304 }, 'not-modified-always', 'answers 304 to a request without a tag or date.'],
  [{ status: 500 }, 'status-wrong', 'answers 500.'],
  [
    body('{"code":500,"message":"No"}'),
    'error-in-200',
    'answers 200, but its body says 500: "{\\"code\\":500,\\"message\\":\\"No\\"}".',
  ],
  [
    { ...body('<p>Log  in</p>'), headers: { 'content-type': 'text/html' } },
    'html-for-json',
    'returned "<p>Log in</p>" (text/html) instead of JSON.',
  ],
  [body('[1, 2'), 'json-cut', 'returned JSON that ends too early, after 5 bytes, in each of several attempts.'],
  [
    { ...body('[1, 2'), status: 206, headers: { 'content-range': 'bytes 0-5/9' } },
    'json-cut',
    'answers 206 with a part (bytes 0-5/9), which was not requested.',
  ],
  [{ ...body(''), status: 204 }, 'json-cut', 'answered 204 with an empty body.'],
  [body('[1,,]'), 'json-broken', `returned invalid JSON: Unexpected token ',', "[1,,]" is not valid JSON.`],
  [
    { body: Buffer.from('["\xfc"]', 'latin1') },
    'json-broken',
    'returned JSON that is not in UTF-8 (application/json).',
  ],
  [
    { body: gzipSync('[1]') },
    'json-broken',
    'returned a body compressed with gzip, but no Content-Encoding header that says so.',
  ],
  [
    { status: 429, headers: { 'retry-after': '3600' } },
    'status-wrong',
    'answers 429, and asks to wait (Retry-After: "3600").',
  ],
  [{ status: 503 }, 'status-wrong', 'answers 503.'],
])('%j has no value: %s', (more, code, words) => {
  const { hasValue, value, remarks } = judge(more)
  expect([hasValue, value]).toEqual([false, undefined])
  expect(remarks).toEqual([
    { code, isError: true, message: `GET /menus ${words}`, hint: expect.stringMatching(/\S\.$/) },
  ])
})

it('says of a missing read what may refer to it', () => {
  const [remark] = judge({ status: 404 }).remarks
  expect(remark?.hint).toContain('for a document, its node or list; for an endpoint, the address in --api')
})

it.each([false, true])('asks for access to what is forbidden, with a token (%j) or without', (hasToken) => {
  const [remark] = judge({ status: 403 }, hasToken).remarks
  expect(remark?.hint).toBe('Allow reading this, or set SITE_API_TOKEN to a token that may read it.')
})

it('reports no error if a build can do without, and names the token if one was sent', () => {
  const [remark] = judgeAnswer(exchangeOf({ status: 401 }), 'GET /x', { hasToken: true, isError: false }).remarks
  expect(remark).toEqual({
    ...{ code: 'token-needed', isError: false, message: 'GET /x answers 401 to the token of SITE_API_TOKEN.' },
    hint: 'Set SITE_API_TOKEN to a token that the service accepts.',
  })
})

it.each<[Partial<Exchange>, string, string]>([
  [{ redirects: [new URL('/api/v2/menus', url)] }, 'redirect', 'redirects to "/api/v2/menus".'],
  [{ redirects: Array(5).fill(url) }, 'redirect', 'redirects to "/api/menus".'],
  [{ isBlind: true, before: ['429'] }, 'rate-limit-blind', 'answers 429 without Retry-After.'],
  [{ before: ['503', 'lost connection'] }, 'unsteady', 'answered only at attempt 3, after 503, lost connection.'],
  [{ headers: { 'content-type': 'text/plain' } }, 'content-type-wrong', 'sends JSON as "text/plain".'],
  [{ headers: {} }, 'content-type-wrong', 'sends JSON without a content type.'],
  [
    { headers: { 'content-type': 'application/json; charset=latin1' } },
    'charset-wrong',
    'declares the charset "latin1", but is read as UTF-8.',
  ],
])('%j is reported, and has its value: %s', (more, code, words) => {
  const { hasValue, remarks } = judge(more)
  expect(hasValue).toBe(true)
  expect(remarks).toMatchObject([{ code, isError: false, message: `GET /menus ${words}` }])
})

it.each(['application/ld+json', 'application/vnd.api+json; charset=utf-8', 'application/json;charset="UTF-8"'])(
  'accepts %s as JSON',
  (type) => {
    expect(judge({ headers: { 'content-type': type } }).remarks).toEqual([])
  },
)

it('does not treat rate limits as unsteady answers', () => {
  expect(judge({ before: ['429', '429'] }).remarks).toEqual([])
})
