import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openAnswerStore } from '#content/answers/answer-store.ts'
import { Findings } from '#content/finding.ts'
import { pageSchema } from '#content/schema.ts'
import { type FixtureService, sendJson, startFixtureService } from '#tests/fixtures/content-service.ts'
import { type ClientOptions, type ContentClient, openClient } from './client.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

async function serve(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<FixtureService> {
  const service = await startFixtureService({
    locales: {},
    intercept: (request, response) => {
      answer(response, request)
      return true
    },
  })
  opened.push(service)
  return service
}

const limits = { documentBytes: 5_000_000, documentDepth: 64 }

function open(api: string, options: Partial<ClientOptions> = {}): ContentClient {
  const client = openClient({ api, concurrency: 4, limits, retryDelayMs: 1, ...options })
  opened.push(client)
  return client
}

const anything = z.unknown()
const call = { path: '/pages/1', locale: 'de' }
const read = async (client: ContentClient, schema: z.ZodType = anything): Promise<unknown> =>
  (await client.fetchDocument(call, schema, new Findings()))?.document

describe('a request', () => {
  it('accepts JSON, and sends the locale and the token', async () => {
    const service = await serve((response) => sendJson(response, 200, {}))
    await read(open(service.api, { token: 'secret\n' }))
    expect(service.requests[0]?.url).toBe('/api/pages/1?locale=de')
    expect(service.requests[0]?.headers).toMatchObject({
      accept: 'application/ld+json, application/json;q=0.9',
      'accept-locale': 'de',
      authorization: 'Bearer secret',
    })
  })

  it('has no authorization without a token', async () => {
    const service = await serve((response) => sendJson(response, 200, {}))
    await read(open(service.api, { token: '' }))
    expect(service.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('keeps the token on a redirect within the origin', async () => {
    const service = await serve((response, { url }) =>
      url?.startsWith('/api/pages')
        ? response.writeHead(307, { location: '/api/moved' }).end()
        : sendJson(response, 200, 7),
    )
    expect(await read(open(service.api, { token: 'secret' }))).toBe(7)
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', 'Bearer secret'])
  })

  it('never follows a redirect to another origin', async () => {
    const other = await serve((response) => sendJson(response, 200, {}))
    const service = await serve((response) => response.writeHead(302, { location: other.api }).end())
    await expect(read(open(service.api, { token: 'secret' }))).rejects.toMatchObject({
      finding: {
        code: 'service-refused',
        hint: expect.stringContaining('Set --api, SITE_API or "api" in the settings'),
        failure: { kind: 'another origin', attempts: 1 },
      },
    })
    expect(other.requests).toEqual([])
  })

  it('never follows a next page at another origin', async () => {
    const other = await serve((response) => sendJson(response, 200, []))
    const service = await serve((response) =>
      sendJson(response, 200, { member: [], view: { next: `${other.api}/posts` } }),
    )
    const reading = open(service.api, { token: 'secret' }).fetchCollection(call, anything, new Findings())
    await expect(reading).rejects.toMatchObject({ finding: { code: 'collection-paging' } })
    expect(other.requests).toEqual([])
  })

  it('goes to the commerce service if it is meant for it, without the token', async () => {
    const commerce = await serve((response) => sendJson(response, 200, [1]))
    const service = await serve((response) => sendJson(response, 200, []))
    const client = open(service.api, { token: 'secret', commerceApi: `${commerce.origin}/shop/api/` })
    const categories = { path: '/product_categories', locale: 'de', commerce: true }
    expect(await client.fetchCollection(categories, anything, new Findings())).toEqual([1])
    expect(service.requests).toEqual([])
    expect(commerce.requests[0]?.url).toBe('/shop/api/product_categories?locale=de')
    expect(commerce.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it.each([
    ['a page', '<html>Shop</html>'],
    ['no list', '{"id":1}'],
  ])('names the option with the address of the commerce service that answers with %s', async (_, body) => {
    const service = await serve((response) => response.end(body))
    const categories = { path: '/product_categories', locale: 'de', commerce: true }
    for (const [client, option] of [
      [open(service.api), '--api, SITE_API or "api" in the settings'],
      [open('http://127.0.0.1:2/api', { commerceApi: service.api }), '--commerce-api or SITE_COMMERCE_API'],
    ] as const)
      await expect(client.fetchCollection(categories, anything, new Findings())).rejects.toMatchObject({
        finding: { hint: expect.stringMatching(`(that |service \\()${option}`) },
      })
  })

  it('names the option with the address of the service that does not answer', async () => {
    const categories = { path: '/product_categories', locale: 'de', commerce: true }
    const away = 'http://127.0.0.1:1/api'
    for (const [client, option] of [
      [open(away), '--api, SITE_API or "api" in the settings'],
      [open('http://127.0.0.1:2/api', { commerceApi: away }), '--commerce-api or SITE_COMMERCE_API'],
    ] as const)
      await expect(client.fetchCollection(categories, anything, new Findings())).rejects.toMatchObject({
        finding: { hint: `Check that the service is running and that ${option} is its address.` },
      })
  })

  it('waits while the maximum number of requests is under way', async () => {
    let underWay = 0
    let most = 0
    const service = await serve((response) => {
      underWay += 1
      most = Math.max(most, underWay)
      setImmediate(() => {
        underWay -= 1
        sendJson(response, 200, {})
      })
    })
    const client = open(service.api, { concurrency: 2 })
    await Promise.all(Array.from({ length: 20 }, () => read(client)))
    expect(most).toBeLessThanOrEqual(2)
    expect(client.counts.total).toBe(20)
  })
})

describe('an answer', () => {
  it.each(['application/json', 'text/html', 'text/plain; charset=utf-8', ''])(
    'of JSON is accepted as "%s"',
    async (type) => {
      const service = await serve((response) => response.writeHead(200, { 'content-type': type }).end('{"a":1}'))
      expect(await read(open(service.api))).toEqual({ a: 1 })
    },
  )

  it('may be compressed, and start with a byte order mark', async () => {
    const body = gzipSync('\ufeff{"a":1}')
    const service = await serve((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body))
    expect(await read(open(service.api))).toEqual({ a: 1 })
  })

  it.each([
    [
      'text/html',
      '<!doctype html>\n  <title>\u001b[2JLogin</title>',
      '"<!doctype html> <title>\\u001b[2JLogin</title>"',
    ],
    ['text/plain', 'x'.repeat(5000), `"${'x'.repeat(59)}…"`],
  ])('of %s that is not JSON is quoted: %.20j', async (type, body, shown) => {
    const service = await serve((response) => response.writeHead(200, { 'content-type': type }).end(body))
    await expect(read(open(service.api))).rejects.toMatchObject({
      message: `GET /pages/1 (de) returned ${shown} (${type}) instead of JSON.`,
      finding: { code: 'service-error', hint: expect.stringContaining('--api, SITE_API or "api" in the settings') },
    })
  })

  it('of HTML is a failed read, which is reported once for all reads that get it', async () => {
    const service = await serve((response) => response.end('<!doctype html><div id="root"></div>'))
    const failure = { kind: 'HTML', attempts: 1 }
    await expect(read(open(service.api))).rejects.toMatchObject({ finding: { code: 'service-error', failure } })
  })

  it.each([
    [200, '', 'answered 200 with an empty body.'],
    [204, '', 'answered 204 with an empty body.'],
    [200, Buffer.from('{"title":"Käse"}', 'latin1'), 'returned JSON that is not in UTF-8 (no type).'],
    [200, Buffer.from('{"title":"Käse"}', 'utf16le'), 'returned JSON that is not in UTF-8 (no type).'],
    [200, Buffer.from('\ufeff[]', 'utf16le'), 'returned JSON that is not in UTF-8 (no type).'],
    [200, Buffer.from('\ufeff[]', 'utf16le').swap16(), 'returned JSON that is not in UTF-8 (no type).'],
    [200, gzipSync('{}'), 'returned a body compressed with gzip, but no Content-Encoding header that says so.'],
  ])('of %i and %j is reported accurately', async (status, body, words) => {
    const service = await serve((response) => response.writeHead(status).end(body))
    await expect(read(open(service.api))).rejects.toThrow(`GET /pages/1 (de) ${words}`)
  })

  it('that redirects in a circle is reported with its call', async () => {
    const service = await serve((response, { url }) => response.writeHead(302, { location: url }).end())
    await expect(read(open(service.api))).rejects.toMatchObject({
      finding: {
        where: { locale: 'de', url: '/pages/1' },
        hint: 'Configure the service to answer at this address without redirects.',
      },
    })
  })

  it.each([
    [
      '{\n  "title": "About us",\n  "blocks": [,]\n}',
      String.raw`Unexpected token ',', ..."blocks": [,]\n}" is not valid JSON`,
    ],
    [
      '{"title":"About us"}\n<br />\n<b>Warning</b>: \u0007No',
      String.raw`Unexpected non-whitespace character after JSON at position 21 (line 2 column 1), before "<br />\n<b>Warning</b>: \u0007No"`,
    ],
    [
      '{"title":\u0007"About us"}',
      String.raw`Unexpected token '\u0007', "{"title":\u0007"About us"... is not valid JSON`,
    ],
  ])('of broken JSON is reported with the place of the fault, and not requested again: %j', async (body, words) => {
    const service = await serve((response) => response.end(body))
    const client = open(service.api)
    await expect(read(client)).rejects.toMatchObject({
      message: `GET /pages/1 (de) returned invalid JSON: ${words}.`,
      finding: { code: 'service-error', hint: 'Fix the answer at the service; another attempt would return the same.' },
    })
    expect(client.counts.total).toBe(1)
  })

  it('that ends early is requested again; one that always does is reported, and not kept', async () => {
    const [whole, cut] = ['{"a":"whole"}', '{"a":"who']
    const answers = [cut, cut, whole, cut, cut, cut, cut]
    const service = await serve((response, request) => {
      const isKnown = request.headers['if-none-match'] === '"cut"'
      const body = answers.shift() ?? whole
      response.writeHead(isKnown ? 304 : 200, { etag: body === cut ? '"cut"' : `"${answers.length}"` })
      response.end(isKnown ? undefined : body)
    })
    const client = open(service.api, { answers: openAnswerStore(undefined, 'test') })
    expect(await read(client)).toEqual({ a: 'whole' })
    await expect(read(client)).rejects.toMatchObject({
      message: 'GET /pages/1 (de) returned JSON that ends too early, after 9 bytes, in each of several attempts.',
      finding: { code: 'service-error', hint: expect.stringContaining('logs of the service') },
    })
    expect(await read(client)).toEqual({ a: 'whole' })
  })

  it.each([
    [400, 'service-error', 'log of the service'],
    [401, 'service-error', 'Set SITE_API_TOKEN to a token that the service accepts.'],
    [403, 'service-error', 'Give the token'],
    [404, 'document-missing', 'it ends in /api'],
    [410, 'document-missing', 'it ends in /api'],
    [500, 'service-error', 'log of the service'],
    [304, 'service-error', 'log of the service'],
    [302, 'service-error', 'its address in "Location"'],
  ])('of %i names call and locale, with advice', async (status, code, hint) => {
    const service = await serve((response) => response.writeHead(status).end())
    await expect(read(open(service.api))).rejects.toMatchObject({
      message: `GET /pages/1 (de) answered ${status}.`,
      finding: { code, where: { locale: 'de', url: '/pages/1' }, hint: expect.stringContaining(hint) },
    })
  })

  it('of 404 names the configured address', async () => {
    const service = await serve((response) => response.writeHead(404).end())
    const hint = `Check that the document exists in this locale and that "${service.api}" is the address of the service (it ends in /api).`
    await expect(read(open(service.api))).rejects.toMatchObject({ finding: { hint } })
  })

  it('of 404 for a list says that the locale may be missing', async () => {
    const service = await serve((response) => response.writeHead(404).end())
    const list = open(service.api).fetchDocument({ path: '/menus', locale: 'cs' }, z.unknown(), new Findings())
    await expect(list).rejects.toMatchObject({
      finding: { hint: expect.stringMatching(/^Make the service return this list in the locale "cs", or remove the/) },
    })
  })

  it('of 401 to a draft names both places of a token', async () => {
    const service = await serve((response) => response.writeHead(401).end())
    const draft = { path: '/pages/1', locale: 'de', query: { preview: 'true' } }
    await expect(open(service.api).fetchDocument(draft, z.unknown(), new Findings())).rejects.toMatchObject({
      finding: { hint: 'Set SITE_API_TOKEN, or --token, to a token that the service accepts.' },
    })
  })

  it.each([
    ['120', ' and asked to wait 120 s'],
    ['86401', ' and asked to wait more than 86,400 s'],
    ['0', ''],
    ['-90', ''],
    ['Sun, 06 Nov 1994 08:49:37 GMT', ''],
  ])('of 429 with "Retry-After: %s" reports the wait in seconds, for pictures too', async (retryAfter, asked) => {
    const service = await serve((response) => response.writeHead(429, { 'retry-after': retryAfter }).end())
    const client = open(service.api)
    await expect(read(client)).rejects.toThrow(`GET /pages/1 (de) answered 429${asked}.`)
    const picture = client.fetchFile('/a.png', { maxBytes: 100, origins: [] })
    await expect(picture).rejects.toThrow(`"${service.origin}/a.png" answered 429${asked}.`)
  })

  it.each([
    [404, 'document-missing'],
    ['404', 'document-missing'],
    [401, 'service-error'],
    ['500', 'service-error'],
  ])('of 200 with the code %j is that error', async (code, finding) => {
    const service = await serve((response) => sendJson(response, 200, { code, message: 'No' }))
    const client = open(service.api)
    await expect(read(client)).rejects.toMatchObject({
      message: `GET /pages/1 (de) answered ${code}: "No".`,
      finding: { code: finding },
    })
    expect(client.counts).toMatchObject({ total: 1, failed: 1 })
  })

  it.each([
    ['JWT Token not found', ': "JWT Token not found"'],
    [' In\nlines ', ': "In lines"'],
    ['\u001b[2J\u202eodd', ': "[2J\\u202eodd"'],
    ['x'.repeat(300), `: "${'x'.repeat(199)}…"`],
    [7, ''],
    [' ', ''],
  ])('is reported in the words of the service: %j', async (message, reported) => {
    const service = await serve((response) => sendJson(response, 401, { code: 401, message }))
    await expect(read(open(service.api))).rejects.toThrow(
      expect.objectContaining({ message: `GET /pages/1 (de) answered 401${reported}.` }),
    )
  })

  it('of 200 with the code 503 is retried', async () => {
    let attempts = 0
    const service = await serve((response) => {
      attempts += 1
      sendJson(response, 200, attempts < 4 ? { code: '503' } : { code: 200 })
    })
    const client = open(service.api)
    expect(await read(client)).toEqual({ code: 200 })
    expect(client.counts).toMatchObject({ total: 4, retried: 3, failed: 0 })
  })

  it.each([200, 399, 600, 4, 'PL-404', '4040', null, [404]])('of 200 with the code %j is data', async (code) => {
    const service = await serve((response) => sendJson(response, 200, { code }))
    expect(await read(open(service.api))).toEqual({ code })
  })
})

it('A further page of a collection is named when it fails', async () => {
  let count = 0
  const service = await serve((response) => {
    count += 1
    if (count === 1) sendJson(response, 200, [{ id: 1 }])
    else response.writeHead(404).end()
  })
  const posts = { path: '/posts', locale: 'de', query: { page: '1' } }
  await expect(open(service.api).fetchCollection(posts, anything, new Findings())).rejects.toMatchObject({
    message: 'GET /posts?page=2 (de) answered 404.',
    finding: {
      where: { locale: 'de', url: '/posts' },
      hint: expect.stringContaining('empty list after the last page'),
    },
  })
})

describe('limits', () => {
  it('refuse a document of too many bytes', async () => {
    const service = await serve((response) => sendJson(response, 200, 'x'.repeat(99)))
    await expect(read(open(service.api, { limits: { ...limits, documentBytes: 100 } }))).rejects.toMatchObject({
      message: `"${service.api}/pages/1?locale=de" returned more than 100 bytes.`,
      finding: { code: 'document-too-large' },
    })
  })

  const levels = (count: number): string => '['.repeat(count) + ']'.repeat(count)

  it('accept a document of 64 levels, alone or in a collection', async () => {
    const service = await serve((response, { url }) =>
      response.end(url?.includes('posts') ? `{"member":[${levels(64)}]}` : levels(64)),
    )
    const client = open(service.api)
    expect(await read(client)).toBeDefined()
    expect(await client.fetchCollection({ path: '/posts', locale: 'de' }, anything, new Findings())).toHaveLength(1)
  })

  it.each([
    [65, ''],
    [100_000, ''],
    [100_000, '"\\u0000"'],
  ])('refuse a document of %i levels around %j', async (count, inside) => {
    const service = await serve((response) => response.end('['.repeat(count) + inside + ']'.repeat(count)))
    await expect(read(open(service.api))).rejects.toMatchObject({
      message: 'GET /pages/1 (de) returned a document that is nested more than 64 levels deep.',
      finding: { code: 'document-too-large' },
    })
  })

  it('stop a collection of too many pages', async () => {
    const service = await serve((response, { url }) => sendJson(response, 200, [url]))
    const client = open(service.api, { limits: { ...limits, collectionPages: 5 } })
    const posts = { path: '/posts', locale: 'de', query: { page: '1' } }
    await expect(client.fetchCollection(posts, anything, new Findings())).rejects.toThrow('has more than 5 pages')
    expect(service.requests).toHaveLength(5)
  })
})

describe('invalid fields', () => {
  it('name call, locale, path in the document, what was expected and what came', async () => {
    const service = await serve((response) =>
      sendJson(response, 200, { id: 1, blocks: [{ id: 1, type: 'text' }], noindex: 'x' }),
    )
    const findings = new Findings()
    expect(await open(service.api).fetchDocument(call, pageSchema, findings)).toBeUndefined()
    expect(findings.errors).toEqual([
      {
        code: 'field-invalid',
        message: 'GET /pages/1 (de), field "blocks[0].html": expected a text, got nothing.',
        where: { locale: 'de', url: '/pages/1', field: 'blocks[0].html' },
        hint: 'Correct the field at the service; docs/content-api.md of the tool describes every field.',
      },
      expect.objectContaining({
        message: 'GET /pages/1 (de), field "noindex": expected true or false, got "x".',
      }),
    ])
  })

  it('of a whole document are reported without a path', async () => {
    const service = await serve((response) => sendJson(response, 200, []))
    const findings = new Findings()
    await open(service.api).fetchDocument(call, pageSchema, findings)
    expect(findings.errors.map(({ message }) => message)).toEqual([
      'GET /pages/1 (de), the whole document: expected an object, got [].',
    ])
  })

  it('of members are named by their place in the collection, and the other members are kept', async () => {
    const service = await serve((response) => sendJson(response, 200, [{ a: 1 }, { a: 'x' }, null, { a: 2 }]))
    const findings = new Findings()
    const schema = z.object({ a: z.number() })
    const members = await open(service.api).fetchCollection({ path: '/posts', locale: 'de' }, schema, findings)
    expect(members).toEqual([{ a: 1 }, { a: 2 }])
    expect(findings.errors.map(({ message }) => message)).toEqual([
      'GET /posts (de), field "[1].a": expected a number, got "x".',
      'GET /posts (de), field "[2]": expected an object, got null.',
    ])
  })
})

it('an answer changed by a proxy (203) is good, unless it has an error in its body', async () => {
  const answers = [{ id: 1 }, { code: 404 }]
  const service = await serve((response) => sendJson(response, 203, answers.shift()))
  const client = open(service.api)
  expect((await client.fetchFile('/a.png', { maxBytes: 100, origins: [] })).body.toString()).toBe('{"id":1}')
  await expect(client.fetchBody({ path: '/pages/1', locale: 'de' })).rejects.toThrow('404')
})

describe('a file', () => {
  const fetchFile = (client: ContentClient, url: string, origins: string[] = []) =>
    client.fetchFile(url, { maxBytes: 100, origins })
  const picture = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'image/png' }).end('pixels')
  }

  it.each(['/media/a.png', 'media/a.png'])(
    'is read from the origin of the service by "%s", without the token',
    async (path) => {
      const service = await serve(picture)
      const file = await fetchFile(open(service.api, { token: 'secret' }), path)
      expect(file.body.toString()).toBe('pixels')
      expect(service.requests[0]?.url).toBe('/media/a.png')
      expect(service.requests[0]?.headers).not.toHaveProperty('authorization')
    },
  )

  it('is read from an origin of the settings, directly or by a redirect', async () => {
    const other = await serve(picture)
    const service = await serve((response) => response.writeHead(302, { location: `${other.origin}/a.png` }).end())
    const client = open(service.api)
    for (const address of [`${other.origin}/a.png`, '/a.png'])
      expect((await fetchFile(client, address, [other.origin])).body.toString()).toBe('pixels')
  })

  it('is never read from any other origin, directly or by a redirect', async () => {
    const other = await serve(picture)
    const service = await serve((response) => response.writeHead(302, { location: `${other.origin}/a.png` }).end())
    const client = open(service.api)
    for (const url of [`${other.origin}/a.png`, '/a.png', 'file:///etc/passwd', 'data:image/png,x']) {
      await expect(fetchFile(client, url)).rejects.toMatchObject({ finding: { code: 'service-refused' } })
    }
    expect(other.requests).toEqual([])
  })

  it.each([404, 500, 204])('that answers %i is an error', async (status) => {
    const service = await serve((response) => response.writeHead(status).end())
    await expect(fetchFile(open(service.api), '/a.png')).rejects.toThrow(
      `"${service.origin}/a.png" answered ${status}.`,
    )
  })

  it.each([
    ['answers 404', 404, ''],
    ['is too large', 200, 'x'.repeat(101)],
  ])('at a very long address that %s is reported with the start of the address', async (_, status, body) => {
    const service = await serve((response) => response.writeHead(status).end(body))
    const error: Error = await fetchFile(open(service.api), `/${'a'.repeat(5000)}.png`).catch((caught) => caught)
    expect(error.message).toMatch(/^"http:[^ ]+a…" (?:answered|returned) /)
    expect(error.message.length).toBeLessThan(300)
  })

  it('is retried as often as a document', async () => {
    const service = await serve((response) => response.writeHead(503).end())
    await expect(fetchFile(open(service.api), '/a.png')).rejects.toThrow('answered 503')
    expect(service.requests).toHaveLength(4)
  })

  it('is aborted at its limit', async () => {
    const service = await serve((response) => response.end('x'.repeat(101)))
    await expect(fetchFile(open(service.api), '/a.png')).rejects.toMatchObject({
      finding: { code: 'document-too-large' },
    })
  })
})

it('closing aborts requests under way and waiting ones', async () => {
  const reached = Promise.withResolvers<void>()
  const service = await serve(() => reached.resolve())
  const limitsOfTime = { timeoutMs: 100_000, retryDelayMs: 100_000 }
  const client = openClient({ api: service.api, concurrency: 1, limits, ...limitsOfTime })
  const reading = Promise.allSettled(Array.from({ length: 50 }, () => read(client)))
  await reached.promise
  await client.close()
  expect((await reading).map(({ status }) => status)).toEqual(Array(50).fill('rejected'))
  expect(service.requests).toHaveLength(1)
})

describe('settings', () => {
  const wrongUsage = (message: string) => expect.objectContaining({ name: 'UsageError', message })

  it.each(['?x=1', '#x'])('refuse an address that continues after its path with "%s"', (end) => {
    expect(() => open(`http://host/api${end}`)).toThrow(
      wrongUsage(`The address of the content service is "http://host/api${end}", which has "${end}" after its path.`),
    )
  })

  it.each(['', 'nowhere', 'ftp://host/api', 'http://'])('refuse the address "%s"', (api) => {
    expect(() => open(api)).toThrow(
      wrongUsage(`The address of the content service is "${api}", which is not an http(s) address.`),
    )
  })

  it('refuse a commerce address by its own setting', () => {
    expect(() => open('http://host/api', { commerceApi: 'shop' })).toThrow(
      'The commerce address is "shop", which is not an http(s) address.',
    )
  })

  it.each(['http://me:hidden@host/api', 'http://hidden@host/api'])(
    'refuse a user name or password, without printing it',
    (api) => {
      expect(() => open(api)).toThrow(
        wrongUsage('The address of the content service contains a user name or password, which would not be sent.'),
      )
    },
  )

  it.each(['two\nlines', 'zażółć', 'a\u0000b'])('refuse the token %j, without printing it', (token) => {
    expect(() => open('http://host/api', { token })).toThrow(
      wrongUsage('The token in SITE_API_TOKEN contains characters that cannot be sent.'),
    )
  })

  it.each(['secret', 'Bearer secret', ' bearer  secret\n'])(
    'send the token %j with exactly one scheme',
    async (token) => {
      const service = await serve((response) => sendJson(response, 200, {}))
      await read(open(service.api, { token }))
      expect(service.requests[0]?.headers.authorization).toBe('Bearer secret')
    },
  )

  it('accept an address with or without a final slash', async () => {
    const service = await serve((response) => sendJson(response, 200, {}))
    await read(open(`${service.api}//`))
    expect(service.requests[0]?.url).toBe('/api/pages/1?locale=de')
  })
})
