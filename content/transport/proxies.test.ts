import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { connectByNode } from './connect-by-node.ts'
import { openTransport, type Transport } from './transport.ts'

const opened: { close(): unknown }[] = []
let asked: string[] = []

/** A proxy that forwards every name to one service. */
async function startProxy(origin: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const proxy = createServer((given, response) => {
    asked.push(`${given.method} ${given.url}`)
    const { pathname } = new URL(given.url ?? '')
    forward(`${origin}${pathname}`, (answer) => answer.pipe(response)).end()
  })
  proxy.on('connect', (given, socket) => {
    asked.push(`${given.method} ${given.url}`)
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    socket.on('error', () => onward.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  opened.push({ close: () => proxy.closeAllConnections() ?? proxy.close() })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

async function bodyOf(url: string, options: Partial<Parameters<typeof openTransport>[0]> = {}): Promise<string> {
  const transport: Transport = openTransport({ connections: 2, attempts: 1, ...options })
  opened.push(transport)
  const { body } = await transport.get({ url: new URL(url), maxBytes: 1000, mayReach: () => true })
  return body.toString()
}

let service: Awaited<ReturnType<typeof startFixtureService>>
beforeEach(async () => {
  asked = []
  service = await startFixtureService({
    locales: {},
    intercept: (_, response) => {
      response.end('"here"')
      return true
    },
  })
  opened.push(service)
  vi.stubEnv('HTTP_PROXY', await startProxy(service.origin))
  vi.stubEnv('NO_PROXY', '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const one of opened.splice(0).reverse()) await one.close()
})

it.each([
  ['of many requests', {}],
  ['of few', { connect: connectByNode }],
])('uses the proxy of the environment when Node does: a transport %s', async (_, options) => {
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  expect(await bodyOf('http://cms.example.test/api/menus', options)).toBe('"here"')
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('cms.example.test')
})

it('uses no proxy for hosts in NO_PROXY, nor when Node uses none', async () => {
  expect(await bodyOf(`${service.origin}/api/menus`)).toBe('"here"')
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  vi.stubEnv('NO_PROXY', '127.0.0.1')
  expect(await bodyOf(`${service.origin}/api/menus`)).toBe('"here"')
  expect(asked).toEqual([])
})

describe('mentions the proxy of the environment', () => {
  const hintOf = (url: string, options = {}): Promise<string> =>
    bodyOf(url, options).then(
      () => 'answered',
      (error) => error.finding.hint,
    )
  const untaken = 'The proxy in HTTP_PROXY is used only with NODE_USE_ENV_PROXY=1.'

  it('if it is not used, and a name cannot be resolved', async () => {
    expect(await hintOf('http://cms.example.test/api/menus')).toContain(untaken)
  })

  it('if it is not used, and nothing answers in time', async () => {
    const silent = createServer(() => {})
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    opened.push({ close: () => silent.closeAllConnections() ?? silent.close() })
    const { port } = silent.address() as AddressInfo
    const options = { timeoutMs: 50, patienceMs: 100, attempts: 4, retryDelayMs: 1 }
    expect(await hintOf(`http://127.0.0.1:${port}/api/menus`, options)).toContain(untaken)
  })

  it('if it is used, and does not run', async () => {
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    const closed = createServer()
    await once(closed.listen(0, '127.0.0.1'), 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${port}`)
    expect(await hintOf('http://cms.example.test/api/menus')).toContain('Check that the proxy in HTTP_PROXY is running')
  })

  it.each(['other.test, cms.example.test', '.EXAMPLE.test', '*.test,', '*', 'cms.example.test:80'])(
    'but not if NO_PROXY names the host: %s',
    async (names) => {
      vi.stubEnv('NO_PROXY', names)
      expect(await hintOf('http://cms.example.test/api/menus')).not.toContain('proxy')
      vi.stubEnv('NODE_USE_ENV_PROXY', '1')
      expect(await hintOf('http://cms.example.test/api/menus')).not.toContain('proxy')
    },
  )

  it.each(['cms.example.test:81', 's.example.test', 'test.cms.example.test'])(
    'if NO_PROXY names another host: %s',
    async (names) => {
      vi.stubEnv('NO_PROXY', names)
      expect(await hintOf('http://cms.example.test/api/menus')).toContain(untaken)
    },
  )

  it('but not if it is only for https://', async () => {
    vi.stubEnv('HTTPS_PROXY', process.env.HTTP_PROXY)
    vi.stubEnv('HTTP_PROXY', '')
    expect(await hintOf('http://cms.example.test/api/menus')).not.toContain('proxy')
  })

  it('but not if the service itself refuses', async () => {
    await service.close()
    expect(await hintOf(`${service.origin}/api/menus`)).not.toContain('proxy')
  })
})
