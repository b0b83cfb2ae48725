import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { openTransport } from '#content/transport/transport.ts'
import { spareThisMachine } from './spare-this-machine.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it.each([
  [{ NO_PROXY: 'a.example' }, { NO_PROXY: 'a.example,127.0.0.1,localhost,::1' }],
  [{ no_proxy: '' }, { no_proxy: '127.0.0.1,localhost,::1' }],
  [{}, { NO_PROXY: '127.0.0.1,localhost,::1' }],
])('adds this machine to %j', (given, wanted) => {
  const env = { NODE_USE_ENV_PROXY: '1', ...given }
  spareThisMachine(env)
  expect(env).toEqual({ NODE_USE_ENV_PROXY: '1', ...wanted })
})

it('changes nothing if Node uses no proxy', () => {
  const env = { NO_PROXY: 'a.example' }
  spareThisMachine(env)
  expect(env).toEqual({ NO_PROXY: 'a.example' })
})

it('lets requests reach a service on this machine, although a proxy is set', async () => {
  const service = createServer((_, response) => void response.end('"here"'))
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const { port } = service.address() as AddressInfo
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9')
  vi.stubEnv('NO_PROXY', '')
  spareThisMachine(process.env)
  const transport = openTransport({ connections: 1, attempts: 1 })
  const { body } = await transport.get({
    url: new URL(`http://127.0.0.1:${port}/`),
    maxBytes: 1000,
    mayReach: () => true,
  })
  expect(body.toString()).toBe('"here"')
  await transport.close()
  service.close()
})
