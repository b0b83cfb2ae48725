import { hash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContentClient } from '#content/client/client.ts'
import { crawl } from '#content/crawl/crawl.ts'
import { readListings } from '#content/crawl/read-listings.ts'
import { Findings, SiteError } from '#content/finding.ts'
import { node, page, post, smallSite } from '#tests/fixtures/content.ts'
import { type FixtureOptions, type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { openTestClient } from '#tests/fixtures/served-documents.ts'
import { type AnswerStore, identityOf, openAnswerStore } from './answer-store.ts'
import { nameRequests } from './request-names.ts'
import { openSnapshot, readSnapshotOrigin, saveSnapshot } from './snapshot.ts'

let folder: string
let file: string
const services: FixtureService[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-'))
  file = join(folder, 'site.snapshot')
})
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(options: FixtureOptions): Promise<FixtureService> {
  const service = await startFixtureService(options)
  services.push(service)
  return service
}

const pictures = ['/media/a.png', '/media/missing.png', '/media/large.png', 'http://127.0.0.1:9/away.png', 'data:,x']

/** Returns everything that a build reads, with every finding and failure. */
async function readAll(client: ContentClient, locales: string[]): Promise<unknown> {
  const findings = new Findings()
  const contents = await crawl({ client, locales, findings })
  const listings = await readListings({ client, locales, findings })
  const files = []
  for (const url of pictures) {
    const read = client.fetchFile(url, { maxBytes: 100, origins: ['http://127.0.0.1:9'] })
    files.push(await read.catch((error) => (error instanceof SiteError ? error.finding : error)))
  }
  return { contents, listings, files, errors: findings.errors, warnings: findings.warnings }
}

/**
 * A site with everything that can go wrong without ending the build: missing pages, wrong fields, no search list and
 * broken pictures.
 */
const troubledSite = (): FixtureOptions => ({
  locales: {
    de: {
      ...smallSite({ posts: 7 }),
      nodes: [...(smallSite().nodes ?? []), node('/gone', 99), node('/wrong', 98)],
      pages: { ...smallSite().pages, 98: page(98, 'Wrong', { noindex: 'x' }) },
    },
    pl: smallSite(),
  },
  postsPerPage: 2,
  files: {
    '/media/a.png': { body: Buffer.from([1, 2, 3]), type: 'image/png' },
    '/media/large.png': { body: Buffer.alloc(101), type: 'image/png' },
  },
  intercept: (request, response) => {
    const isList = request.url?.startsWith('/api/search') && request.url.includes('locale=de')
    if (isList) response.writeHead(200, { 'content-type': 'text/html' }).end('<p>No list')
    return Boolean(isList)
  },
})

const locales = ['de', 'pl']

async function save(service: FixtureService, to = file, cache?: string): Promise<unknown> {
  using store = openAnswerStore(cache, identityOf({ api: service.api }))
  const client = openTestClient(service.api, store, { token: 'hidden-token' })
  const read = await readAll(client, locales)
  store.commit()
  saveSnapshot(store, to, { api: service.api, service: 'demo', locales })
  await client.close()
  return read
}

async function readSnapshot<T>(use: (client: ContentClient) => Promise<T>): Promise<T> {
  using snapshot = openSnapshot(file)
  const client = openTestClient('http://127.0.0.1:9/api', snapshot)
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

describe('a snapshot', () => {
  it('contains the same content, pictures, failures and findings, without any request', async () => {
    const service = await serve(troubledSite())
    const read = await save(service)
    expect(read).toMatchObject({ errors: { length: 2 }, warnings: { length: 1 } })
    const asked = service.requests.length
    expect(await readSnapshot((client) => readAll(client, locales))).toEqual(read)
    expect(service.requests).toHaveLength(asked)
    await service.close()
    services.splice(0)
    const counts = await readSnapshot(async (client) => {
      expect(await readAll(client, locales)).toEqual(read)
      return client.counts
    })
    expect(counts).toEqual({ total: 0, retried: 0, notModified: 0, failed: 0 })
  })

  it('is complete even if most answers were 304', async () => {
    const site = troubledSite()
    const service = await serve({
      ...site,
      intercept: (request, response) => {
        if (!request.url?.startsWith('/api/pages/')) return site.intercept?.(request, response) ?? false
        response.setHeader('etag', '"one"')
        const isKnown = request.headers['if-none-match'] === '"one"'
        if (isKnown) response.writeHead(304).end()
        return isKnown
      },
    })
    const cache = join(folder, 'cache.sqlite')
    await save(service, file, cache)
    const first = readFileSync(file)
    await save(service, file, cache)
    expect(readFileSync(file).equals(first)).toBe(true)
    expect(await readSnapshot((client) => readAll(client, locales))).toEqual(await save(service))
  })

  it('contains the name of the service, each body once, and no token', async () => {
    const service = await serve(troubledSite())
    await save(service)
    expect(readSnapshotOrigin(file, locales)).toEqual({ api: service.api, service: 'demo' })
    expect(readFileSync(file).includes('hidden-token')).toBe(false)
    expect(readdirSync(folder)).toEqual(['site.snapshot'])
    using database = new DatabaseSync(file)
    const [{ bodies, hashes }] = database
      .prepare('SELECT (SELECT count(*) FROM bodies) AS bodies, (SELECT count(DISTINCT hash) FROM answers) AS hashes')
      .all() as [{ bodies: number; hashes: number }]
    expect(bodies).toBe(hashes)
  })

  it('reports a request that is not in it, with advice', async () => {
    await save(await serve({ locales: { de: smallSite(), pl: smallSite() } }))
    const findings = new Findings()
    await readSnapshot((client) => crawl({ client, locales: ['fr'], findings }))
    expect(findings.errors[0]).toMatchObject({
      code: 'snapshot-incomplete',
      message: `The snapshot "${file}" has no usable answer to GET /api/menus?locale=fr (fr).`,
      where: { locale: 'fr' },
      hint: expect.stringContaining('--save-snapshot, with the same locales'),
    })
  })

  it('replaces an earlier one only when it is complete', async () => {
    const service = await serve({ locales: { de: smallSite(), pl: smallSite() } })
    await save(service)
    const before = readFileSync(file)
    const damages: ((store: AnswerStore) => unknown)[] = [
      (store) => store.find('asked for, and never answered'),
      (store) => store.keep('spoilt', { address: 'api:/a', status: 200, hash: '0'.repeat(64) }, Buffer.from('other')),
    ]
    for (const damage of damages) {
      using store = openAnswerStore(undefined, 'one')
      damage(store)
      expect(() => saveSnapshot(store, file, { api: service.api, locales })).toThrow('was not written')
    }
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['site.snapshot'])
  })

  it('is written to the target of a link, and the link stays', async () => {
    writeFileSync(join(folder, 'other.snapshot'), '')
    symlinkSync('other.snapshot', file)
    await save(await serve({ locales: { de: smallSite(), pl: smallSite() } }))
    expect(readlinkSync(file)).toBe('other.snapshot')
    expect(readdirSync(folder).sort()).toEqual(['other.snapshot', 'site.snapshot'])
    openSnapshot(file)[Symbol.dispose]()
  })

  it('replaces one that a killed build has started', async () => {
    writeFileSync(`${file}.partial`, 'half')
    await save(await serve({ locales: { de: smallSite(), pl: smallSite() } }))
    expect(readdirSync(folder)).toEqual(['site.snapshot'])
  })

  it('returns no answer of a forbidden origin, and none above the limit', () => {
    const [api, body] = ['https://cms.example/api', Buffer.from('moved')]
    {
      using store = openAnswerStore(undefined, 'one')
      store.keep('* api:/a', { address: 'https://other.example/b', status: 200, hash: hash('sha256', body) }, body)
      saveSnapshot(store, file, { api, locales: ['pl'] })
    }
    using snapshot = openSnapshot(file)
    const names = nameRequests(new URL(api), new URL(api))
    const answer = (maxBytes: number, mayReach: (url: URL) => boolean = () => true) =>
      snapshot.answer({ url: new URL(`${api}/a`), maxBytes, mayReach }, names).body.toString()
    const codeOf = (work: () => unknown): unknown => {
      try {
        return work()
      } catch (error) {
        return (error as SiteError).finding.code
      }
    }
    expect([5, 4].map((maxBytes) => codeOf(() => answer(maxBytes)))).toEqual(['moved', 'document-too-large'])
    expect(codeOf(() => answer(5, ({ origin }) => api.startsWith(origin)))).toBe('service-refused')
  })

  it.each(['missing/site.snapshot', '.'])('that cannot be written to "%s" is wrong usage', (name) => {
    using store = openAnswerStore(undefined, 'one')
    expect(() => saveSnapshot(store, join(folder, name), { api: 'http://host/api', locales })).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: `The snapshot cannot be written to "${join(folder, name)}".`,
      }),
    )
    expect(readdirSync(folder)).toEqual([])
  })
})

it('a snapshot is refused completely for locales that it lacks', async () => {
  const service = await serve(troubledSite())
  await save(service)
  expect(readSnapshotOrigin(file, ['pl'])).toMatchObject({ api: service.api })
  expect(() => readSnapshotOrigin(file, ['pl', 'en', 'fr'])).toThrow('holds the locales de, pl, but not en, fr.')
})

describe('a file that is not a snapshot', () => {
  const store = (service: string): void => {
    using kept = openAnswerStore(file, service)
    kept.commit()
  }
  it.each<[string, () => void, string]>([
    ['none', () => {}, 'does not exist'],
    ['an empty one', () => writeFileSync(file, ''), 'holds data of another kind'],
    ['a text', () => writeFileSync(file, 'Not SQLite. '.repeat(500)), 'cannot be read as a snapshot'],
    ['the answers of a build', () => store('one'), 'does not contain a snapshot'],
  ])('%s is wrong usage', (_, make, reason) => {
    make()
    const before = existsSync(file) && readFileSync(file)
    expect(() => openSnapshot(file)).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: `The snapshot "${file}" ${reason}.`,
        hint: expect.stringContaining('site build --save-snapshot'),
      }),
    )
    expect(existsSync(file) && readFileSync(file)).toEqual(before)
  })

  it('truncated is wrong usage', async () => {
    await save(await serve({ locales: { de: smallSite(), pl: smallSite() } }))
    truncateSync(file, 9000)
    expect(() => openSnapshot(file)).toThrow('cannot be read as a snapshot')
  })
})

describe('a snapshot that was tampered with', () => {
  const change = (sql: string): void => {
    using database = new DatabaseSync(file)
    database.exec(sql)
  }
  const readHome = async () => {
    const findings = new Findings()
    await readSnapshot((client) => crawl({ client, locales: ['de'], findings }))
    return [...new Set(findings.errors.map(({ code }) => code))]
  }

  it.each([
    ['bodies', "UPDATE bodies SET bytes = CAST('[]' AS BLOB)"],
    ['statuses', 'UPDATE answers SET status = 404'],
    ['failures', `UPDATE answers SET failure = '{"code":"x"}'`],
    ['addresses', "UPDATE answers SET address = 'file:///etc/passwd'"],
  ])('in its %s returns none of these answers', async (_, sql) => {
    await save(await serve({ locales: { de: smallSite(), pl: smallSite() } }))
    expect(await readHome()).toEqual([])
    change(sql)
    expect(await readHome()).toEqual(['snapshot-incomplete'])
  })

  it('in its schema or its service is refused', async () => {
    await save(await serve({ locales: { de: smallSite(), pl: smallSite() } }))
    change("UPDATE about SET value = 'file:///etc/passwd' WHERE name = 'api'")
    await expect(readHome()).rejects.toThrow('is not an http(s) address')
    change('DROP TABLE answers; CREATE VIEW answers AS SELECT 1 AS request')
    await expect(readHome()).rejects.toThrow('has unexpected tables')
  })

  it('with hostile content is read as carefully as a service', async () => {
    const home = page(1, 'Home', { noindex: { length: 1e9 }, blocks: [{ id: 1, type: '__proto__' }] })
    const site = { ...smallSite(), pages: { 1: home }, posts: [post(1, { slug: '..' })] }
    const service = await serve({ locales: { de: site, pl: smallSite() } })
    await save(service)
    expect((await readHome()).sort()).toEqual(['document-missing', 'field-invalid', 'slug-invalid'])
  })
})
