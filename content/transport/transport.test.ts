import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { openTransport, type Transport, type TransportAnswer, type TransportOptions } from './transport.ts'

type Answer = (response: ServerResponse, attempt: number, request: IncomingMessage) => void

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

async function serve(answer: Answer): Promise<FixtureService> {
  let attempt = 0
  const service = await startFixtureService({
    locales: {},
    intercept: (request, response) => {
      attempt += 1
      answer(response, attempt, request)
      return true
    },
  })
  opened.push(service)
  return service
}

function open(options: Partial<TransportOptions> = {}): Transport {
  const transport = openTransport({ connections: 4, retryDelayMs: 1, ...options })
  opened.push(transport)
  return transport
}

const get = (transport: Transport, url: string, maxBytes = 1000): Promise<TransportAnswer> => {
  const wanted = new URL(url)
  return transport.get({ url: wanted, maxBytes, mayReach: ({ origin }) => origin === wanted.origin })
}

const good = (response: ServerResponse): void => {
  response.end('good')
}

describe('retries', () => {
  const faults: [string, Answer][] = [
    ['429', (response) => response.writeHead(429).end()],
    ['502', (response) => response.writeHead(502).end()],
    ['503', (response) => response.writeHead(503).end()],
    ['504', (response) => response.writeHead(504).end()],
    ['a reset connection', (response) => response.socket?.resetAndDestroy()],
    ['a connection that ends without an answer', (response) => response.socket?.destroy()],
    ['a time-out before the answer', () => {}],
    ['a time-out within the body', (response) => response.write('go')],
    [
      'a body shorter than its content-length',
      (response) => {
        response.writeHead(200, { 'content-length': 1000 })
        response.write('go', () => response.socket?.end())
      },
    ],
    ['a chunked body cut short', (response) => response.write('go', () => response.socket?.end())],
    [
      'a compressed body cut short',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('good').subarray(0, 12)),
    ],
  ]

  it.each(faults)('recover from %s three times', async (name, fault) => {
    const service = await serve((response, attempt, request) =>
      attempt > 3 ? good(response) : fault(response, attempt, request),
    )
    const transport = open({ ...(name.startsWith('a time-out') && { timeoutMs: 1000 }) })
    const answer = await get(transport, service.api)
    expect([answer.status, answer.body.toString()]).toEqual([200, 'good'])
    expect(transport.counts).toEqual({ total: 4, retried: 3, notModified: 0, failed: 0 })
  })

  it.each(faults)('give up on %s after four attempts', async (_, fault) => {
    const service = await serve(fault)
    const transport = open({ timeoutMs: 100 })
    const outcome = await get(transport, service.api).then(
      ({ status }) => status,
      (error) => error.finding.code,
    )
    expect([429, 502, 503, 504, 'service-error']).toContain(outcome)
    expect(transport.counts).toEqual({ total: 4, retried: 3, notModified: 0, failed: 1 })
  })

  it.each([400, 401, 403, 404, 410, 422, 500, 501])('do not repeat requests answered with %i', async (status) => {
    const service = await serve((response) => response.writeHead(status).end())
    const transport = open()
    expect((await get(transport, service.api)).status).toBe(status)
    expect(transport.counts).toEqual({ total: 1, retried: 0, notModified: 0, failed: 1 })
  })

  it('report how long they waited when no answer comes in time', async () => {
    const service = await serve(() => {})
    await expect(get(open({ timeoutMs: 50 }), `${service.api}/posts`)).rejects.toThrow(
      `"${service.origin}" does not answer "/api/posts": no complete answer in 0.05 s.`,
    )
  })

  it('distinguish a request without an answer from a service that does not run', async () => {
    const service = await serve((response, attempt) => (attempt === 1 ? good(response) : response.destroy()))
    const transport = open()
    await get(transport, service.api)
    await expect(get(transport, `${service.api}/posts`)).rejects.toMatchObject({
      finding: {
        code: 'service-error',
        hint: expect.stringContaining('Other requests were answered before. Check that the service is still running'),
      },
    })
  })

  it.each(['127.0.0.1', 'localhost'])('name the address on %s where nothing listens, immediately', async (host) => {
    const service = await serve(good)
    const { port } = new URL(service.origin)
    await service.close()
    const transport = open({ retryDelayMs: 100_000 })
    const error = await get(transport, `http://${host}:${port}/api/posts`).catch((caught) => caught)
    expect(error.message).toMatch(
      new RegExp(`^"http://${host}:${port}" does not answer "/api/posts": .*ECONNREFUSED.*\\.$`),
    )
    expect(error.finding).toMatchObject({
      code: 'service-unreachable',
      hint: 'Check that the service is running and that --api, SITE_API or "api" in the settings is its address.',
    })
    expect(transport.counts.total).toBe(1)
  })
})

describe('Retry-After', () => {
  const refusedOnce = (retryAfter: string): Answer => {
    return (response, attempt) =>
      attempt === 1 ? response.writeHead(503, { 'retry-after': retryAfter }).end() : good(response)
  }

  it.each(['0', 'Thu, 01 Jan 1970 00:00:00 GMT'])('of "%s" is followed by an immediate retry', async (retryAfter) => {
    const service = await serve(refusedOnce(retryAfter))
    expect((await get(open({ retryDelayMs: 100_000 }), service.api)).status).toBe(200)
  })

  it.each([
    ['a second', () => '1'],
    ['a date', () => new Date(Date.now() + 2000).toUTCString()],
  ])('of %s is waited for', async (_, retryAfter) => {
    const service = await serve(refusedOnce(retryAfter()))
    const started = performance.now()
    expect((await get(open(), service.api)).status).toBe(200)
    expect(performance.now() - started).toBeGreaterThan(900)
  })

  it.each(['soon', '', '-5', '1e99 ducks', '1e3', '0x10', 'May 5', 'in 9999', 'Infinity', 'Mon, 99 Foo 2026'])(
    'of "%s" is replaced by the usual pause',
    async (retryAfter) => {
      const service = await serve(refusedOnce(retryAfter))
      const started = performance.now()
      expect((await get(open({ retryDelayMs: 100, random: () => 1 }), service.api)).status).toBe(200)
      expect(performance.now() - started).toBeGreaterThan(90)
    },
  )

  it.each([
    ['6 seconds', '6'],
    ['a huge number', '9'.repeat(30)],
    ['a number that is none any more', '9'.repeat(400)],
    ['a date in an hour', new Date(Date.now() + 3_600_000).toUTCString()],
  ])('of %s makes a request fail immediately without patience', async (_, retryAfter) => {
    const service = await serve((response) => response.writeHead(429, { 'retry-after': retryAfter }).end())
    const transport = open()
    expect((await get(transport, service.api)).status).toBe(429)
    expect(transport.counts).toMatchObject({ total: 1, retried: 0, failed: 1 })
  })
})

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('with %i are followed within the origin', async (status) => {
    const service = await serve((response, _, { url }) =>
      url === '/api/old' ? response.writeHead(status, { location: 'new?a=1' }).end('moved') : response.end(url),
    )
    const answer = await get(open(), `${service.api}/old`)
    expect(answer.body.toString()).toBe('/api/new?a=1')
    expect(answer.url.href).toBe(`${service.api}/new?a=1`)
  })

  it('never reach another origin', async () => {
    const other = await serve(good)
    const service = await serve((response) => response.writeHead(302, { location: `${other.origin}/api` }).end())
    await expect(get(open(), service.api)).rejects.toThrow(
      `"${service.api}" redirects to "${other.origin}/api", at an origin that is not allowed.`,
    )
    expect(other.requests).toEqual([])
  })

  it('in a circle end', async () => {
    const service = await serve((response) => response.writeHead(302, { location: '/api' }).end())
    await expect(get(open(), service.api)).rejects.toThrow(`"${service.api}" redirects more than 5 times.`)
  })

  it('to an invalid address are named', async () => {
    const service = await serve((response) => response.writeHead(302, { location: 'http://[' }).end())
    await expect(get(open(), service.api)).rejects.toMatchObject({
      message: `"${service.api}" redirects to "http://[", which is not an address.`,
      finding: { hint: 'Correct the redirect at the service, or at the proxy in front of it.' },
    })
  })
})

describe('bodies', () => {
  it.each([
    ['gzip', gzipSync('good')],
    ['x-gzip', gzipSync('good')],
    ['GZIP', gzipSync('good')],
    ['br', brotliCompressSync('good')],
    ['deflate', deflateSync('good')],
    ['identity', Buffer.from('good')],
    ['gzip, br', brotliCompressSync(gzipSync('good'))],
  ])('may be in %s', async (encoding, body) => {
    const service = await serve((response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
    expect((await get(open(), service.api)).body.toString()).toBe('good')
  })

  it.each(['zstd', 'constructor'])('in the encoding "%s" are refused without a retry', async (encoding) => {
    const service = await serve((response) => response.writeHead(200, { 'content-encoding': encoding }).end('x'))
    const transport = open()
    await expect(get(transport, service.api)).rejects.toThrow(
      `"${service.api}" answered in the encoding "${encoding}", which was not requested.`,
    )
    expect(transport.counts.total).toBe(1)
  })

  it.each(['gzip', 'br'])('that are not %s are reported as badly compressed', async (encoding) => {
    const service = await serve((response) => response.writeHead(200, { 'content-encoding': encoding }).end('{"a":1}'))
    await expect(get(open(), service.api)).rejects.toMatchObject({
      message: expect.stringMatching(/^"http.*" answered "\/api" with a body that cannot be decompressed: .*\.$/),
      finding: { code: 'service-error', hint: expect.stringContaining('compress with gzip or br, or not at all') },
    })
  })

  it('that are never what their header says are waited for, and reported with what to configure', async () => {
    const service = await serve((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"a":1}'))
    const transport = open({ patienceMs: 100, probeMs: 20, retryDelayMs: 1, attempts: 99 })
    await expect(get(transport, service.api)).rejects.toMatchObject({
      message: expect.stringMatching(/ gave no good answer for .*: \d+ × badly compressed body\.$/),
      finding: {
        code: 'service-unreachable',
        hint: expect.stringContaining('compress with gzip or br, or not at all'),
      },
    })
  })

  it('may be empty although they claim to be compressed', async () => {
    const service = await serve((response) => response.writeHead(404, { 'content-encoding': 'gzip' }).end())
    expect(await get(open(), service.api)).toMatchObject({ status: 404, body: Buffer.alloc(0) })
  })

  const large = 'x'.repeat(1001)
  it.each<[string, Answer]>([
    ['plain', (response) => response.end(large)],
    ['unannounced', (response) => response.write(large)],
    ['compressed', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large))],
  ])('above the limit are aborted in %s, without a retry', async (_, answer) => {
    const service = await serve(answer)
    const transport = open()
    const error = await get(transport, service.api).catch((caught) => caught)
    expect(error.message).toBe(`"${service.api}" returned more than 1,000 bytes.`)
    expect(error.finding.code).toBe('document-too-large')
    expect(transport.counts).toMatchObject({ total: 1, failed: 1 })
  })

  it('of exactly the limit are accepted', async () => {
    const service = await serve((response) => response.end('x'.repeat(1000)))
    expect((await get(open(), service.api)).body).toHaveLength(1000)
  })
})

describe('ending', () => {
  it('rejects with the reason of the signal, even during the pause before a retry', async () => {
    const interruption = new AbortController()
    const service = await serve((response) => {
      response.writeHead(503).end(() => interruption.abort(new Error('interrupted')))
    })
    const transport = open({ retryDelayMs: 100_000, signal: interruption.signal })
    await expect(get(transport, service.api)).rejects.toThrow('interrupted')
    await expect(get(transport, service.api)).rejects.toThrow('interrupted')
    expect(service.requests).toHaveLength(1)
  })

  it('leaves nothing under way after close', async () => {
    const reached = Promise.withResolvers<void>()
    const service = await serve(() => reached.resolve())
    const transport = open({ timeoutMs: 100_000, retryDelayMs: 100_000 })
    const reading = get(transport, service.api).catch((error) => error.message)
    await reached.promise
    await transport.close()
    expect(await reading).toBe('The connection to the service is closed.')
    await expect(get(transport, service.api)).rejects.toThrow('The connection to the service is closed.')
    expect(service.requests).toHaveLength(1)
    opened.splice(opened.indexOf(transport), 1)
  })
})
