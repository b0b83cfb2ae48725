import { createServer } from 'node:https'
import { type AddressInfo, createServer as createSpeaker } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { SiteError } from '#content/finding.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { selfSigned } from '#tests/fixtures/self-signed.ts'
import { connectByNode } from './connect-by-node.ts'
import { connectByUndici } from './connect-by-undici.ts'
import { openTransport } from './transport.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

describe.each([
  ['undici', connectByUndici],
  ['Node', connectByNode],
])('by %s', (_, connect) => {
  /** Returns the finding of a read that fails after a single request, although the transport would wait longer. */
  async function failureAt(origin: string) {
    const transport = openTransport({ connections: 2, patienceMs: 45_000, retryDelayMs: 100_000, connect })
    opened.push(transport)
    const read = transport.get({ url: new URL(`${origin}/api/menus`), maxBytes: 1000, mayReach: () => true })
    const error: unknown = await read.then(() => undefined).catch((caught) => caught)
    if (!(error instanceof SiteError)) throw error
    expect([error.finding.code, transport.counts.total]).toEqual(['service-unreachable', 1])
    return error.finding
  }

  it('an untrusted certificate is reported, and is not an outage', async () => {
    const server = createServer(selfSigned, (__, response) => response.end('[]'))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    opened.push(server)
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { message, hint, failure } = await failureAt(origin)
    expect(message).toBe(
      `"${origin}" does not answer "/api/menus": its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).`,
    )
    expect(hint).toContain('NODE_EXTRA_CA_CERTS')
    expect(failure).toEqual({ kind: 'untrusted certificate', attempts: 1 })
  })

  it('https:// at a port of http:// is reported, and is not an outage', async () => {
    const service = await startFixtureService({ locales: {} })
    opened.push(service)
    const origin = service.origin.replace('http:', 'https:')
    const { message, hint } = await failureAt(origin)
    expect(message).toMatch(
      /^"https:.+" does not answer "\/api\/menus": it does not use TLS, or no version of TLS that this machine supports \([A-Z_]+\)\.$/,
    )
    expect(hint).toContain('begins with the protocol of the service')
  })

  it.each([
    ['of https:// is waited for as a service that is restarted', 'broken connection', createServer(selfSigned)],
    [
      'of another program is waited for as one that is restarted',
      'not HTTP',
      createSpeaker((socket) => socket.on('error', () => {}).write('SSH-2.0-OpenSSH_9.2\r\n')),
    ],
  ])('http:// at a port %s, and reported as what it may be', async (__, kind, server) => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    opened.push(server)
    const transport = openTransport({
      connections: 2,
      patienceMs: 400,
      probeMs: 20,
      retryDelayMs: 1,
      attempts: 99,
      connect,
    })
    opened.push(transport)
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/menus`)
    await expect(transport.get({ url, maxBytes: 1000, mayReach: () => true })).rejects.toMatchObject({
      finding: {
        code: 'service-unreachable',
        message: expect.stringMatching(new RegExp(` gave no good answer for .+: \\d+ × ${kind}\\.$`)),
        hint: expect.stringContaining('begins with the protocol of the service, https:// or http://'),
      },
    })
  })
})
