import { gzipSync } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { connectByNode } from './connect-by-node.ts'
import { connectByUndici } from './connect-by-undici.ts'
import { openTransport, type Transport, type TransportAnswer } from './transport.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

type Intercept = NonNullable<Parameters<typeof startFixtureService>[0]['intercept']>

async function open(
  intercept: Intercept,
  { connect = connectByNode, connections = 2 } = {},
): Promise<{ transport: Transport; origin: string }> {
  const service = await startFixtureService({ locales: {}, intercept })
  const transport = openTransport({ connections, attempts: 1, connect })
  opened.push(service, transport)
  return { transport, origin: service.origin }
}

const get = (transport: Transport, url: string, more = {}): Promise<TransportAnswer> =>
  transport.get({ url: new URL(url), maxBytes: 1000, mayReach: () => true, ...more })

it('follows redirects, sends headers and reads compressed bodies, as undici does', async () => {
  const { transport, origin } = await open(({ url, headers }, response) => {
    if (url === '/old') response.writeHead(302, { location: '/new' }).end('moved')
    else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`for ${headers['accept-locale']}`))
    return true
  })
  const { status, body, url } = await get(transport, `${origin}/old`, { headers: { 'accept-locale': 'pl' } })
  expect([status, body.toString(), url.pathname]).toEqual([200, 'for pl', '/new'])
})

const clients = [
  ['Node', connectByNode],
  ['undici', connectByUndici],
] as const

it.each(clients)('reuses the connection of %s after a redirect with a body', async (_, connect) => {
  const words = 'moved '.repeat(50_000)
  const answer: Intercept = ({ url }, response) => {
    if (url === '/new') response.end('here')
    else response.writeHead(302, { location: '/new' }).end(words)
    return true
  }
  const { transport, origin } = await open(answer, { connect, connections: 1 })
  for (const path of ['/old', '/older']) expect((await get(transport, origin + path)).body.toString()).toBe('here')
})

it.each(clients)('ends the connection of %s to a redirect whose body has no end', async (_, connect) => {
  let [underWay, sent] = [0, 0]
  const answer: Intercept = ({ url }, response) => {
    if (url === '/new') return Boolean(response.end('here'))
    const words = Buffer.alloc(16 * 1024)
    underWay += 1
    response.on('close', () => {
      underWay -= 1
    })
    const more = (): void => {
      sent += words.length
      if (!response.destroyed) response.write(words, more)
    }
    response.writeHead(302, { location: '/new' })
    more()
    return true
  }
  const { transport, origin } = await open(answer, { connect })
  for (const path of ['/old', '/older', '/oldest'])
    expect((await get(transport, origin + path)).body.toString()).toBe('here')
  await vi.waitFor(() => expect(underWay).toBe(0))
  expect(sent).toBeLessThan(100_000_000)
})

it('returns a 304 to a conditional request', async () => {
  const { transport, origin } = await open(({ headers }, response) => {
    response.writeHead(headers['if-none-match'] === '"a"' ? 304 : 200).end()
    return true
  })
  const answer = await get(transport, `${origin}/page`, { validatorsFor: () => ({ 'if-none-match': '"a"' }) })
  expect(answer.isNotModified).toBe(true)
})

it('refuses bodies that are too large, and reports broken connections', async () => {
  const { transport, origin } = await open(({ url }, response) => {
    if (url === '/large') response.end('x'.repeat(1001))
    else response.destroy()
    return true
  })
  await expect(get(transport, `${origin}/large`)).rejects.toThrow('1,000')
  await expect(get(transport, `${origin}/broken`)).rejects.toThrow('does not answer')
})

it.each(clients)(
  'reports an answer of %s that changes the protocol, instead of waiting for another',
  async (_, connect) => {
    const { transport, origin } = await open(
      (_, { socket }) =>
        Boolean(socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n')),
      { connect },
    )
    await expect(get(transport, origin)).rejects.toThrow('does not answer')
  },
)

it.each(['the answer', 'the body'])('reports how long it waited when %s is not in time', async (late) => {
  const service = await startFixtureService({
    locales: {},
    intercept: (_, response) => late === 'the answer' || response.write('go'),
  })
  const transport = openTransport({ connections: 2, attempts: 1, connect: connectByNode, timeoutMs: 50 })
  opened.push(service, transport)
  await expect(get(transport, service.origin)).rejects.toThrow('no complete answer in 0.05 s')
})

it.each(clients)(
  'guards requests of %s: only names of inner hosts may point into the machine, even after earlier connections',
  async (_, connect) => {
    const answer: Intercept = (_, response) => Boolean(response.end('here'))
    const { transport, origin } = await open(answer, { connect })
    const named = origin.replace('127.0.0.1', 'localhost')
    const inner = openTransport({ connections: 2, attempts: 1, connect, innerHosts: ['localhost'] })
    opened.push(inner)
    for (const url of [origin, named]) expect((await get(transport, url)).status).toBe(200)
    await expect(get(transport, named, { isGuarded: true })).rejects.toThrow('"localhost" resolves to')
    expect((await get(transport, origin, { isGuarded: true })).status).toBe(200)
    expect((await get(inner, named, { isGuarded: true })).status).toBe(200)
  },
)
