import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createPreviewApp } from './preview-app.ts'

it('hands redirects of the content service to the browser, and follows none', async () => {
  const asked: string[] = []
  const service = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host}${request.url}`)
    response.writeHead(302, { location: '/inside' }).end()
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => service.once('listening', listening))
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  const never = (): never => {
    throw new Error('Nothing but the service is asked.')
  }
  const app = createPreviewApp({
    port: () => 4001,
    ask: never,
    defaultLocale: never,
    apiBase: async () => '/api',
    api: `http://${host}/content`,
    panel: never,
    events: { stream: never, tell: never, close: never },
  })
  const headers = { host: '127.0.0.1:4001' }
  for (const method of ['GET', 'POST']) {
    const { status, headers: answered } = await app.request('http://127.0.0.1:4001/api/moved', { method, headers })
    expect([status, answered.get('location')]).toEqual([302, '/inside'])
  }
  expect(asked).toEqual([`GET ${host}/content/moved`, `POST ${host}/content/moved`])
  service.close()
})
