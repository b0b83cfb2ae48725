import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { siteHeaders } from '#publish/headers.ts'
import { routingFile } from '#publish/routing.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import type { AppServer } from './serve-app.ts'
import { startStaticServer } from './static-server.ts'

let folder: string
let server: AppServer
let api: { origin: string; close: () => Promise<void> }

const pages = ['', 'about', 'żółw', 'cafe\u0301', '100%', 'a%2Fb', 'area', 'en', 'en/about'].map((path) =>
  join(path, 'index.html'),
)
const files = [...pages, '404.html', 'en/404.html', 'assets/site-A1.css', 'assets/a b.svg', 'site.webmanifest']
const routing = {
  redirects: [
    { from: '/old', to: '/about' },
    { from: '/stary żółw/', to: '/żółw#część' },
    { from: '/fixed', to: '/about?from=old' },
    { from: '/50%', to: '/100% wool?part=%25#%25' },
    { from: '/caf\u00e9', to: '/cafe\u0301' },
  ],
  notFound: [
    { prefix: '/en/', file: 'en/404.html' },
    { prefix: '/', file: '404.html' },
  ],
  gone: ['/sold'],
  shells: [{ prefix: '/area/', suffix: '', file: 'area/index.html' }],
  pageFiles: 'directory' as const,
  apiBase: '/api',
  headers: siteHeaders({ ...testSettings(), origin: 'https://www.example.com' }),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-server-'))
  for (const file of files) {
    await mkdir(dirname(join(folder, 'site', file)), { recursive: true })
    await writeFile(join(folder, 'site', file), `file ${file}`)
  }
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeRouting(folder, routing)
  api = await startEcho()
  server = await startStaticServer({ directory: folder, api: `${api.origin}/content/api`, port: 0 })
})
afterAll(async () => {
  await server.close()
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

/** Another origin on this machine, which only this machine can reach. */
const elsewhere = (): string => server.origin.replace('127.0.0.1', 'localhost')

/** A service that answers with the request that it received. */
async function startEcho(): Promise<{ origin: string; close: () => Promise<void> }> {
  const echo = createServer(async (request: IncomingMessage, response) => {
    if (request.url?.includes('large'))
      return void response.writeHead(413).end('too large', () => request.socket.resetAndDestroy())
    const body = await text(request)
    const { authorization, cookie, host, 'content-type': type } = request.headers
    if (request.url?.includes('tagged')) return void response.writeHead(200, { tags: 'a'.repeat(20_000) }).end()
    if (request.url?.includes('enter'))
      return void response.writeHead(200, { 'set-cookie': ['seat=4; Path=/; HttpOnly', 'row=a=b'] }).end()
    if (request.url?.includes('cut')) {
      const length = request.url.includes('whole') ? { 'content-length': 50 } : {}
      return void response.writeHead(200, length).write('{"id"', () => response.destroy())
    }
    if (request.url?.includes('worded'))
      return void request.socket.end('HTTP/1.1 422 Nieprawidłowe dane – „żółw”\r\ncontent-length: 5\r\n\r\nwords')
    if (request.url?.includes('moved')) return void response.writeHead(302, { location: `${elsewhere()}/inside` }).end()
    response
      .writeHead(request.url?.includes('refused') ? 422 : 201, { 'content-type': 'application/json', 'x-echo': 'yes' })
      .end(JSON.stringify({ method: request.method, url: request.url, authorization, cookie, host, type, body }))
  })
  await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(echo.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => void echo.close(() => closed())),
  }
}

/** Sends a request exactly as written, because HTTP clients would normalise the path. */
async function ask(
  path: string,
  method = 'GET',
  host = 'localhost',
): Promise<{ status: number; headers: Headers; body: string }> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  const answer = await text(socket)
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

describe('pages and files', () => {
  it.each([
    ['/', 'index.html'],
    ['/about', 'about/index.html'],
    ['/about?q=1', 'about/index.html'],
    ['/%C5%BC%C3%B3%C5%82w', 'żółw/index.html'],
    ['/cafe%CC%81', 'cafe\u0301/index.html'],
    ['/100%25', '100%/index.html'],
    ['/a%252Fb', 'a%2Fb/index.html'],
    ['/en', 'en/index.html'],
    ['/en/about', 'en/about/index.html'],
    ['/assets/site-A1.css', 'assets/site-A1.css'],
    ['/assets/a%20b.svg', 'assets/a b.svg'],
  ])('are answered without a redirect: %s', async (path, file) => {
    const { status, body } = await ask(path)
    expect({ status, has: body.includes(`file ${file}`) }).toEqual({ status: 200, has: true })
  })

  it.each([
    ['/about', 'text/html', 'no-cache'],
    ['/assets/site-A1.css', 'text/css', 'public, max-age=31536000, immutable'],
    ['/assets/a%20b.svg', 'image/svg+xml', 'public, max-age=31536000, immutable'],
    ['/site.webmanifest', 'application/manifest+json', 'no-cache'],
  ])('have a type and a cache time: %s', async (path, type, caching) => {
    const { headers } = await ask(path)
    expect(headers.get('content-type')).toContain(type)
    expect(headers.get('cache-control')).toBe(caching)
  })

  it.each([
    ['/about/', '/about'],
    ['/about/?q=1', '/about?q=1'],
    ['/en/', '/en'],
    ['/%C5%BC%C3%B3%C5%82w/', '/%C5%BC%C3%B3%C5%82w'],
  ])('redirect %s to the address without the final slash', async (path, location) => {
    const { status, headers } = await ask(path)
    expect([status, headers.get('location')]).toEqual([301, location])
  })

  it('never redirect to themselves: an encoded slash cannot be removed', async () => {
    const { status, body } = await ask('/about%2F')
    expect([status, body]).toEqual([200, (await ask('/about')).body])
  })

  it.each(['/', '/about', '/gone'])('answer HEAD %s like GET, without a body', async (path) => {
    const [head, get] = [await ask(path, 'HEAD'), await ask(path)]
    expect([head.status, head.headers.get('content-type')]).toEqual([get.status, get.headers.get('content-type')])
    expect(head.body).toBe('')
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('do not accept %s', async (method) => {
    for (const path of ['/about', '/assets/site-A1.css', '/old', '/gone', '/%zz']) {
      const { status, headers, body } = await ask(path, method)
      expect([status, headers.get('allow'), body]).toEqual([405, 'GET, HEAD', expect.stringContaining('only GET and')])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it.each([
    ['bytes=0-3', 206, 'bytes 0-3/23', 'file'],
    ['bytes=-6', 206, 'bytes 17-22/23', 'A1.css'],
    ['bytes=23-', 416, 'bytes */23', ''],
    ['bytes=0-3,5-6', 200, null, 'file assets/site-A1.css'],
    ['bytes=-', 200, null, 'file assets/site-A1.css'],
    ['items=0-3', 200, null, 'file assets/site-A1.css'],
    ['0-3', 200, null, 'file assets/site-A1.css'],
  ])('answer the range "%s" with status %s', async (range, ...expected) => {
    const answer = await fetch(`${server.origin}/assets/site-A1.css`, { headers: { range } })
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual(expected)
  })

  it('are sent whole if only the rest of a certain version is wanted', async () => {
    const headers = { range: 'bytes=5-', 'if-range': '"an earlier version"' }
    const answer = await fetch(`${server.origin}/assets/site-A1.css`, { headers })
    expect([answer.status, await answer.text()]).toEqual([200, 'file assets/site-A1.css'])
  })
})

describe('the host name of a request', () => {
  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1:4000'])('may be %s', async (host) => {
    expect((await ask('/about', 'GET', host)).status).toBe(200)
  })

  it.each([
    ...['evil.example', 'evil.example:4000', '127.0.0.1.evil.example', 'localhost.evil.example'],
    '192.168.0.1',
  ])('may not be %s, at any address', async (host) => {
    for (const path of ['/about', '/assets/site-A1.css', '/api/search', '/old', '/gone']) {
      const { status, body } = await ask(path, 'GET', host)
      expect([status, body]).toEqual([
        421,
        expect.stringContaining('This server answers only at names of this machine'),
      ])
    }
  })
})

describe('redirects', () => {
  it.each([
    ['/old', '/about'],
    ['/old/', '/about'],
    ['/old?q=%C5%BC', '/about?q=%C5%BC'],
    ['/fixed?q=1', '/about?from=old'],
    ['/50%25', '/100%25%20wool?part=%25#%25'],
    ['/50%25', '/100%25%20wool?part=%25#%25'],
    ['/caf%C3%A9', '/cafe%CC%81'],
    ['/stary%20%C5%BC%C3%B3%C5%82w', '/%C5%BC%C3%B3%C5%82w#cz%C4%99%C5%9B%C4%87'],
    ['/stary%20%C5%BC%C3%B3%C5%82w/?q=1', '/%C5%BC%C3%B3%C5%82w?q=1#cz%C4%99%C5%9B%C4%87'],
  ])('from %s go to %s', async (path, location) => {
    const { status, headers } = await ask(path)
    expect([status, headers.get('location')]).toEqual([301, location])
  })
})

describe('a missing file', () => {
  it.each([
    ['/gone', '404.html'],
    ['/gone/', '404.html'],
    ['/english', '404.html'],
    ['/en/gone', 'en/404.html'],
    ['/en/deep/er', 'en/404.html'],
    ['/assets', '404.html'],
    ['/assets/', '404.html'],
    ['/old/deeper', '404.html'],
    ['/about/index.html/', '404.html'],
    ['/%zz', '404.html'],
    ['/a%00b', '404.html'],
    ['//about', '404.html'],
    ['//about/', '404.html'],
    ['/en//about', '404.html'],
  ])('gets the nearest 404 page for %s', async (path, file) => {
    const { status, headers, body } = await ask(path)
    expect({ status, has: body.includes(`file ${file}`) }).toEqual({ status: 404, has: true })
    expect(headers.get('content-type')).toContain('text/html')
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/..%252fsecret.txt',
    '/..%2f..%2f..%2f..%2f..%2f..%2fetc/passwd',
    '/%2fetc%2fpasswd',
    '/x/..%2fabout',
    '/area/..%2f..%2fsecret.txt',
  ])('is never looked for outside the export: %s', async (path) => {
    const { status, body } = await ask(path)
    // Any single name below the shell's prefix is one of its pages.
    expect(status).toBe(404)
    expect(body).not.toContain('secret')
    expect(body).not.toContain('root:')
  })
})

it.each([
  ['/area/any', 200, 'area/index.html'],
  ['/area', 200, 'area/index.html'],
])('answers %s with the shell', async (path, status, file) => {
  const answer = await ask(path)
  expect(answer.status).toBe(status)
  expect(answer.body).toContain(`file ${file}`)
})

describe('headers', () => {
  const sent = routing.headers.filter(({ name }) => name !== 'Strict-Transport-Security')

  it.each(['/', '/about', '/old', '/about/', '/gone', '/sold', '/area/any', '/assets/missing.js', '/%zz'])(
    'of %s are those of the routing, without HSTS',
    async (path) => {
      const { headers } = await ask(path)
      expect(sent.map(({ name }) => [name, headers.get(name)])).toEqual(sent.map(({ name, value }) => [name, value]))
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  it('of assets are separate', async () => {
    const { headers } = await ask('/assets/site-A1.css')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('are those of compressed text for clients that accept it', async () => {
    const longStyles = 'a { color: red }\n'.repeat(200)
    await writeFile(join(folder, 'site/assets/long.css'), longStyles)
    const sheet = await fetch(`${server.origin}/assets/long.css`)
    expect([sheet.headers.get('content-encoding'), sheet.headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding'])
    expect(await sheet.text()).toBe(longStyles)
    const plain = await fetch(`${server.origin}/assets/long.css`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('content-length')).toBe(`${longStyles.length}`)
  })

  it('below /api are left to the service', async () => {
    const { headers } = await ask('/api/x')
    expect(headers.get('content-security-policy')).toBeNull()
  })
})

describe('the API', () => {
  it('gets path, query and token', async () => {
    const answer = await fetch(`${server.origin}/api/search?phrase=%C5%BC&x[]=1`, {
      headers: { authorization: 'Bearer t' },
    })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('x-echo')).toBe('yes')
    expect(await answer.json()).toMatchObject({
      method: 'GET',
      url: '/content/api/search?phrase=%C5%BC&x[]=1',
      authorization: 'Bearer t',
    })
  })

  it('gets its own host name', async () => {
    const answer = await fetch(`${server.origin}/api/search`)
    expect(await answer.json()).toMatchObject({ host: new URL(api.origin).host })
  })

  it('gets the cookies that it set, and none of other servers on this machine', async () => {
    const cookieAt = async (path: string): Promise<unknown> => {
      const headers = { cookie: 'session=secret; seat=4; seats; row=a=b' }
      const { cookie } = (await (await fetch(`${server.origin}/api/${path}`, { headers })).json()) as {
        cookie?: string
      }
      return cookie
    }
    expect(await cookieAt('search')).toBeUndefined()
    await fetch(`${server.origin}/api/enter`)
    expect(await cookieAt('search')).toBe('seat=4; row=a=b')
  })

  it('answers 502 when the headers of the service are too long', async () => {
    const answer = await fetch(`${server.origin}/api/tagged`)
    expect([answer.status, await answer.json()]).toEqual([
      502,
      {
        code: 502,
        message: expect.stringMatching(
          /^The headers in the answer of the content service are longer than 16384 bytes\. Configure /,
        ),
      },
    ])
  })

  it.each(['whole', 'parts'])(
    'may break off, sent as %s, which breaks off the answer without any output',
    async (form) => {
      const printed = vi.spyOn(console, 'error')
      const answer = await fetch(`${server.origin}/api/cut-${form}`)
      await expect(answer.text()).rejects.toThrow('terminated')
      expect(printed.mock.calls).toEqual([])
      printed.mockRestore()
    },
  )

  it.each(['GET', 'POST'])('may redirect the browser, and is not followed: %s', async (method) => {
    const answer = await fetch(`${server.origin}/api/moved`, { method, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([
      302,
      `${elsewhere()}/inside`,
      '',
    ])
  })

  it.each(['POST', 'PUT'])('gets the body of a %s, and its errors are returned', async (method) => {
    const body = JSON.stringify({ name: 'Żółw' })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${server.origin}/api/refused`, { method, body, headers })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ method, body, type: 'application/json' })
  })

  it('may refuse a body before it has read it, and close the connection', async () => {
    const body = new Uint8Array(200_000) // fits into the buffers of the connection
    for (let time = 0; time < 12; time += 1) {
      const answer = await fetch(`${server.origin}/api/large`, { method: 'POST', body })
      expect([answer.status, await answer.text()]).toEqual([413, 'too large'])
    }
  })

  it('gets requests whose headers concern only the connection of the browser', async () => {
    const headers = { expect: '100-continue', connection: 'Upgrade, x-hop', upgrade: 'websocket' }
    const asking = request(`${server.origin}/api/refused`, { method: 'POST', headers }).end('words')
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    expect([answer.statusCode, await json(answer)]).toMatchObject([422, { body: 'words' }])
  })

  it('may give any reason for its status, in any letters', async () => {
    const answer = await fetch(`${server.origin}/api/worded`)
    expect([answer.status, await answer.text()]).toEqual([422, 'words'])
  })

  it('gets forms with files', async () => {
    const form = new FormData()
    form.set('name', 'Żółw')
    form.set('cv', new Blob(['%PDF-1.7 words'], { type: 'application/pdf' }), 'życiorys.pdf')
    const answer = await fetch(`${server.origin}/api/form_entries/job_application`, { method: 'POST', body: form })
    const { type, body } = (await answer.json()) as { type: string; body: string }
    expect(type).toMatch(/^multipart\/form-data; boundary=/)
    expect(body).toContain('filename="życiorys.pdf"')
    expect(body).toContain('%PDF-1.7 words')
  })

  it('answers 502 with the reason when the service is unreachable', async () => {
    const gone = await startEcho()
    await gone.close()
    const lonely = await startStaticServer({ directory: folder, api: `${gone.origin}/api`, port: 0 })
    const answer = await fetch(`${lonely.origin}/api/x`)
    expect([answer.status, await answer.json()]).toEqual([
      502,
      {
        code: 502,
        message: `The content service does not answer: connect ECONNREFUSED ${new URL(gone.origin).host}.`,
      },
    ])
    await lonely.close()
  })
})

it.each([
  ['/x', '500.html'],
  ['/en/x', 'en/500.html'],
])('answers its own failure at %s with the page of the locale', async (path, file) => {
  const other = join(folder, 'failing')
  for (const one of ['index.html', '500.html', 'en/500.html']) {
    await mkdir(dirname(join(other, 'site', one)), { recursive: true })
    await writeFile(join(other, 'site', one), `file ${one}`)
  }
  const serverErrors = ['en/', ''].map((below) => ({ prefix: `/${below}`, file: `${below}500.html` }))
  await writeRouting(other, { ...routing, serverErrors, redirects: [], shells: [] }) // its 404 page is missing
  const failing = await startStaticServer({ directory: other, api: api.origin, port: 0 })
  const answer = await fetch(`${failing.origin}${path}`)
  expect([answer.status, await answer.text()]).toEqual([500, `file ${file}`])
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  await rm(join(other, 'site', file))
  expect(await (await fetch(`${failing.origin}${path}`)).text()).toBe('The server failed.\n')
  await failing.close()
})

it('passes requests below the base that pages use to the service', async () => {
  const other = join(folder, 'based')
  await mkdir(join(other, 'site'), { recursive: true })
  await writeRouting(other, { ...routing, apiBase: '/content' })
  const based = await startStaticServer({ directory: other, api: `${api.origin}/service`, port: 0 })
  expect(await (await fetch(`${based.origin}/content/posts`)).json()).toMatchObject({ url: '/service/posts' })
  await based.close()
})

it('serves what a later build publishes: pages, redirects, headers', async () => {
  const other = join(folder, 'rebuilt')
  await mkdir(join(other, 'site/new'), { recursive: true })
  await writeFile(join(other, 'site/404.html'), 'lost')
  const plain = { ...routing, notFound: [{ prefix: '/', file: '404.html' }], redirects: [], gone: [], shells: [] }
  await writeRouting(other, { ...plain, headers: [{ name: 'x-build', value: 'first' }] })
  const rebuilt = await startStaticServer({ directory: other, api: api.origin, port: 0 })
  const ask = async (path: string) => {
    const answer = await fetch(`${rebuilt.origin}${path}`, { redirect: 'manual' })
    return [answer.status, answer.headers.get('location'), answer.headers.get('x-build')]
  }
  const before = [await ask('/moved'), await ask('/sold')]
  await writeFile(join(other, 'site/new/index.html'), 'new')
  const redirects = [{ from: '/moved', to: '/new' }]
  await writeRouting(other, { ...plain, redirects, gone: ['/sold'], headers: [{ name: 'x-build', value: 'second' }] })
  const after = [await ask('/moved'), await ask('/sold'), await ask('/new')]
  await rm(join(other, 'routing.json'))
  const without = await ask('/moved')
  await rebuilt.close()
  expect(before).toEqual([
    [404, null, 'first'],
    [404, null, 'first'],
  ])
  expect(after).toEqual([
    [301, '/new', 'second'],
    [410, null, 'second'],
    [200, null, 'second'],
  ])
  expect(without).toEqual(after[0])
})

it('serves pages that are files', async () => {
  const other = join(folder, 'files')
  await mkdir(join(other, 'site/en'), { recursive: true })
  for (const file of ['index.html', 'about.html', 'en.html', 'en/about.html', '404.html'])
    await writeFile(join(other, 'site', file), `file ${file}`)
  await writeRouting(other, {
    ...routing,
    pageFiles: 'file',
    redirects: [],
    shells: [],
    notFound: [{ prefix: '/', file: '404.html' }],
  })
  const ofFiles = await startStaticServer({ directory: other, api: api.origin, port: 0 })
  for (const [path, file] of [
    ['/', 'index'],
    ['/about', 'about'],
    ['/en', 'en'],
    ['/en/about', 'en/about'],
    ['/x', '404'],
  ])
    expect(await (await fetch(`${ofFiles.origin}${path}`)).text()).toBe(`file ${file}.html`)
  expect((await fetch(`${ofFiles.origin}/en/`, { redirect: 'manual' })).headers.get('location')).toBe('/en')
  await ofFiles.close()
})

it('reports a missing export, or a port in use', async () => {
  const nowhere = join(folder, 'nowhere')
  await expect(startStaticServer({ directory: nowhere, api: api.origin, port: 0 })).rejects.toThrow(
    `There is no export in "${nowhere}".`,
  )
  const port = Number(new URL(server.origin).port)
  await expect(startStaticServer({ directory: folder, api: api.origin, port })).rejects.toThrow(
    `Port ${port} cannot be used.`,
  )
})

it.each(['/sold', '/sold/'])('answers %s, which is gone, with 410 and the page of the locale', async (path) => {
  const response = await fetch(`${server.origin}${path}`)
  expect(response.status).toBe(410)
  expect(await response.text()).toBe('file 404.html')
})

async function writeRouting(directory: string, given: Parameters<typeof routingFile>[0]): Promise<void> {
  const [path, text] = routingFile(given)
  await writeFile(join(directory, path), text)
}
