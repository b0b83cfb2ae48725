import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { connectByNode } from './connect-by-node.ts'
import { openTransport, type Transport, type TransportOptions, type TransportRequest } from './transport.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

/** Starts a service that answers with `answer`, and a transport that reads from it. */
async function start(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: Partial<TransportOptions> = {},
) {
  const intercept = (request: IncomingMessage, response: ServerResponse): boolean => {
    answer(request, response)
    return true
  }
  const service = await startFixtureService({ locales: {}, intercept })
  const transport: Transport = openTransport({ connections: 4, retryDelayMs: 1, ...options })
  opened.push(service, transport)
  const get = (more: Partial<TransportRequest> = {}) =>
    transport.get({ url: new URL(`${service.api}/0`), maxBytes: 1000, mayReach: () => true, ...more })
  return { service, transport, get }
}

test('Five redirects are followed, and no sixth', async () => {
  const leading = (last: number) =>
    start(({ url = '' }, response) => {
      const at = Number(url.split('/').at(-1))
      if (at === last) response.end('there')
      else response.writeHead(302, { location: `${at + 1}` }).end()
    })
  const { get, transport } = await leading(5)
  expect((await get()).body.toString()).toBe('there')
  expect(transport.counts.total).toBe(6)
  await expect((await leading(6)).get()).rejects.toThrow('redirects more than 5 times')
})

test.each([undefined, connectByNode])(
  'Headers may be long, as those that name every entry of a list',
  async (connect) => {
    const tags = '/api/pages/1,'.repeat(5000)
    const { get } = await start((_, response) => response.writeHead(200, { 'cache-tags': tags }).end('there'), {
      ...(connect && { connect }),
    })
    expect((await get()).body.toString()).toBe('there')
  },
)

test.each([undefined, connectByNode])(
  'Headers that are too long are reported immediately, and are not an outage',
  async (connect) => {
    const { get, service, transport } = await start(
      (_, response) => response.writeHead(200, { 'cache-tags': 'x'.repeat(300_000) }).end('there'),
      { patienceMs: 600_000, retryDelayMs: 600_000, ...(connect && { connect }) },
    )
    await expect(get()).rejects.toMatchObject({
      finding: {
        code: 'service-error',
        message: `"${service.origin}" does not answer "/api/0": the headers of its answer are longer than 262,144 bytes.`,
        hint: expect.stringContaining('to send shorter headers'),
        failure: { kind: 'headers too long', attempts: 1 },
      },
    })
    expect(transport.counts).toMatchObject({ total: 1, retried: 0, failed: 1 })
  },
)

test('Each address is requested with its own validators, and a 304 without any is an ordinary status', async () => {
  const { get, service, transport } = await start(({ url, headers }, response) => {
    if (url?.endsWith('/0')) response.writeHead(302, { location: '1' }).end()
    else response.writeHead(headers['if-none-match'] === '"1"' ? 304 : 200).end('new')
  })
  const validatorsFor = ({ pathname }: URL) => (pathname.endsWith('/1') ? { 'if-none-match': '"1"' } : undefined)
  expect(await get({ validatorsFor })).toMatchObject({ status: 304, isNotModified: true })
  expect(service.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"'])
  expect(transport.counts).toMatchObject({ notModified: 1, failed: 0 })
  const bare = await start((_, response) => response.writeHead(304).end())
  expect(await bare.get()).toMatchObject({ status: 304, isNotModified: false })
  expect(bare.transport.counts.notModified).toBe(0)
})

test('The status in a body is that of the answer, and only the body of a good answer is checked for completeness', async () => {
  const statusInBody = (body: Buffer) => Number(body.toString())
  const { get, transport } = await start((_, response) => response.end('404'))
  expect(await get({ statusInBody, isWhole: () => false })).toMatchObject({ status: 404, isWhole: true })
  expect(transport.counts).toMatchObject({ total: 1, failed: 1 })
})

test('A good answer that is incomplete fails in the end, and is reported', async () => {
  const { get, transport } = await start((_, response) => response.end('{"a":'))
  const { status, failure } = await get({ isWhole: () => false })
  expect([status, failure]).toEqual([200, { kind: 'JSON cut short', attempts: 4, retryAfterMs: undefined }])
  expect(transport.counts).toMatchObject({ total: 4, failed: 1 })
})

test.each(['bytes 0-4/9', 'bytes 5-8/9', 'bytes 0-4/*'])(
  'A part that was not requested is reported immediately: %s',
  async (range) => {
    const { get, service, transport } = await start((_, response) =>
      response.writeHead(206, { 'content-range': range }).end('{"a":'),
    )
    await expect(get({ isWhole: () => false })).rejects.toMatchObject({
      finding: {
        code: 'service-error',
        message: `"${service.api}/0" answered 206 with a part (${range}), which was not requested.`,
        hint: expect.stringContaining('to send parts only to requests with "Range"'),
      },
    })
    expect(transport.counts).toMatchObject({ total: 1, failed: 1 })
  },
)

test.each(['bytes 0-8/9', 'items 0-4/9', undefined])(
  'An answer with the status 206 that is no part of a file is read: %s',
  async (range) => {
    const { get } = await start((_, response) =>
      response.writeHead(206, range === undefined ? {} : { 'content-range': range }).end('{"a":"b"}'),
    )
    expect((await get()).body.toString()).toBe('{"a":"b"}')
  },
)

test('A request that was never sent has not failed', async () => {
  const { get, transport } = await start((_, response) => response.end('good'), { signal: AbortSignal.abort() })
  await expect(get()).rejects.toThrow()
  expect(transport.counts).toEqual({ total: 0, retried: 0, notModified: 0, failed: 0 })
})

test('Answers may be compressed, and connections are reused', async () => {
  let count = 0
  const connect: typeof connectByNode = (options) => {
    count += 1
    return connectByNode(options)
  }
  const { get, service } = await start((_, response) => response.end('good'), { connect })
  await Promise.all([get(), get()])
  await get()
  expect([count, new Set(service.requests.map(({ headers }) => headers['accept-encoding']))]).toEqual([
    1,
    new Set(['br, gzip']),
  ])
})

test('Pauses that a service asks for use up no retries of other requests', async () => {
  let asked = 0
  const answer = (_: IncomingMessage, response: ServerResponse): void => {
    asked += 1
    if (asked < 4) response.writeHead(503, { 'retry-after': '0' }).end()
    else if (asked === 4) response.writeHead(502).end()
    else response.end('good')
  }
  const { get } = await start(answer, { retries: 1, attempts: 9 })
  expect((await get()).status).toBe(200)
})

test.runIf(process.platform === 'linux')(
  'A process that may open too few files blames itself, and not the service',
  async () => {
    const { service } = await start((_, response) => response.writeHead(200, { connection: 'close' }).end('there'))
    const script = `
    import { openSync } from 'node:fs'
    import { connectByNode } from '${resolve('content/transport/connect-by-node.ts')}'
    import { openTransport } from '${resolve('content/transport/transport.ts')}'
    const transport = openTransport({ connections: 2, patienceMs: 600_000, retryDelayMs: 600_000, connect: connectByNode })
    const read = () => transport.get({ url: new URL('${service.api}/0'), maxBytes: 1000, mayReach: () => true })
    await read()
    // The connection of the first read is closed a little later. It would leave room for that of the second.
    while (process.getActiveResourcesInfo().includes('TCPSocketWrap')) await new Promise((done) => setTimeout(done, 5))
    try { for (;;) openSync('/dev/null') } catch {}
    await read().catch(({ code }) => console.log(code, transport.counts.total))`
    const child = spawn(
      '/bin/sh',
      ['-c', `ulimit -n 60; exec '${process.execPath}' --input-type=module -e "$SCRIPT"`],
      {
        env: { ...process.env, SCRIPT: script },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    opened.push({ close: async () => void child.kill('SIGKILL') })
    expect((await child.stdout.setEncoding('utf8').take(1).toArray()).join('')).toBe('EMFILE 2\n')
  },
)
