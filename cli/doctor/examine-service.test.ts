import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseSettings } from '#renderer/settings.ts'
import siteSettings from '#site.config.ts'
import { type Asked, type Breach, startBreachedService } from '#tests/fixtures/breached-service.ts'
import { startTestService, type TestService } from '#tests/fixtures/demo-test-service.ts'
import { openRaw } from './ask-raw.ts'
import { examineService } from './examine-service.ts'
import { type Row, Rows } from './remark.ts'

const origin = 'https://www.heron.example'
const settings = parseSettings(
  { ...siteSettings, ledger: false, families: [{ id: 'main', origin, defaultLocale: 'en', locales: ['en', 'de'] }] },
  'test',
)

const words: Record<string, Record<string, string>> = {
  en: { home: 'Home', about: 'About', prices: 'Prices', mend: 'Repair' },
  de: { home: 'Start', about: 'Über uns', prices: 'Preise', mend: 'Reparatur' },
}
const textOf = (html: string) => ({ id: 't', type: 'text', html })

/** A heron's workshop, in two languages. */
function contentOf(locale: string): Record<string, unknown> {
  const { home, about, prices, mend } = words[locale] as Record<string, string>
  const post = (number: number) => ({
    id: 100 + number,
    slug: `post-${number}`,
    title: `${home} ${number}`,
    publicationDate: `2026-01-${String(number).padStart(2, '0')}`,
    blocks: [textOf(`<p>${home} ${number}</p>`)],
  })
  const updatedAt = '2026-01-05T10:00:00Z'
  const files = {
    'nodes.yaml': [
      { nodeType: 'root', action: 'index', slug: '/', nodeReference: 1, updatedAt },
      { nodeType: 'article', action: 'index', slug: '/about', nodeReference: 2, updatedAt },
      { nodeType: 'login', action: 'index', slug: '/login', nodeReference: 3 },
      { nodeType: 'article', action: 'show', slug: '/blog/:slug', nodeReference: 'posts' },
      { nodeType: 'product', action: 'show', slug: '/services/:slug', nodeReference: 'services' },
      { nodeType: 'pattern', action: 'show', slug: '/zone/:slug', nodeReference: 'hidden_pages' },
    ],
    'menus.yaml': [{ id: 700, name: about, slug: '/about', group: 'main' }],
    'contact-people.yaml': [{ id: 401, name: `Ada, ${about}`, photo: { url: '/media/pixel.gif', alt: 'Ada' } }],
    'pages/home.yaml': { id: 1, title: home, layout: 'home', blocks: [textOf(`<p>${home}</p>`)] },
    'pages/about.yaml': {
      id: 2,
      title: about,
      blocks: [
        { id: 'a', type: 'contact' },
        { id: 'b', type: 'banner', title: about, image: { url: '/media/pixel.gif' } },
      ],
    },
    'pages/login.yaml': { id: 3, title: 'Login', layout: 'login', blocks: [textOf(`<p>${prices}</p>`)] },
    ...Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`posts/${index + 1}.yaml`, post(index + 1)])),
    'services/repair.yaml': { id: 201, slug: 'repair', title: mend, blocks: [textOf(`<p>${mend}</p>`)] },
    'services/paint.yaml': { id: 202, slug: 'paint', title: `${mend} 2`, blocks: [] },
    'hidden-pages/prices.yaml': { id: 601, slug: 'prices', title: prices, blocks: [] },
  }
  return Object.fromEntries(Object.entries(files).map(([name, value]) => [`${locale}/${name}`, value]))
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ ...contentOf('en'), ...contentOf('de') })
})
afterAll(() => service.close())

type Examination = { token?: string; sample?: number; slowMs?: number }

async function examine(
  api: string,
  { token, sample = 4, slowMs = Number.POSITIVE_INFINITY }: Examination = {},
): Promise<Row[]> {
  const { ask, close } = openRaw({ concurrency: 16, timeoutMs: 60_000, signal: new AbortController().signal })
  const [family] = settings.families
  if (!family) throw new Error('The settings have a family.')
  const base = new URL(api)
  const visit = {
    api: base,
    commerce: base,
    settings,
    family,
    locales: family.locales,
    isStrict: false,
    rows: new Rows(),
  }
  try {
    return await examineService({ ...visit, token, sample, slowMs, ask })
  } finally {
    await close()
  }
}

/** Every remark as `error code at endpoint locale`, each once. */
function toldOf(rows: Row[]): string[] {
  const told = rows.flatMap(({ endpoint, locale, remarks }) =>
    remarks.map(({ code, isError }) => `${isError ? 'error' : 'remark'} ${code} at ${endpoint} ${locale}`.trim()),
  )
  return [...new Set(told)].sort()
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const parsed = (body: Buffer) => JSON.parse(body.toString())
const at =
  (path: string, locale = 'en') =>
  (asked: Asked) =>
    asked.path === path && asked.locale === locale && asked.method === 'GET'
/** Changes the JSON of what is asked for at a path. */
const changed =
  (isMeant: (asked: Asked) => boolean, change: (value: ReturnType<typeof parsed>, asked: Asked) => unknown): Breach =>
  (asked, { body, status }) =>
    status === 200 && isMeant(asked) ? { body: json(change(parsed(body), asked)), headers: plain } : undefined
const plain = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
const isAsked = ({ headers }: Asked) =>
  headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
const lasting = { 'last-modified': 'Mon, 05 Jan 2026 10:00:00 GMT' }
/** Bytes that differ each time, and mean the same. */
const unsteady = (body: Buffer) => Buffer.concat([body, Buffer.from(' '.repeat(1 + (turn++ % 7)))])
let turn = 0

type Seed = [breach: string, breaks: Breach, told: string[], examination?: Examination]

const both = (text: string) => [`${text} de`, `${text} en`]
const status = (code: number) => ({ status: code, body: json({ code, message: 'No' }), headers: plain })

const seeds: Seed[] = [
  [
    'a missing endpoint',
    (asked) => (at('/services')(asked) ? status(404) : undefined),
    ['error not-found at /services en'],
  ],
  [
    'menus missing everywhere',
    ({ path }) => (path === '/menus' ? status(404) : undefined),
    both('error not-found at /menus'),
  ],
  [
    'a locale that is missing',
    ({ locale }) => (locale === 'de' ? status(404) : undefined),
    [
      'error locale-missing at /menus de',
      'error locale-missing at /sitemap_nodes de',
      'remark not-found at /search de',
    ],
  ],
  [
    'a locale without nodes',
    changed(at('/sitemap_nodes', 'de'), () => []),
    ['remark locale-empty at /sitemap_nodes de'],
  ],
  [
    'a field of a wrong type',
    changed(at('/pages/2'), (page) => ({ ...page, blocks: 'none' })),
    ['error field-invalid at /pages/{id} en'],
  ],
  ['a list that is no list', changed(at('/menus'), () => ({ items: [] })), ['error field-invalid at /menus en']],
  [
    'a member of a wrong type',
    changed(at('/sitemap_nodes'), ({ member: [first, ...rest] }) => [{ ...first, nodeType: 'start' }, ...rest]),
    ['error field-invalid at /sitemap_nodes en'],
  ],
  [
    'an unknown block',
    changed(at('/pages/1'), (page) => ({ ...page, blocks: [{ id: 1, type: 'carousel' }] })),
    ['remark block-unknown at /pages/{id} en'],
  ],
  [
    'a next page that is no address',
    changed(at('/posts'), (list) => ({ ...list, view: { next: 7 } })),
    ['error collection-paging at /posts en'],
  ],
  [
    'a next page at another origin',
    changed(at('/posts'), (list) => ({ ...list, view: { next: 'https://elsewhere.example/posts' } })),
    ['error collection-paging at /posts en'],
  ],
  [
    'a next page that is the same again',
    changed(at('/posts'), (list) => ({ ...list, view: { next: '/api/posts?page=1&locale=en' } })),
    ['error collection-paging at /posts en'],
  ],
  [
    'pages without end',
    (asked, { body }) => {
      if (!at('/posts')(asked)) return undefined
      const next = `/api/posts?locale=en&page=1&turn=${Number(asked.query.get('turn') ?? 0) + 1}`
      return { body: json({ member: parsed(body).member, view: { next } }), headers: plain }
    },
    ['error paging-endless at /posts en'],
  ],
  [
    'empty pages without end',
    (asked) => {
      if (!at('/posts')(asked)) return undefined
      return {
        body: json({
          member: [],
          view: { next: `/api/posts?locale=en&turn=${Number(asked.query.get('turn') ?? 0) + 1}` },
        }),
        headers: plain,
      }
    },
    ['error paging-endless at /posts en'],
  ],
  [
    'a total that lies',
    changed(at('/services'), (list) => ({ ...list, 'hydra:totalItems': 99 })),
    ['remark collection-count at /services en'],
  ],
  [
    'an error in 200',
    (asked) => (at('/pages/2')(asked) ? { ...status(500), status: 200 } : undefined),
    ['error error-in-200 at /pages/{id} en'],
  ],
  [
    'a page in place of JSON',
    (asked) =>
      at('/menus')(asked)
        ? { body: Buffer.from('<!doctype html><title>Log in</title>'), headers: { 'content-type': 'text/html' } }
        : undefined,
    ['error html-for-json at /menus en'],
  ],
  [
    'JSON that is cut',
    (asked, { body, headers }) =>
      at('/menus')(asked) ? { body: body.subarray(0, -4), headers: { ...headers, etag: undefined } } : undefined,
    ['error json-cut at /menus en'],
  ],
  [
    'JSON that is broken',
    (asked) => (at('/menus')(asked) ? { body: Buffer.from('[{"id": 1,,}]'), headers: plain } : undefined),
    ['error json-broken at /menus en'],
  ],
  [
    'gzip that is none',
    (asked, { headers }) => (at('/menus')(asked) ? { headers: { ...headers, 'content-encoding': 'gzip' } } : undefined),
    ['error compression-broken at /menus en'],
  ],
  [
    'gzip that is cut',
    (asked, { headers, body }) =>
      at('/menus')(asked)
        ? { body: gzipSync(body).subarray(0, -9), headers: { ...headers, 'content-encoding': 'gzip' } }
        : undefined,
    ['error compression-broken at /menus en'],
  ],
  [
    'an encoding nobody asked for',
    (asked, { headers }) => (at('/menus')(asked) ? { headers: { ...headers, 'content-encoding': 'zstd' } } : undefined),
    ['error compression-broken at /menus en'],
  ],
  [
    'bytes that are no UTF-8',
    (asked, { body }) =>
      at('/pages/2', 'de')(asked)
        ? {
            body: Buffer.from(body.toString(), 'latin1'),
            headers: { ...plain, 'content-type': 'application/json; charset=iso-8859-1' },
          }
        : undefined,
    ['remark charset-wrong at /pages/{id} de'],
  ],
  [
    'another charset in the head',
    (asked, { headers }) =>
      at('/menus')(asked)
        ? { headers: { ...headers, 'content-type': 'application/json; charset=windows-1252' } }
        : undefined,
    ['remark charset-wrong at /menus en'],
  ],
  [
    'JSON as text',
    (asked, { headers }) =>
      at('/menus')(asked) ? { headers: { ...headers, 'content-type': 'text/plain' } } : undefined,
    ['remark content-type-wrong at /menus en'],
  ],
  [
    'a redirect to another origin',
    (asked) =>
      at('/menus')(asked) ? { status: 302, headers: { location: 'https://elsewhere.example/api/menus' } } : undefined,
    ['error redirect-elsewhere at /menus en'],
  ],
  [
    'a redirect of each address',
    (asked) =>
      at('/menus')(asked) && !asked.query.has('again')
        ? { status: 301, headers: { location: '/api/menus?locale=en&again=1' } }
        : undefined,
    ['remark redirect at /menus en'],
  ],
  [
    '429 without Retry-After',
    (asked) => (at('/menus')(asked) && asked.count === 0 ? status(429) : undefined),
    ['remark rate-limit-blind at /menus en'],
  ],
  [
    '503 now and then',
    (asked) => (at('/menus')(asked) && asked.count === 0 ? status(503) : undefined),
    ['remark unsteady at /menus en'],
  ],
  [
    '503 for good',
    (asked) => (at('/pages/2')(asked) ? status(503) : undefined),
    ['error status-wrong at /pages/{id} en', 'remark unsteady at /pages/{id} en'],
  ],
  [
    'a token that is wanted',
    ({ headers }) => (headers.authorization ? undefined : status(401)),
    [...both('error token-needed at /menus'), ...both('error token-needed at /sitemap_nodes')].sort(),
  ],
  [
    'an ETag that lies',
    (asked, { body, headers }) =>
      at('/menus')(asked) ? { body: unsteady(body), headers: { ...headers, ...lasting, etag: '"1"' } } : undefined,
    ['remark etag-lies at /menus en'],
  ],
  [
    'an ETag that changes each time',
    (asked, { headers }) => (at('/menus')(asked) ? { headers: { ...headers, etag: `"${turn++}"` } } : undefined),
    ['remark etag-changes at /menus en'],
  ],
  [
    'an ETag for many documents',
    (asked, { headers }) => {
      if (!asked.path.startsWith('/posts/') || asked.locale !== 'en') return undefined
      return { headers: { ...headers, etag: '"1"' }, ...(asked.headers['if-none-match'] === '"1"' && { status: 304 }) }
    },
    ['remark etag-shared at /posts/{slug} en'],
  ],
  [
    'an ETag that nobody looks at',
    (asked, { headers }) =>
      at('/menus')(asked) && headers.etag
        ? {
            status: 200,
            body: json([{ id: 700, name: 'About', slug: '/about' }]),
            headers: { ...headers, etag: '"1"' },
          }
        : undefined,
    ['remark etag-ignored at /menus en'],
  ],
  [
    '304 to everyone who asks',
    (asked) => (at('/menus')(asked) && isAsked(asked) ? { status: 304 } : undefined),
    ['remark not-modified-always at /menus en'],
  ],
  [
    '304 to whoever asks nothing',
    (asked) => (at('/menus')(asked) ? { status: 304 } : undefined),
    ['error not-modified-always at /menus en'],
  ],
  [
    'a Last-Modified that lies',
    (asked, { body, headers }) =>
      at('/menus')(asked) ? { body: unsteady(body), headers: { ...headers, ...lasting, etag: undefined } } : undefined,
    ['remark last-modified-lies at /menus en'],
  ],
  [
    'a Last-Modified older than its node',
    (asked, { headers }) =>
      at('/pages/1')(asked) ? { headers: { ...headers, 'last-modified': 'Mon, 05 Jan 2015 10:00:00 GMT' } } : undefined,
    ['remark last-modified-lies at /pages/{id} en'],
  ],
  [
    'a Last-Modified of tomorrow',
    (asked, { headers }) =>
      at('/menus')(asked) ? { headers: { ...headers, 'last-modified': 'Fri, 01 Jan 2100 00:00:00 GMT' } } : undefined,
    ['remark last-modified-lies at /menus en'],
  ],
  [
    'answers that differ each time',
    (asked, { body }) => (at('/menus')(asked) ? { body: unsteady(body), headers: plain } : undefined),
    ['remark answer-changes at /menus en'],
  ],
  [
    'a locale that is ignored',
    (asked, { body }) =>
      asked.locale === 'de' && kept.has(asked.path)
        ? { status: 200, body: kept.get(asked.path) ?? body, headers: plain }
        : undefined,
    ['remark locale-ignored at /pages/{id} de', 'remark locale-ignored at /sitemap_nodes de'],
  ],
  [
    'an id that comes twice',
    changed(at('/services'), (list) => ({
      ...list,
      'hydra:member': list['hydra:member'].map((one: object) => ({ ...one, id: 201 })),
    })),
    ['remark id-twice at /services en'],
  ],
  [
    'a slug that comes twice',
    changed(at('/services'), (list) => ({
      ...list,
      'hydra:member': list['hydra:member'].map((one: object) => ({ ...one, slug: 'repair' })),
    })),
    ['error duplicate-address at /sitemap_nodes en'],
  ],
  [
    'a node to nowhere',
    changed(at('/sitemap_nodes'), ({ member }) => [
      ...member,
      { nodeType: 'article', action: 'index', slug: '/gone', nodeReference: 77 },
    ]),
    ['error not-found at /pages/{id} en'],
  ],
  [
    'a node without a page',
    changed(at('/sitemap_nodes'), ({ member }) => [...member, { nodeType: 'article', action: 'index', slug: '/gone' }]),
    ['error node-incomplete at /sitemap_nodes en'],
  ],
  [
    'a slug that is no address',
    changed(at('/sitemap_nodes'), ({ member }) =>
      member.map((one: { slug: string }) => (one.slug === '/about' ? { ...one, slug: '/about us?' } : one)),
    ),
    ['error slug-invalid at /sitemap_nodes en'],
  ],
  [
    'a list of an unknown collection',
    changed(at('/sitemap_nodes'), ({ member }) => [
      ...member,
      { nodeType: 'article', action: 'show', slug: '/x/:slug', nodeReference: 'events' },
    ]),
    ['error collection-unknown at /sitemap_nodes en'],
  ],
  [
    'posts that are not in order',
    changed(
      (asked) => at('/posts')(asked),
      ({ member, ...list }) => ({ ...list, member: member.toReversed() }),
    ),
    ['remark order-wrong at /posts en'],
  ],
  [
    'pictures that are not there',
    changed(at('/pages/2'), (page) => ({
      ...page,
      blocks: [page.blocks[0], { ...page.blocks[1], image: { url: '/media/none.png' } }],
    })),
    ['remark image-missing at pictures'],
  ],
  [
    'pictures of another origin',
    changed(at('/pages/2'), (page) => ({
      ...page,
      blocks: [page.blocks[0], { ...page.blocks[1], image: { url: 'https://elsewhere.example/a.png' } }],
    })),
    ['remark image-forbidden at pictures'],
  ],
  [
    'a search that is missing',
    ({ path }) => (path === '/search' ? status(404) : undefined),
    both('remark not-found at /search'),
  ],
  [
    'a search in pages',
    changed(at('/search'), ({ member }) => ({ member: member.slice(0, 2), totalItems: member.length })),
    ['remark collection-count at /search en', 'remark search-paged at /search en'],
  ],
  [
    'a search that finds everything',
    (asked) =>
      at('/search')(asked) ? { body: json([{ title: 'A', content: 'a', slug: '/' }]), headers: plain } : undefined,
    ['remark search-ignores-phrase at /search en'],
  ],
  ['a search that lists nothing', changed(at('/search'), () => []), ['remark search-empty at /search en']],
  [
    'no CORS',
    (_, { headers }) => ({
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control'))),
    }),
    ['remark cors-missing at CORS'],
  ],
  [
    'CORS for another origin',
    (_, { headers }) => ({ headers: { ...headers, 'access-control-allow-origin': 'https://elsewhere.example' } }),
    ['remark cors-origin at CORS'],
  ],
  [
    'CORS without a header',
    ({ method }, { headers }) =>
      method === 'OPTIONS' ? { headers: { ...headers, 'access-control-allow-headers': 'Content-Type, *' } } : undefined,
    ['remark cors-headers at CORS'],
  ],
  [
    'CORS without PUT',
    ({ method }, { headers }) =>
      method === 'OPTIONS' ? { headers: { ...headers, 'access-control-allow-methods': 'GET, POST' } } : undefined,
    ['remark cors-method at CORS'],
  ],
  [
    'a preflight that fails',
    ({ method }) => (method === 'OPTIONS' ? { status: 405 } : undefined),
    ['remark cors-status at CORS'],
  ],
  [
    'a form that is missing',
    ({ path }) => (path === '/contact_form_entries' ? status(404) : undefined),
    ['remark form-missing at /contact_form_entries'],
  ],
  [
    'drafts for everyone',
    ({ query }) =>
      query.has('preview') ? { status: 200, body: json({ id: 1, blocks: [] }), headers: plain } : undefined,
    ['remark preview-open at /pages/{id}?preview=true en'],
  ],
  [
    'previews that are not there',
    ({ query }) => (query.has('preview') ? status(404) : undefined),
    ['remark preview-refused at /pages/{id}?preview=true en'],
  ],
  [
    'previews that refuse a good token',
    ({ query }) => (query.has('preview') ? status(401) : undefined),
    ['remark preview-broken at /pages/{id}?preview=true en'],
    { token: 'demo-token' },
  ],
  [
    'drafts for any token',
    ({ query, headers }) =>
      query.has('preview') && headers.authorization
        ? { status: 200, body: json({ id: 1, blocks: [] }), headers: plain }
        : undefined,
    ['remark token-ignored at /pages/{id}?preview=true en'],
  ],
  [
    'a token that nobody checks',
    ({ path }) => (path === '/token/check' ? { status: 204 } : undefined),
    ['remark token-ignored at /token/check en'],
  ],
  [
    'hidden pages for everyone',
    ({ path }) =>
      path.startsWith('/hidden_pages/')
        ? { status: 200, body: json({ id: 1, slug: 'x', title: 'X', blocks: [] }), headers: plain }
        : undefined,
    ['remark hidden-open at /hidden_pages/{slug} en'],
  ],
  [
    'an address that is slow',
    async (asked) => {
      if (at('/menus')(asked) && !isAsked(asked)) await new Promise((done) => setTimeout(done, 3000))
      return undefined
    },
    ['remark slow at /menus en'],
    { slowMs: 2900 },
  ],
]

/** What the first locale answered, for a service that knows no other. */
const kept = new Map<string, Buffer>()

describe('a service with one breach of the contract', () => {
  beforeAll(async () => {
    for (const path of ['/sitemap_nodes', '/menus', '/pages/1', '/pages/2', '/pages/3']) {
      kept.set(path, Buffer.from((await service.ask(`/api${path}?locale=en`)).text))
    }
  })

  it.concurrent.each(seeds)('is told of %s', async (_, breach, told, examination) => {
    const breached = await startBreachedService(service.origin, breach)
    try {
      expect(toldOf(await examine(breached.api, examination))).toEqual(told)
      expect([...breached.methods].sort()).not.toContain('POST')
    } finally {
      await breached.close()
    }
  })
})

describe('a service that keeps to the contract', () => {
  it('is told nothing, whether there is a token or not, and stores nothing', async () => {
    const breached = await startBreachedService(service.origin, () => undefined)
    try {
      expect(toldOf(await examine(breached.api))).toEqual([])
      expect(toldOf(await examine(breached.api, { token: 'demo-token' }))).toEqual([])
      expect([...breached.methods].sort()).toEqual(['GET', 'OPTIONS'])
    } finally {
      await breached.close()
    }
  })
})
