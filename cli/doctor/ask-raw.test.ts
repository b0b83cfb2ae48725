import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { openVisit, type VisitAnswer } from '#tests/fixtures/visit.ts'
import { openRaw, type RawRequest } from './ask-raw.ts'

/** Sends a request to a service that gives these answers one after the other, and then repeats the last one. */
async function ask(answers: VisitAnswer[], more: Partial<RawRequest> = {}) {
  let count = 0
  await using visited = await openVisit(() => answers[Math.min(count++, answers.length - 1)])
  const url = new URL(`${visited.origin}/api/menus`)
  const exchange = await visited.visit.ask({ url, maxBytes: 1000, ...more })
  return { ...exchange, requests: visited.requests, origin: visited.origin }
}
const again = { 'retry-after': '0' }

it('returns an answer with everything it contains, decompressed', async () => {
  const headers = { 'content-encoding': 'gzip', etag: '"1"' }
  const { status, body, headers: came, requests, before } = await ask([{ body: gzipSync('[1]'), headers }])
  expect([status, body.toString(), came.etag, before]).toEqual([200, '[1]', '"1"', []])
  expect(requests[0]).toMatchObject({ method: 'GET', headers: { 'accept-encoding': 'br, gzip' } })
})

it('tries again as often as a build does, and returns the earlier failures', async () => {
  const good = await ask([{ status: 503, headers: again }, { status: 429, headers: again }, { body: [] }])
  expect([good.status, good.before, good.isBlind]).toEqual([200, ['503', '429'], false])
  const ill = await ask([{ status: 502, headers: again }])
  expect([ill.status, ill.before, ill.requests.length, ill.isFailing]).toEqual([502, ['502', '502', '502'], 4, true])
  expect([good.isFailing, (await ask([{ status: 500 }])).isFailing]).toEqual([false, false])
})

it('tries again after a broken connection', async () => {
  const { status, before, isFailing } = await ask([{ status: 0 }, { body: [] }])
  expect([status, before, isFailing]).toEqual([200, ['broken connection'], false])
})

it('ends with the reason of an interruption, as with that of a time limit', async () => {
  const interruption = new AbortController()
  const { ask, close } = openRaw({ concurrency: 1, timeoutMs: 10_000, signal: interruption.signal })
  await using visited = await openVisit(() => {
    interruption.abort(new Error('The time is over.'))
    return { status: 503, headers: again }
  })
  const asked = ask({ url: new URL(`${visited.origin}/api/menus`), maxBytes: 1000 })
  await expect(asked).rejects.toThrow('The time is over.')
  await close()
})

it('does not retry permanent failures, nor wait longer than a minute', async () => {
  expect((await ask([{ status: 500 }])).requests).toHaveLength(1)
  expect((await ask([{ status: 503, headers: { 'retry-after': '61' } }])).requests).toHaveLength(1)
})

it('waits for almost a minute, but can be interrupted', async () => {
  const interruption = new AbortController()
  const { ask, close } = openRaw({ concurrency: 1, timeoutMs: 10_000, signal: interruption.signal })
  await using visited = await openVisit(() => ({ status: 503, headers: { 'retry-after': '59' } }))
  const asked = ask({ url: new URL(`${visited.origin}/api/menus`), maxBytes: 1000 })
  setTimeout(() => interruption.abort(), 100)
  await expect(asked).rejects.toThrow('aborted')
  await close()
})

it('skips the body of a redirect, and uses its connection again', async () => {
  const { ask, close } = openRaw({ concurrency: 1, timeoutMs: 10_000, signal: new AbortController().signal })
  const moved = { status: 302, headers: { location: '/api/other' }, body: 'x'.repeat(100_000) }
  await using visited = await openVisit(({ path }) => (path === '/menus' ? moved : { body: [7] }))
  const url = new URL(`${visited.origin}/api/menus`)
  for (const _ of [1, 2]) expect(await ask({ url, maxBytes: 1000 })).toMatchObject({ status: 200, before: [] })
  await close()
})

it('does not retry https:// at a port of http://', async () => {
  await using visited = await openVisit(() => ({ body: [] }))
  const url = new URL(`${visited.origin.replace('http:', 'https:')}/api/menus`)
  const exchange = await visited.visit.ask({ url, maxBytes: 1000 })
  expect(exchange).toMatchObject({ status: 0, trouble: { words: 'no TLS' }, before: [], isFailing: false })
})

it('retries failures in the body and truncated JSON, but not of pictures', async () => {
  const cut = { body: '[1, 2', headers: again }
  expect((await ask([cut, { body: [] }])).before).toEqual(['JSON cut short'])
  expect((await ask([{ body: { code: 503, message: 'x' }, headers: again }, { body: [] }])).before).toEqual(['503'])
  expect((await ask([cut], { isFile: true })).requests).toHaveLength(1)
  expect((await ask([cut], { method: 'OPTIONS' })).requests).toHaveLength(1)
})

it('reports rate limits without a time to wait', async () => {
  expect((await ask([{ status: 429 }, { body: [] }])).isBlind).toBe(true)
})

it('follows up to five redirects within the origin, and none to elsewhere', async () => {
  const to = (location: string) => ({ status: 302, headers: { location } })
  const near = await ask([to('/api/other'), { body: [7] }])
  expect([near.status, near.url.pathname, near.redirects.map(({ pathname }) => pathname)]).toEqual([
    200,
    '/api/other',
    ['/api/other'],
  ])
  for (const status of [300, 400]) expect((await ask([{ ...to('/api/other'), status }])).redirects).toEqual([])
  const far = await ask([to('https://elsewhere.example/api')])
  expect([far.status, far.url.origin, far.redirects[0]?.origin]).toEqual([302, far.origin, 'https://elsewhere.example'])
  const endless = await ask([to('/api/menus')])
  expect([endless.status, endless.redirects.length]).toEqual([302, 6])
})

it('reports bodies that are too large or cannot be decompressed, and unreachable addresses', async () => {
  expect((await ask([{ body: 'x'.repeat(2000) }])).trouble?.kind).toBe('too-large')
  const none = await ask([{ body: 'no zstd', headers: { 'content-encoding': 'zstd' } }])
  expect([none.trouble?.kind, none.body.length, none.requests.length]).toEqual(['compression', 0, 1])
  const refused = await ask([{}], { url: new URL('http://127.0.0.1:9/api') })
  expect(refused).toMatchObject({
    ...{ status: 0, requests: [] },
    trouble: { kind: 'no-answer', words: 'connection refused' },
  })
})
