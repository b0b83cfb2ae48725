import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { Answer, Question } from '#preview/messages.ts'
import { createPreviewApp, type PreviewAppParts } from './preview-app.ts'

const headers = { host: '127.0.0.1:4001' }
const never = (): never => {
  throw new Error('This is not asked for.')
}

/** An app that can answer only what `parts` answers. */
const openApp = (parts: Partial<PreviewAppParts> = {}) =>
  createPreviewApp({
    port: () => 4001,
    ask: never,
    defaultLocale: never,
    apiBase: async () => '/api',
    api: 'http://127.0.0.1:9',
    panel: async () => new Map(),
    events: { stream: never, send: never, close: never },
    ...parts,
  })

it('passes redirects of the content service to the browser, and follows none', async () => {
  const asked: string[] = []
  const service = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host}${request.url}`)
    response.writeHead(302, { location: '/inside' }).end()
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => service.once('listening', listening))
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  const app = openApp({ api: `http://${host}/content` })
  for (const method of ['GET', 'POST']) {
    const { status, headers: answered } = await app.request('http://127.0.0.1:4001/api/moved', { method, headers })
    expect([status, answered.get('location')]).toEqual([302, '/inside'])
  }
  expect(asked).toEqual([`GET ${host}/content/moved`, `POST ${host}/content/moved`])
  service.close()
})

it.each<[string, string, Partial<Question>]>([
  ['/blog?page=2', 'GET', { kind: 'site', path: '/blog?page=2' }],
  ['/apiary', 'HEAD', { kind: 'site', path: '/apiary' }],
  ['/admin/before/blog?a=b', 'GET', { kind: 'before', path: '/blog?a=b' }],
  ['/admin/before/', 'GET', { kind: 'before', path: '/' }],
  [
    '/admin/after/pages/a%20b/en/en/x?y=z',
    'GET',
    { kind: 'after', target: { nodeType: 'pages', id: 'a b', locale: 'en' }, path: '/en/x?y=z' },
  ],
  ['/admin/draft/pages/7', 'GET', { kind: 'draft', target: { nodeType: 'pages', id: '7', locale: 'pl' } }],
  ['/admin/draft/pages/7?locale=en', 'GET', { kind: 'draft', target: { nodeType: 'pages', id: '7', locale: 'en' } }],
  ['/admin/api/where', 'GET', { kind: 'where', path: '/' }],
  ['/admin/api/refresh', 'POST', { kind: 'refresh' }],
] as [string, string, Partial<Question>][])(
  'asks the renderer for the page or data at %s',
  async (path, method, question) => {
    const asked: Question[] = []
    const ask = async (one: Question): Promise<Answer> => {
      asked.push(one)
      return { status: 404, headers: { 'x-answer': 'yes' }, body: Buffer.from('nothing') }
    }
    const app = openApp({ ask, defaultLocale: async () => 'pl' })
    const answer = await app.request(`http://127.0.0.1:4001${path}`, { method, headers })
    expect([answer.status, answer.headers.get('x-answer'), asked]).toEqual([404, 'yes', [question]])
  },
)

it('lets no other site embed or read its answers, and lets the panel load nothing from other sites', async () => {
  const get = (path: string, host = headers.host) =>
    openApp().request(`http://127.0.0.1:4001${path}`, { headers: { host } })
  const [panel, refused] = await Promise.all([get('/admin/'), get('/', 'evil.example')])
  for (const { headers: answered } of [panel, refused])
    expect(Object.fromEntries(answered)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    })
  expect([panel.status, refused.status]).toEqual([200, 421])
  expect(panel.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /)
  expect(panel.headers.get('cache-control')).toBe('no-store')
})

it.each([
  ['/anything', 'POST', 405],
  ['/admin/nothing/at/all/here', 'GET', 404],
  ['/admin/api/panel?nodeType=x', 'GET', 400],
  ['/admin', 'GET', 301],
  ['/admin/assets/none.js', 'GET', 404],
  ['/', 'GET', 500],
])('answers %s, requested with %s, with %i', async (path, method, status) => {
  const app = openApp({ defaultLocale: async () => 'pl' })
  expect((await app.request(`http://127.0.0.1:4001${path}`, { method, headers })).status).toBe(status)
})

it('names the methods that pages accept', async () => {
  const answer = await openApp({}).request('http://127.0.0.1:4001/anything', { method: 'POST', headers })
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
})

it('keeps running if the panel cannot be bundled or the renderer fails, and reports it', async () => {
  const fail = (message: string) => async () => {
    throw new Error(message)
  }
  const app = openApp({ panel: fail('No panel.'), ask: fail('No renderer.') })
  const get = (path: string) => app.request(`http://127.0.0.1:4001${path}`, { headers })
  expect((await get('/admin/')).status).toBe(200)
  expect(await (await get('/admin/assets/panel.js')).text()).toBe('pageData error\nNo panel.\n')
  const reported = await get('/admin/api/pages')
  expect([reported.status, await reported.json()]).toEqual([
    500,
    { status: 500, title: 'pageData error', causes: ['No renderer.'] },
  ])
})
