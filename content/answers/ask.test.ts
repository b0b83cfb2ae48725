import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ClientOptions, ContentClient, DocumentHints } from '#content/client/client.ts'
import { Findings } from '#content/finding.ts'
import {
  type DocumentService,
  openTestClient,
  type ServedDocument,
  serveDocuments,
  testLimits,
} from '#tests/fixtures/served-documents.ts'
import { identityOf, openAnswerStore } from './answer-store.ts'

let folder: string
let file: string
const services: DocumentService[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ask-'))
  file = join(folder, 'answers.sqlite')
})
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const pageUrl = '/api/pages/1?locale=de'
const long = 'Sat, 01 Nov 2025 10:00:00 GMT'
const json = (value: unknown, more: Partial<ServedDocument> = {}): ServedDocument => ({
  body: JSON.stringify(value),
  ...more,
})

async function serve(...options: Parameters<typeof serveDocuments>): Promise<DocumentService> {
  const service = await serveDocuments(...options)
  services.push(service)
  return service
}

const servePage = (page: ServedDocument): Promise<DocumentService> => serve({ [pageUrl]: page })

type Build = Partial<ClientOptions> & { service?: string }

/** Runs a build, which opens the store, reads and commits. */
async function inBuild<T>(api: string, read: (client: ContentClient) => Promise<T>, options: Build = {}): Promise<T> {
  const { service, ...more } = options
  using store = openAnswerStore(file, identityOf({ api, ...(service && { service }), ...more }))
  const client = openTestClient(api, store, more)
  try {
    return await read(client)
  } finally {
    store.commit()
    await client.close()
  }
}

const pageIn = (client: ContentClient, hints: DocumentHints = {}) =>
  client.fetchDocument({ path: '/pages/1', locale: 'de', ...hints }, z.unknown(), new Findings())

type Read = { document: unknown; notModified: number; total: number }

/** Reads the page in a separate build. */
const readPage = (
  { api }: DocumentService,
  { hints, ...more }: Build & { hints?: DocumentHints } = {},
): Promise<Read> =>
  inBuild(
    api,
    async (client) => {
      const fetched = await pageIn(client, hints)
      const { notModified, total } = client.counts
      return { document: fetched?.document, notModified, total }
    },
    more,
  )

const whole = (document: unknown): Read => ({ document, notModified: 0, total: 1 })
const unchanged = (document: unknown): Read => ({ document, notModified: 1, total: 1 })

describe('a document that was read before', () => {
  it.each<[string, Partial<ServedDocument>, string]>([
    ['an ETag', { etag: '"one"' }, ' "one"'],
    ['a weak ETag', { etag: 'W/"one"' }, ' W/"one"'],
    ['Last-Modified', { modified: long }, ` ${long}`],
    ['both', { etag: '"one"', modified: long }, ` "one" ${long}`],
  ])('is requested with %s, and is the kept one after a 304', async (_, validators, sent) => {
    const service = await servePage(json({ a: 1 }, validators))
    expect(await readPage(service)).toEqual(whole({ a: 1 }))
    expect(await readPage(service)).toEqual(unchanged({ a: 1 }))
    expect(await readPage(service)).toEqual(unchanged({ a: 1 }))
    expect(service.asked()).toEqual([pageUrl, pageUrl + sent, pageUrl + sent])
  })

  it.each<[string, Partial<ServedDocument>]>([
    ['no validators', {}],
    ['an ETag that no header can carry', { etag: '"caf\u00e9"' }],
    ['a Last-Modified that has not passed', { modified: new Date(Date.now() + 3_600_000).toUTCString() }],
    ['a Last-Modified that is not a date', { modified: 'yesterday' }],
  ])('is requested without validators when it came with %s', async (_, validators) => {
    const service = await servePage(json(1, validators))
    await readPage(service)
    expect(await readPage(service)).toEqual(whole(1))
    expect(service.asked()).toEqual([pageUrl, pageUrl])
  })

  it('is replaced once it changed, and the new one is kept', async () => {
    const service = await servePage(json(1, { etag: '"one"' }))
    await readPage(service)
    service.documents[pageUrl] = json(2, { etag: '"two"' })
    expect(await readPage(service)).toEqual(whole(2))
    expect(await readPage(service)).toEqual(unchanged(2))
    expect(service.asked()).toEqual([pageUrl, `${pageUrl} "one"`, `${pageUrl} "two"`])
  })

  it('is requested with its latest validators, even if its body is the same', async () => {
    const service = await servePage(json(1, { etag: '"one"' }))
    await readPage(service)
    service.documents[pageUrl] = json(1, { etag: '"two"' })
    expect(await readPage(service)).toEqual(whole(1))
    expect(await readPage(service)).toEqual(unchanged(1))
    service.documents[pageUrl] = json(1)
    expect(await readPage(service)).toEqual(whole(1))
    service.asked()
    expect(await readPage(service)).toEqual(whole(1))
    expect(service.asked()).toEqual([pageUrl])
  })

  it('has the same hash with or without a 304, compressed or not', async () => {
    const body = '{"a": 1}'
    const service = await servePage({ body: gzipSync(body), encoding: 'gzip', etag: '"one"' })
    const hashOf = () => inBuild(service.api, async (client) => (await pageIn(client))?.hash)
    expect([await hashOf(), await hashOf()]).toEqual([hash('sha256', body), hash('sha256', body)])
    expect(service.asked()).toEqual([pageUrl, `${pageUrl} "one"`])
  })

  it('is missing after a 404, and read completely when it is back', async () => {
    const service = await servePage(json(1, { etag: '"one"' }))
    await readPage(service)
    service.documents[pageUrl] = json(1, { status: 404 })
    await expect(readPage(service)).rejects.toMatchObject({ finding: { code: 'document-missing' } })
    service.documents[pageUrl] = json(1, { etag: '"one"' })
    expect(await readPage(service)).toEqual(whole(1))
  })

  it('with an error in its body is never kept as good', async () => {
    const service = await servePage(json({ code: 404 }, { etag: '"one"' }))
    await expect(readPage(service)).rejects.toThrow('answered 404')
    await expect(readPage(service)).rejects.toThrow('answered 404')
    expect(service.asked()).toEqual([pageUrl, pageUrl])
  })

  it('is requested again with its validators when the service is busy', async () => {
    let busy = 0
    const service = await serve({ [pageUrl]: json(1, { etag: '"one"' }) }, (_request, response) => {
      if (busy === 0) return false
      busy -= 1
      response.writeHead(503).end()
      return true
    })
    await readPage(service)
    service.asked()
    busy = 2
    expect(await readPage(service)).toEqual({ document: 1, notModified: 1, total: 3 })
    expect(service.asked()).toEqual(Array(3).fill(`${pageUrl} "one"`))
  })

  it('is an error when a 304 comes for a request without validators', async () => {
    const service = await servePage(json(1, { status: 304, etag: '"one"' }))
    const counts = await inBuild(service.api, async (client) => {
      await expect(pageIn(client)).rejects.toThrow('GET /pages/1 (de) answered 304.')
      return client.counts
    })
    expect(counts).toMatchObject({ notModified: 0 })
  })

  it('is the kept one after a 304 that names an address', async () => {
    const service = await serve({ [pageUrl]: json(1, { etag: '"one"' }) }, (request, response) => {
      if (request.headers['if-none-match'] === undefined) return false
      response.writeHead(304, { location: '/api/elsewhere' }).end()
      return true
    })
    await readPage(service)
    expect(await readPage(service)).toEqual(unchanged(1))
  })

  it('is requested without validators when the service refuses them', async () => {
    const service = await serve({ [pageUrl]: json(1, { etag: '"one"' }) }, (request, response) => {
      if (request.headers['if-none-match'] === undefined) return false
      response.writeHead(412).end()
      return true
    })
    await readPage(service)
    const read = async (client: ContentClient) => [(await pageIn(client))?.document, client.counts] as const
    expect(await inBuild(service.api, read)).toMatchObject([1, { notModified: 0, total: 2, failed: 0 }])
    expect(service.asked()).toEqual([pageUrl, `${pageUrl} "one"`, pageUrl])
  })

  it('belongs to its locale', async () => {
    const service = await serve({
      [pageUrl]: json('de', { etag: '"same"' }),
      '/api/pages/1?locale=pl': json('pl', { etag: '"same"' }),
    })
    const read = () =>
      inBuild(service.api, (client) =>
        Promise.all(
          ['de', 'pl'].map(async (locale) => {
            const call = { path: '/pages/1', locale }
            return (await client.fetchDocument(call, z.unknown(), new Findings()))?.document
          }),
        ),
      )
    expect([await read(), await read()]).toEqual([
      ['de', 'pl'],
      ['de', 'pl'],
    ])
  })
})

describe('a redirect', () => {
  it('is requested without validators, and its target with them', async () => {
    const service = await serve({
      [pageUrl]: { body: '', status: 302, location: '/api/a' },
      '/api/a': json(1, { etag: '"one"' }),
    })
    expect(await readPage(service)).toEqual({ document: 1, notModified: 0, total: 2 })
    expect(await readPage(service)).toEqual({ document: 1, notModified: 1, total: 2 })
    expect(service.asked()).toEqual([pageUrl, '/api/a', pageUrl, '/api/a "one"'])
  })

  it('to another target than before brings the other document, whatever its ETag', async () => {
    const service = await serve({
      [pageUrl]: { body: '', status: 302, location: '/api/a' },
      '/api/a': json('a', { etag: '"1"' }),
      '/api/b': json('b', { etag: '"1"' }),
    })
    await readPage(service)
    service.documents[pageUrl] = { body: '', status: 302, location: '/api/b' }
    expect((await readPage(service)).document).toBe('b')
  })
})

describe('a kept answer', () => {
  const change = (sql: string): void => {
    using database = new DatabaseSync(file)
    database.exec(sql)
  }

  it.each([
    ['whose body is missing', 'DELETE FROM bodies'],
    ['whose body is another', "UPDATE bodies SET bytes = CAST('2' AS BLOB)"],
  ])('%s is requested without validators', async (_, sql) => {
    const service = await servePage(json(1, { etag: '"one"' }))
    await readPage(service)
    change(sql)
    expect(await readPage(service)).toEqual({ document: 1, notModified: 1, total: 2 })
    expect(await readPage(service)).toEqual(unchanged(1))
  })

  it.each([
    ['whose validator is another', 'UPDATE answers SET etag = \'"two"\''],
    ['whose validator would break a header', 'UPDATE answers SET etag = \'"a\nb"\''],
    ['that is said to be of another request', "UPDATE answers SET request = 'de api:/pages/1?locale=pl'"],
  ])('%s is not used', async (_, sql) => {
    const service = await servePage(json(1, { etag: '"one"' }))
    await readPage(service)
    service.asked()
    change(sql)
    expect(await readPage(service)).toEqual(whole(1))
    expect(service.asked()).toEqual([pageUrl])
  })

  it('above a lowered limit is requested without validators, and refused', async () => {
    const service = await servePage(json('x'.repeat(100), { etag: '"one"' }))
    await readPage(service)
    const limits = { ...testLimits, documentBytes: 50 }
    await expect(readPage(service, { limits })).rejects.toMatchObject({ finding: { code: 'document-too-large' } })
  })

  it('of another address or token of the service is not used', async () => {
    const service = await servePage(json(1, { etag: '"one"' }))
    await readPage(service, { token: 'a' })
    expect(await readPage(service, { token: 'b' })).toEqual(whole(1))
    const other = await servePage(json(2, { etag: '"one"' }))
    expect(await readPage(other, { token: 'b' })).toEqual(whole(2))
  })

  it('of a service with a name is used at any address of the service', async () => {
    const options = { service: 'demo' }
    const service = await servePage(json(1, { etag: '"one"' }))
    await readPage(service, options)
    expect(await readPage(await servePage(json(1, { etag: '"one"' })), options)).toEqual(unchanged(1))
  })
})

describe('the date in a node at which a document changed', () => {
  const careless = () => servePage(json(1, { etag: '"always the same"' }))
  const at = (updatedAt?: string, trustUpdatedAt = false) => ({ hints: { updatedAt, trustUpdatedAt } })

  it('is a reason to request the whole document if it differs', async () => {
    const service = await careless()
    await readPage(service, at('2026-01-01'))
    service.documents[pageUrl] = json(2, { etag: '"always the same"' })
    expect(await readPage(service, at('2026-01-01'))).toEqual(unchanged(1))
    expect(await readPage(service, at('2026-01-02'))).toEqual(whole(2))
    expect(await readPage(service, at('2026-01-02'))).toEqual(unchanged(2))
  })

  it('is no reason to skip the request, unless it is trusted', async () => {
    const service = await careless()
    await readPage(service, at('2026-01-01'))
    service.documents[pageUrl] = json(2, { etag: '"two"' })
    expect(await readPage(service, at('2026-01-01', true))).toEqual({ document: 1, notModified: 0, total: 0 })
    expect(await readPage(service, at('2026-01-02', true))).toEqual(whole(2))
    service.documents[pageUrl] = json(3, { etag: '"three"' })
    expect(await readPage(service, at('2026-01-02'))).toEqual(whole(3))
  })

  it('is trusted if the service sends no validators, and not if it is missing', async () => {
    const service = await servePage(json(1))
    await readPage(service, at('2026-01-01', true))
    expect((await readPage(service, at('2026-01-01', true))).total).toBe(0)
    expect((await readPage(service, at(undefined, true))).total).toBe(1)
    expect((await readPage(service, at(undefined, true))).total).toBe(1)
  })

  it('is not trusted when the body is missing', async () => {
    const service = await careless()
    await readPage(service, at('2026-01-01'))
    using database = new DatabaseSync(file)
    database.exec('DELETE FROM bodies')
    database.close()
    expect(await readPage(service, at('2026-01-01', true))).toEqual(whole(1))
  })
})

it('a collection is requested with the validators of each page', async () => {
  const page = (number: number, members: unknown[], etag: string): ServedDocument =>
    json({ member: members, ...(number < 3 && { view: { next: `/api/posts?page=${number + 1}` } }) }, { etag })
  const service = await serve({
    '/api/posts?page=1&locale=de': page(1, [1, 2], '"a"'),
    '/api/posts?page=2': page(2, [3, 4], '"b"'),
    '/api/posts?page=3': page(3, [5], '"c"'),
  })
  const read = () =>
    inBuild(service.api, async (client) => {
      const call = { path: '/posts', locale: 'de', query: { page: '1' } }
      return [await client.fetchCollection(call, z.unknown(), new Findings()), client.counts.notModified]
    })
  expect(await read()).toEqual([[1, 2, 3, 4, 5], 0])
  service.asked()
  service.documents['/api/posts?page=2'] = page(2, [3, 3.5, 4], '"d"')
  expect(await read()).toEqual([[1, 2, 3, 3.5, 4, 5], 2])
  expect(service.asked()).toEqual(['/api/posts?page=1&locale=de "a"', '/api/posts?page=2 "b"', '/api/posts?page=3 "c"'])
})

describe('a picture', () => {
  const picture: ServedDocument = { body: Buffer.from([1, 2, 3]), type: 'image/png', etag: '"p"' }
  const readPicture = (service: DocumentService, url: string, origins: string[] = []) =>
    inBuild(service.api, async (client) => {
      const { body, hash } = await client.fetchFile(url, { maxBytes: 100, origins })
      return { body: [...body], hash, notModified: client.counts.notModified }
    })

  it('of the service or of another origin is requested with its validators', async () => {
    const other = await serve({ '/a.png': picture })
    const service = await serve({ '/media/a.png': picture })
    for (const url of ['/media/a.png', `${other.origin}/a.png`]) {
      const first = await readPicture(service, url, [other.origin])
      const { hash: checksum } = first
      expect(first).toEqual({ body: [1, 2, 3], hash: checksum, notModified: 0 })
      expect(await readPicture(service, url, [other.origin])).toEqual({ ...first, notModified: 1 })
      expect(checksum).toBe(hash('sha256', Buffer.from([1, 2, 3])))
    }
  })

  it('of an origin that is no longer allowed is refused, even if it is kept', async () => {
    const other = await serve({ '/a.png': picture })
    const service = await serve({ '/media/a.png': { body: '', status: 302, location: `${other.origin}/a.png` } })
    await readPicture(service, '/media/a.png', [other.origin])
    const refusal = { finding: { code: 'service-refused' } }
    await expect(readPicture(service, '/media/a.png')).rejects.toMatchObject(refusal)
    await expect(readPicture(service, `${other.origin}/a.png`)).rejects.toMatchObject(refusal)
  })
})
