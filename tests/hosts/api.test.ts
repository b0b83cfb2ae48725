import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Deployed, deploy } from './deployed.ts'
import { fixtureRouting, makeFixture } from './make-fixture.ts'
import { profiles } from './profiles.ts'

/** Hosts whose files can proxy a path. CloudFront needs a behaviour instead, and the others cannot do it. */
const proxying = ['nginx', 'apache', 'apache-vhost', 'caddy', 'cloudflare', 'netlify']
const maxBytes = 8 * 1024 * 1024

let service: Server
let origin: string

/** Answers with a description of the request, with the status that the address names. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  const { authorization, host, 'content-type': type, 'accept-locale': locale } = request.headers
  const status = Number(/status=(\d+)/.exec(request.url ?? '')?.[1] ?? 200)
  if (status >= 300 && status < 400) response.setHeader('location', '/elsewhere?x=%C5%BC')
  response.writeHead(status, { 'content-type': 'application/json', 'x-service': 'yes' })
  const said = { method: request.method, url: request.url, authorization, host, type, locale, bytes: body.length }
  response.end(status === 204 || status === 304 ? undefined : JSON.stringify(said))
}

beforeAll(async () => {
  service = createServer(echo).listen(0, '127.0.0.1')
  await new Promise((listening) => service.once('listening', listening))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => void service.close())

describe.each(profiles.filter(({ name }) => proxying.includes(name)))('the content service behind $name', (profile) => {
  let host: Deployed
  beforeAll(async () => {
    const api = { target: `${origin}/content/api`, maxBytes }
    host = await deploy(profile, (folder) => makeFixture(folder, { ...fixtureRouting, api }))
  })
  afterAll(() => host?.close())
  const ask = (path: string, init: RequestInit = {}) => fetch(`${host.origin}${path}`, { redirect: 'manual', ...init })

  it.each([
    '/search?phrase=%C5%BC&x[]=1&x[]=2',
    '/posts/%C5%BC%C3%B3%C5%82w',
    '/pages/100%25?preview=true',
    '/pages/a%20b',
    // Apache decides about "%2F" for the whole site, before it reads the file of a folder.
    ...(profile.name === 'apache' ? [] : ['/hidden_pages/a%2Fb?locale=pl']),
    '/hidden_pages/x.html',
    '/hidden_pages/..x/.y/z..?a=/../;',
    '/menus/',
  ])('receives the request %s as it was sent', async (path) => {
    const answer = await ask(`/api${path}`, { headers: { authorization: 'Bearer t.o-k', 'accept-locale': 'pl' } })
    expect([answer.status, answer.headers.get('x-service')]).toEqual([200, 'yes'])
    const asked = (await answer.json()) as { url: string }
    expect(asked).toMatchObject({
      method: 'GET',
      authorization: 'Bearer t.o-k',
      locale: 'pl',
      host: new URL(origin).host,
    })
    expect(decodeURI(asked.url)).toBe(decodeURI(`/content/api${path}`))
  })

  it.each(['POST', 'PUT'])('receives the body of a %s, up to the size of all files of a form', async (method) => {
    const body = JSON.stringify({ name: 'Żółw' })
    const small = await ask('/api/contact_form_entries', {
      method,
      headers: { 'content-type': 'application/json', authorization: 'Bearer t' },
      body,
    })
    expect(await small.json()).toMatchObject({
      method,
      type: 'application/json',
      authorization: 'Bearer t',
      bytes: Buffer.byteLength(body),
    })
    const large = await ask('/api/form_entries/job_application', { method, body: new Uint8Array(maxBytes - 1024) })
    expect(await large.json()).toMatchObject({ method, bytes: maxBytes - 1024 })
  })

  it.each([201, 204, 301, 302, 303, 400, 401, 403, 404, 405, 410, 422, 429, 500, 502, 503, 504])(
    'answers with status %i, and no page of the site replaces the answer',
    async (status) => {
      for (const method of ['GET', 'POST']) {
        const answer = await ask(`/api/x?status=${status}`, { method })
        expect([answer.status, answer.headers.get('x-service')]).toEqual([status, 'yes'])
        const to = answer.headers.get('location')
        if (status >= 300 && status < 400) expect(to?.replace(host.origin, '')).toBe('/elsewhere?x=%C5%BC')
        if (status !== 204) expect(await answer.json()).toMatchObject({ method })
      }
    },
  )

  it('keeps its own headers, without those of pages', async () => {
    for (const status of [200, 404, 500]) {
      const { headers } = await ask(`/api/x?status=${status}`)
      expect(headers.get('content-type')).toBe('application/json')
      const ours = fixtureRouting.headers.filter(({ name }) => headers.has(name)).map(({ name }) => name)
      expect(ours).toEqual([])
    }
  })

  it('receives no other requests', async () => {
    expect((await host.visit('/apia')).status).toBe(404)
    expect((await host.visit(host.page('/about'))).body).toBe('file about/index.html')
    expect((await host.visit('/old')).status).toBe(301)
    if (profile.name === 'netlify') return // the imitation would resolve the dots itself
    for (const path of [
      '/api/../secret',
      '/api/%2e%2e/secret',
      '/api/x/../../secret',
      '/x/../secret',
      '//api/secret',
      '/api/x/../../api/y',
      // A service may decode these, or ignore the part behind the semicolon.
      ...['/api/..%2fsecret', '/api/x%2F..%2f..%2Fsecret', '/api/x%2f..%2f..%2fapi/y', '/api/%2e%2E%2Fsecret?x=1'],
      ...['/api/..%5csecret', '/api/x%5C..%5c..', '/api/..;/secret', '/api/..%3bx/secret'],
    ]) {
      const { headers, body } = await host.visit(path)
      const asked = headers.has('x-service') ? JSON.parse(body).url : '/content/api/'
      expect([path, asked]).toEqual([
        path,
        expect.stringMatching(/^\/content\/api(?!.*(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|;|%3b|$))\//i),
      ])
    }
  })
})

describe.each(profiles.filter(({ name }) => ['nginx', 'apache', 'apache-vhost', 'caddy'].includes(name)))(
  'an unreachable content service behind $name',
  (profile) => {
    it.each(['http', 'https'])('is an error that no page of the site replaces: %s', async (scheme) => {
      const api = { target: `${scheme}://127.0.0.1:9/api`, maxBytes }
      const host = await deploy(profile, (folder) => makeFixture(folder, { ...fixtureRouting, api }))
      const { status, body } = await host.visit('/api/x')
      expect([502, 503]).toContain(status)
      expect(body).not.toContain('file ')
      if (!profile.name.startsWith('apache')) expect(JSON.parse(body)).toMatchObject({ code: 502 })
      expect((await host.visit('/about')).status).toBe(200)
      await host.close()
    })
  },
)

describe.each(profiles.filter(({ name }) => ['nginx', 'apache', 'apache-vhost', 'caddy'].includes(name)))(
  'a 5xx of $name itself',
  (profile) => {
    it('is answered with the page of the locale', async () => {
      const host = await deploy(profile, makeFixture)
      expect(await host.visit('/own/503')).toMatchObject({ status: 503, body: 'file 500.html' })
      expect(await host.visit('/en/own/503')).toMatchObject({ status: 503, body: 'file en/500.html' })
      const { headers } = await host.visit('/own/503')
      expect(headers.get('content-type')).toContain('text/html')
      expect(headers.get('cache-control')).toBe('no-cache')
      // Apache decides about "%2F" before it reads the file of a folder
      if (profile.name !== 'apache')
        expect(await host.visit('/a%2Fb')).toMatchObject({ status: 404, body: 'file 404.html' })
      await host.close()
    })
  },
)
