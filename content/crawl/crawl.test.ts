import { hash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { openAnswerStore } from '#content/answers/answer-store.ts'
import { type ContentClient, openClient } from '#content/client/client.ts'
import { Findings } from '#content/finding.ts'
import { node, page, post, smallSite } from '#tests/fixtures/content.ts'
import {
  type FixtureLocale,
  type FixtureOptions,
  type FixtureService,
  sendJson,
  startFixtureService,
} from '#tests/fixtures/content-service.ts'
import { type CrawlOptions, crawl } from './crawl.ts'
import type { DocumentNotes } from './document-notes.ts'
import { type Documents, type LocaleContent, notesKey } from './locale-content.ts'
import { fetchDocument } from './read-document.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

type Crawled = {
  contents: Map<string, LocaleContent>
  /** The content of the first locale. */
  content: LocaleContent
  findings: Findings
  service: FixtureService
  /** The requested paths, without query, sorted. */
  asked: string[]
}

async function serve(options: FixtureOptions): Promise<FixtureService> {
  const service = await startFixtureService(options)
  opened.push(service)
  return service
}

function open(api: string, concurrency = 8): ContentClient {
  const limits = { documentBytes: 5_000_000, documentDepth: 64 }
  const client = openClient({ api, concurrency, limits, retryDelayMs: 1 })
  opened.push(client)
  return client
}

async function crawlFrom(
  fixture: FixtureOptions,
  options: Partial<CrawlOptions> & { concurrency?: number } = {},
): Promise<Crawled> {
  const service = await serve(fixture)
  const findings = new Findings()
  const locales = Object.keys(fixture.locales)
  const contents = await crawl({ client: open(service.api, options.concurrency), locales, findings, ...options })
  const asked = service.requests.map(({ url }) => url?.replace('/api', '').split('?')[0] ?? '').sort()
  return { contents, content: contents.get(locales[0] ?? '') as LocaleContent, findings, service, asked }
}

const crawlSite = (site: FixtureLocale, options?: Partial<CrawlOptions>): Promise<Crawled> =>
  crawlFrom({ locales: { de: site } }, options)

const messagesOf = (findings: { message: string }[]): string[] => findings.map(({ message }) => message)

describe('a whole site', () => {
  it.each([
    ['array', undefined],
    ['array', 2],
    ['member', undefined],
    ['member', 2],
    ['hydra', 2],
  ] as const)('is read from collections in the form "%s" with %s posts per page', async (form, postsPerPage) => {
    const { content, findings } = await crawlFrom({ locales: { de: smallSite({ posts: 5 }) }, form, postsPerPage })
    expect([...findings.errors, ...findings.warnings]).toEqual([])
    expect(content.nodes).toHaveLength(4)
    expect(content.menus.map(({ name }) => name)).toEqual(['About'])
    const slugs = ['post-1', 'post-2', 'post-3', 'post-4', 'post-5']
    expect(content.collections.posts.map(({ slug }) => slug)).toEqual(slugs)
    expect([...content.documents.posts.keys()].sort()).toEqual(slugs)
    expect([...content.documents.pages.values()].map(({ title }) => title).sort()).toEqual(['About', 'Blog', 'Home'])
  })

  it('has the hash of every document as it was sent', async () => {
    const site = smallSite({ posts: 2 })
    const { content } = await crawlSite(site)
    expect([...content.digests.keys()].sort()).toEqual([
      'pages/1',
      'pages/2',
      'pages/3',
      'posts/post-1',
      'posts/post-2',
    ])
    expect(content.digests.get('pages/2')).toBe(hash('sha256', JSON.stringify(site.pages?.[2])))
  })

  it('is the same at any concurrency, with progress up to its end', async () => {
    const read = async (concurrency: number) => {
      const progress: number[][] = []
      const onProgress = (done: number, total: number) => progress.push([done, total])
      const { content, asked } = await crawlFrom(
        { locales: { de: smallSite({ posts: 20 }) } },
        { concurrency, onProgress },
      )
      const [done, total] = progress.at(-1) ?? []
      expect([done, total]).toEqual([progress.length, progress.length])
      const sorted = (documents: Map<string, unknown>) => [...documents].sort(([a], [b]) => (a < b ? -1 : 1))
      return { asked, ...content, documents: Object.values(content.documents).map(sorted) }
    }
    expect(await read(1)).toEqual(await read(32))
  })

  it('reports how much there is to read before the first document', async () => {
    const site = smallSite({ posts: 20 })
    const odd = { ...node('/odd', 'a/b'), nodeReference: '..' } // cannot be part of an address
    const progress: number[][] = []
    const onProgress = (done: number, total: number) => progress.push([done, total])
    const { asked } = await crawlFrom(
      { locales: { de: { ...site, nodes: [...(site.nodes ?? []), odd] } } },
      { concurrency: 1, onProgress },
    )
    const lists = asked.filter((path) => !/^\/(pages|posts)\/./.test(path)).length
    const last = progress.at(-1)
    expect(last).toEqual([asked.length + 1, asked.length + 1])
    for (const [, total] of progress.slice(lists)) expect(total).toBe(last?.[1])
  })

  it('is read as a sample of each kind of document, at equal distances', async () => {
    const { content } = await crawlSite(smallSite({ posts: 4 }), { sample: 2 })
    expect([...content.digests.keys()].sort()).toEqual(['pages/1', 'pages/2', 'posts/post-1', 'posts/post-3'])
  })

  it('is read in every locale, each with its own content', async () => {
    const { contents } = await crawlFrom({ locales: { pl: smallSite({ posts: 1 }), de: smallSite({ posts: 2 }) } })
    expect([...contents].map(([locale, { collections }]) => [locale, collections.posts.length])).toEqual([
      ['pl', 1],
      ['de', 2],
    ])
  })

  it('is only read for nodes and collections in the locales of other families', async () => {
    const { asked, contents } = await crawlFrom(
      { locales: { de: smallSite({ posts: 2 }) } },
      { locales: [], linkedLocales: ['de'] },
    )
    expect(asked).toEqual(['/posts', '/sitemap_nodes'])
    expect(contents.get('de')?.collections.posts).toHaveLength(2)
  })

  it('of another family says which links are lost with a list', async () => {
    const intercept: FixtureOptions['intercept'] = ({ url = '' }, response) => {
      const isLost = url.startsWith('/api/posts')
      if (isLost) response.writeHead(500).end()
      return isLost
    }
    const { findings } = await crawlFrom(
      { locales: { de: smallSite() }, intercept },
      { locales: [], linkedLocales: ['de'] },
    )
    expect(messagesOf(findings.warnings)).toEqual([
      'GET /posts (de) answered 500. No page of this site links to the members of this list.',
    ])
  })

  it('is read with one request per document, however many nodes and members name it', async () => {
    const { asked } = await crawlSite({
      nodes: [node('/a', 1), node('/b', '1'), node('/c/:slug', 'posts'), node('/d/:slug', 'posts')],
      menus: [{ id: 1, name: 'A' }],
      pages: { 1: page(1, 'A') },
      posts: [post(1), post(1), post(2, { slug: 'post-1' })],
    })
    expect(asked).toEqual(['/menus', '/pages/1', '/posts', '/posts/post-1', '/sitemap_nodes'])
  })
})

describe('needed content', () => {
  const block = (type: string, more: object = {}) => ({ id: 1, type, ...more })
  const offer = { title: 'a', url: '/a' }
  const item = (more: object) => ({ id: 1, name: 'a', ...more })

  it.each<[string, FixtureLocale, string[]]>([
    ['nothing', {}, []],
    ['a pattern of posts', { nodes: [node('/x/:slug', 'posts')] }, ['/posts']],
    ['a pattern of services', { nodes: [node('/x/:slug', 'services')] }, ['/services']],
    ['a pattern of job offers', { nodes: [node('/x/:slug', 'job_offers')] }, ['/job_offers']],
    ['a pattern of categories', { nodes: [node('/x/:slug', 'product_categories')] }, ['/product_categories']],
    ['a pattern of hidden pages', { nodes: [node('/x/:slug', 'hidden_pages')] }, []],
    ['a pattern of nothing known', { nodes: [node('/x/:slug', '__proto__'), node('/y/:slug', null)] }, []],
    [
      'a page that only has the name of a collection',
      { nodes: [node('/x', 'posts')], pages: { posts: page(1, 'x') } },
      ['/pages/posts'],
    ],
    [
      'a menu item to a category',
      { menus: [item({ children: [item({ type: 'Category' })] })] },
      ['/product_categories'],
    ],
    ['a menu item to a category that no page shows', { menus: [item({ group: 'other', type: 'Category' })] }, []],
    [
      'a menu item to a category by address',
      { menus: [item({ type: 'Category', url: '/a' }), item({ type: 'Category', slug: '/a' })] },
      [],
    ],
  ])('of %s is read, and nothing else', async (_, site, wanted) => {
    const { asked } = await crawlSite({ nodes: [node('/', 1)], pages: { 1: page(1, 'Home') }, ...site })
    const always = ['/menus', '/sitemap_nodes', ...(site.nodes ? [] : ['/pages/1'])]
    expect(asked).toEqual([...always, ...wanted].sort())
  })

  it.each<[object, string[]]>([
    [block('blog_list'), ['/posts']],
    [block('post_list'), ['/posts']],
    [block('offers'), ['/services']],
    [block('offers', { offers: null }), ['/services']],
    [block('offers', { offers: [offer] }), []],
    [block('offers', { offers: [] }), []],
    [block('jobs'), ['/job_offers']],
    [block('contact'), ['/contact_people']],
    [block('job_application'), []],
  ])('by the block %j is read', async (one, wanted) => {
    const { asked } = await crawlSite({ nodes: [node('/', 1)], pages: { 1: page(1, 'Home', { blocks: [one] }) } })
    expect(asked).toEqual(['/menus', '/pages/1', '/sitemap_nodes', ...wanted].sort())
  })

  it('for both nodes and blocks is read once', async () => {
    const { asked } = await crawlSite(smallSite({ posts: 0 }))
    expect(asked.filter((path) => path === '/posts')).toHaveLength(1)
  })
})

it('A category without a name is called by its path, with a warning', async () => {
  const { content, findings } = await crawlSite({
    ...smallSite(),
    nodes: [...(smallSite().nodes ?? []), node('/shop/:path', 'product_categories', { action: 'show' })],
    product_categories: [
      { id: 1, name: ' ', path: 'trackers', parentBranch: [] },
      { id: 2, name: 'Plugs', path: 'plugs', parentBranch: [] },
    ],
  })
  expect(content.collections.product_categories.map(({ name }) => name)).toEqual(['trackers', 'Plugs'])
  expect(findings.warnings.filter(({ code }) => code === 'title-missing')).toMatchObject([
    {
      message: 'GET /product_categories (de) returned the member "trackers" without a name; its path is shown instead.',
      hint: 'Give the member a name at the service.',
    },
  ])
})

it('Categories keep only what is above them, and none is above itself', async () => {
  const category = (id: number, ...parentBranch: (number | string)[]) => ({
    ...{ id, name: `Category ${id}`, path: `c${id}`, parentBranch },
  })
  const { content, findings } = await crawlSite({
    ...smallSite(),
    nodes: [...(smallSite().nodes ?? []), node('/shop/:path', 'product_categories', { action: 'show' })],
    product_categories: [
      ...[category(7, 7), category(8, 7, 'gone', 8)],
      ...[category(20, 21, 22), category(21, 22), category(22, 23), category(23, 20)],
      ...[category(31, 30), category(30, 7, 31)],
    ],
  })
  const branches = content.collections.product_categories.map(({ id, parentBranch }) => [id, ...parentBranch].join(' '))
  expect(branches).toEqual(['7', '8 7', '20', '21 22', '22', '23', '31', '30'])
  expect(findings.warnings.filter(({ code }) => code === 'category-ring')).toMatchObject([
    {
      message:
        'GET /product_categories (de) returned categories that are below each other in a ring: "Category 20", "Category 22" and "Category 23". They are shown as if they were below no category.',
      where: { locale: 'de', url: '/product_categories' },
      hint: 'Correct the "parentBranch" of one of them at the service.',
    },
    { message: expect.stringContaining('in a ring: "Category 31" and "Category 30".') },
  ])
})

it('A post or service without a title is called by its slug, with a warning', async () => {
  const titles = (content: LocaleContent) => [
    ...content.collections.posts.map(({ title }) => title),
    ...[...content.documents.posts.values()].map(({ title }) => title),
  ]
  const { content, findings } = await crawlSite({
    ...smallSite(),
    posts: [post(1, { title: ' ' }), post(2)],
  })
  expect(titles(content)).toEqual(['post-1', 'Post 2', 'post-1', 'Post 2'])
  expect(content.notes.get('posts/post-1')?.facts.title).toBe('post-1')
  expect(findings.warnings).toMatchObject([
    {
      code: 'title-missing',
      message: 'GET /posts (de) returned the member "post-1" without a title; its slug is shown instead.',
      where: { locale: 'de', url: '/posts' },
      hint: 'Give the member a title at the service.',
    },
  ])
})

it('A post whose document alone has no title is called by its slug, with a warning', async () => {
  const untitled = JSON.stringify({ ...post(1), title: '' })
  const intercept: FixtureOptions['intercept'] = ({ url = '' }, response) => {
    const isDocument = url.startsWith('/api/posts/post-1')
    if (isDocument) response.end(untitled)
    return isDocument
  }
  const { content, findings } = await crawlFrom({ locales: { de: smallSite() }, intercept }, { locales: ['de'] })
  expect(content?.documents.posts.get('post-1')?.title).toBe('post-1')
  expect(findings.warnings).toMatchObject([
    {
      code: 'title-missing',
      message: 'GET /posts/post-1 (de) has no title; its page is named by its slug.',
      where: { locale: 'de', url: '/posts/post-1' },
      hint: 'Give it the title that it has in its list.',
    },
  ])
})

describe('ids and slugs', () => {
  it.each(['a/b', 'a?b=c', 'a#b', '50%', '%2e%2e', 'żółw 猫', '...', '__proto__', 'a\\b', '9'.repeat(30)])(
    'reach the service as they are: "%s"',
    async (key) => {
      const { content, findings } = await crawlSite({
        nodes: [node('/', key), node('/blog/:slug', 'posts')],
        menus: [{ id: 1, name: 'a' }],
        pages: Object.fromEntries([[key, page(1, 'Found')]]),
        posts: [post(1, { slug: key })],
      })
      expect(messagesOf(findings.errors)).toEqual([])
      expect(content.documents.pages.get(key)?.title).toBe('Found')
      expect(content.documents.posts.get(key)?.title).toBe('Post 1')
    },
  )

  it.each(['.', '..', '\ud800'])('that fit into no address are an error: %j', async (key) => {
    const { asked, findings } = await crawlSite({
      nodes: [node('/', key), node('/about', 2)],
      pages: { 2: page(2, 'About') },
    })
    expect(findings.errors).toMatchObject([
      {
        code: 'slug-invalid',
        message: `The service (de) uses ${JSON.stringify(key)} as an id or slug in pages, but it cannot be requested, because it cannot be part of an address.`,
      },
    ])
    expect(asked).toEqual(['/menus', '/pages/2', '/sitemap_nodes'])
  })

  it('of a post that are empty cause no request for the collection as a post', async () => {
    const { findings } = await crawlSite({ nodes: [node('/blog/:slug', 'posts')], posts: [post(1, { slug: '' })] })
    expect(messagesOf(findings.errors)).toEqual([
      'The service (de) uses "" as an id or slug in posts, but it cannot be requested, because it cannot be part of an address.',
    ])
  })

  it('of 64 bits are read without loss', async () => {
    const id = '12345678901234567891'
    const { content } = await crawlFrom({
      locales: { de: { pages: { [id]: page(1, 'Found') } } },
      intercept: ({ url }, response) => {
        if (!url?.startsWith('/api/sitemap_nodes')) return false
        response.end(`[{"nodeType":"root","action":"index","slug":"/","nodeReference":${id}}]`)
        return true
      },
    })
    expect(content.documents.pages.get(id)?.title).toBe('Found')
  })
})

describe('a locale', () => {
  const answering404 = (path: string): FixtureOptions => ({
    locales: { de: smallSite() },
    intercept: ({ url }, response) => {
      if (!url?.startsWith(`/api${path}`)) return false
      sendJson(response, 404, {})
      return true
    },
  })

  it.each(['/sitemap_nodes', '/menus'])('whose %s answer 404 is an error, and is not called empty', async (path) => {
    const { findings } = await crawlFrom(answering404(path))
    expect(findings.errors).toMatchObject([{ code: 'document-missing', message: `GET ${path} (de) answered 404.` }])
    expect(findings.warnings).toEqual([])
  })

  it('without nodes is a warning', async () => {
    const { findings } = await crawlSite({ menus: [] })
    expect(findings.errors).toEqual([])
    expect(findings.warnings).toMatchObject([
      {
        code: 'locale-empty',
        message: 'The locale "de" has no sitemap nodes, so it gets no pages and nothing links to it.',
        where: { locale: 'de' },
      },
    ])
  })

  it('without a home page is a warning', async () => {
    const { findings } = await crawlSite({
      nodes: [node('/a', 1)],
      pages: { 1: page(1, 'A') },
      menus: [{ id: 1, name: 'A', slug: '/a' }],
    })
    expect(findings.errors).toEqual([])
    expect(findings.warnings).toMatchObject([{ code: 'home-missing', where: { locale: 'de' } }])
  })

  it('without menus is a warning', async () => {
    const { findings } = await crawlSite({ nodes: [node('/', 1)], pages: { 1: page(1, 'Home') } })
    expect(findings.errors).toEqual([])
    expect(findings.warnings).toMatchObject([
      {
        code: 'menu-empty',
        message: 'The locale "de" has no menus, so its header and footer have no navigation.',
        where: { locale: 'de' },
      },
    ])
  })

  it('without menus is a warning even if there are items that are left out', async () => {
    const site = { nodes: [node('/', 1)], pages: { 1: page(1, 'Home') } }
    const service = await serve({ locales: { de: { ...site, menus: [{ id: 1, name: ' ', url: '/' }] }, en: site } })
    const [client, findings] = [open(service.api), new Findings()]
    for (const locale of ['de', 'en']) await crawl({ client, locales: [locale], findings })
    expect(findings.warnings.map(({ code, where }) => `${code} ${where?.locale}`)).toEqual([
      'menu-empty en',
      'menu-name de',
    ])
  })

  it('without menus because all items are left out is reported by these items only', async () => {
    const menus = [{ id: 1, name: ' ', url: '/' }]
    const { findings } = await crawlSite({ nodes: [node('/', 1)], pages: { 1: page(1, 'Home') }, menus })
    expect([...findings.errors, ...findings.warnings]).toMatchObject([{ code: 'menu-name' }])
  })

  it('without posts causes no warning', async () => {
    const { findings } = await crawlSite(smallSite({ posts: 0 }))
    expect([...findings.errors, ...findings.warnings]).toEqual([])
  })
})

describe('failing documents', () => {
  it('are all reported in one run, and the others are read', async () => {
    const site = smallSite({ posts: 3 })
    const { content, findings } = await crawlFrom({
      locales: {
        de: {
          ...site,
          nodes: [...(site.nodes ?? []), node('/gone', 99), node('/broken', 100)],
          pages: { ...site.pages, 2: page(2, 'About', { blocks: 'none' }), 100: page(100, 'Broken', { noindex: 1 }) },
        },
      },
      intercept: ({ url }, response) => {
        if (!url?.startsWith('/api/posts/post-2')) return false
        sendJson(response, 404, {})
        return true
      },
    })
    expect(messagesOf(findings.errors)).toEqual([
      'GET /pages/99 (de) answered 404: "Not found".',
      'GET /posts/post-2 (de) answered 404.',
      'GET /pages/100 (de), field "noindex": expected true or false, got 1.',
      'GET /pages/2 (de), field "blocks": expected a list, got "none".',
    ])
    expect([...content.documents.pages.keys()].sort()).toEqual(['1', '3'])
    expect([...content.documents.posts.keys()].sort()).toEqual(['post-1', 'post-3'])
  })

  it('of several locales are distinguished', async () => {
    const broken = { nodes: [node('/', 1)], menus: [{ id: 1, name: 'a' }] }
    const { findings } = await crawlFrom({ locales: { de: broken, pl: broken } })
    expect(messagesOf(findings.errors)).toEqual([
      'GET /pages/1 (de) answered 404: "Not found".',
      'GET /pages/1 (pl) answered 404: "Not found".',
    ])
  })
})

it('blocks of a page get unique ids', async () => {
  const ids = ['a', 'a', 'a-2', 'b', 'a']
  const site = smallSite()
  const blocks = ids.map((id) => ({ id, type: 'text', html: 'x' }))
  const { findings, service } = await crawlSite(site)
  const reading = { client: open(service.api), findings }
  const [key = ''] = Object.keys(site.pages ?? {})
  Object.assign(site.pages?.[key] ?? {}, { blocks })
  const found = await fetchDocument({ kind: 'pages', key, locale: 'de' }, reading)
  expect(found?.document?.blocks.map(({ id }) => id)).toEqual(['a', 'a-2', 'a-2-2', 'b', 'a-3'])
})

describe('blocks of an unknown type', () => {
  const blocks = [{ type: 'carousel' }, { id: 1, type: 'jobs' }, { id: 2, type: `x\u001b${'y'.repeat(100)}` }]
  const site = { nodes: [node('/', 1)], menus: [{ id: 1, name: 'a' }], pages: { 1: page(1, 'Home', { blocks }) } }
  const expected = [
    {
      code: 'block-unknown',
      message: 'GET /pages/1 (de) has a block of the unknown type "carousel"; the block is left out.',
      where: { locale: 'de', url: '/pages/1', field: 'blocks[0]' },
    },
    { message: `GET /pages/1 (de) has a block of the unknown type "x${'y'.repeat(58)}…"; the block is left out.` },
  ]

  it('are left out with a warning', async () => {
    const { content, findings } = await crawlSite(site)
    expect(content.documents.pages.get('1')?.blocks).toEqual([{ id: '1', type: 'jobs', headline: undefined }])
    expect(findings.warnings).toMatchObject(expected)
    expect(findings.errors).toEqual([])
  })

  it('are errors when the build is strict', async () => {
    const { findings } = await crawlSite(site, { strict: true })
    expect(findings.errors).toMatchObject(expected)
    expect(findings.warnings).toEqual([])
  })
})

describe('a service', () => {
  it('that does not run stops the crawl, naming its address', async () => {
    const { api, origin, close } = await startFixtureService({ locales: {} })
    await close()
    const crawling = crawl({ client: open(api), locales: ['de', 'pl'], findings: new Findings() })
    await expect(crawling).rejects.toMatchObject({
      message: expect.stringContaining(`"${origin}" does not answer "/api/`),
      finding: {
        code: 'service-unreachable',
        hint: expect.stringContaining('--api, SITE_API or "api" in the settings'),
      },
    })
  })

  it('that stops halfway stops the crawl', async () => {
    const nodes = Array.from({ length: 300 }, (_, at) => node(`/${at}`, at))
    const service: FixtureService = await serve({
      locales: { de: { nodes } },
      intercept: async ({ url }) => {
        if (!url?.startsWith('/api/pages')) return false
        await service.close()
        return true
      },
    })
    const crawling = crawl({ client: open(service.api, 2), locales: ['de'], findings: new Findings() })
    await expect(crawling).rejects.toMatchObject({ finding: { code: 'service-unreachable' } })
  })

  it('that requires a token is an error of each request', async () => {
    const { findings } = await crawlFrom({
      locales: { de: smallSite() },
      intercept: (_, response) => {
        sendJson(response, 200, { code: '401', message: 'No' })
        return true
      },
    })
    expect(messagesOf(findings.errors)).toEqual([
      'GET /menus (de) answered 401: "No".',
      'GET /sitemap_nodes (de) answered 401: "No".',
    ])
    expect(findings.errors[0]?.hint).toContain('SITE_API_TOKEN')
    expect(findings.warnings).toEqual([])
  })

  it('that is a website instead of a content service is reported as such', async () => {
    const { findings } = await crawlFrom({
      locales: { de: {} },
      intercept: (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Hello</h1>')
        return true
      },
    })
    expect(findings.errors).toMatchObject([
      { message: 'GET /menus (de) returned "<!doctype html><h1>Hello</h1>" (text/html) instead of JSON.' },
      { message: 'GET /sitemap_nodes (de) returned "<!doctype html><h1>Hello</h1>" (text/html) instead of JSON.' },
    ])
  })
})

describe('hostile answers', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  const bodies = [
    'null',
    '5',
    '"text"',
    'true',
    '[]',
    '{}',
    '[null, 5, "x", [], {}, [[[]]]]',
    '{"member": null}',
    '{"member": {"0": {}}}',
    '{"member": [null], "totalItems": "NaN", "view": "x"}',
    '{"member": [], "totalItems": -1e400, "view": {"next": {"next": 1}}}',
    '{"hydra:member": [{}], "hydra:view": {"hydra:next": "http://elsewhere.invalid/"}}',
    '{"__proto__": {"member": [1]}, "constructor": null, "toString": 1}',
    '[{"__proto__": null, "id": 1e400, "slug": "\\ud800", "title": "\\u0000", "name": "x"}]',
    '{"id": 1, "title": "\\ud800", "blocks": [null, {"type": "__proto__"}, {"type": "text", "id": 1e400, "html": null}]}',
    '{"id": 123456789012345678901234567890, "blocks": [{"type": "maps", "id": -0, "markers": [{"lat": "NaN"}]}]}',
    '[{"nodeType": "root", "action": "show", "slug": "/:a/:b", "nodeReference": "\\udfff", "crumbs": [null]}]',
    '[{"nodeType": "root", "action": "show", "slug": "\\u0000", "nodeReference": ".."}]',
    deep,
    `[${deep}]`,
    '{"member": [1',
    '\ufeff',
    '',
  ]

  describe.each(['sitemap_nodes', 'menus', 'pages/1', 'posts', 'posts/post-1'])('to %s', (path) => {
    it.each(bodies)('never break the crawl: %.60j', async (body) => {
      const { findings, content } = await crawlFrom({
        locales: { de: smallSite() },
        intercept: ({ url }, response) => {
          if (url?.split('?')[0] !== `/api/${path}`) return false
          response.end(body)
          return true
        },
      })
      const isRead = path !== 'sitemap_nodes' && content.documents.pages.has('3')
      expect(isRead || path === 'sitemap_nodes').toBe(true)
      for (const { message } of findings.errors) {
        expect(message.length).toBeLessThan(400)
        expect(message).toMatch(/^(GET \/|The service \(de\))/)
      }
    })
  })
})

describe('documents with a date in their nodes or summaries', () => {
  const at = (updatedAt: string) => ({ updatedAt })
  const dated = (dates: { about?: string; blog?: string[]; post?: string }): FixtureLocale => {
    const site = smallSite({ posts: 2 })
    const [home, about, blog, posts] = site.nodes ?? []
    const [first, second] = site.posts ?? []
    const blogs = (dates.blog ?? []).map((date, index) => ({ ...blog, slug: `/blog-${index}`, ...at(date) }))
    return {
      ...site,
      nodes: [{ ...home }, { ...about, ...(dates.about && at(dates.about)) }, ...blogs, { ...posts, ...at('x') }],
      posts: [{ ...first, ...(dates.post && at(dates.post)) }, { ...second }],
    }
  }
  /** Crawls twice with one store. Returns the documents that the second crawl requested. */
  const askedAgain = async (first: FixtureLocale, second: FixtureLocale): Promise<string[]> => {
    const options: FixtureOptions = { locales: { de: first } }
    const service = await serve(options)
    using answers = openAnswerStore(undefined, 'service')
    const limits = { documentBytes: 5_000_000, documentDepth: 64 }
    const read = async () => {
      const client = openClient({ api: service.api, concurrency: 8, limits, answers })
      opened.push(client)
      await crawl({ client, locales: ['de'], findings: new Findings(), trustUpdatedAt: true })
      return service.requests.splice(0).map(({ url }) => url?.replace('/api/', '').split('?')[0] ?? '')
    }
    await read()
    options.locales.de = second
    return (await read()).filter((path) => path.includes('/')).sort()
  }

  it('are not requested again if the date is trusted, but all others are', async () => {
    const site = dated({ about: '2026-01-01', blog: ['2026-01-01'], post: '2026-01-01' })
    expect(await askedAgain(site, site)).toEqual(['pages/1', 'posts/post-2'])
  })

  it('are requested if one of the dates differs', async () => {
    const before = dated({ about: '2026-01-01', blog: ['2026-01-01', '2026-01-01'], post: '2026-01-01' })
    const after = dated({ about: '2026-01-02', blog: ['2026-01-01', '2026-01-02'], post: '2026-01-02' })
    const all = ['pages/1', 'pages/2', 'pages/3', 'posts/post-1', 'posts/post-2']
    expect(await askedAgain(before, after)).toEqual(all)
  })
})

describe('known documents', () => {
  /** Crawls a site, then crawls it again with the notes of the first crawl, as changed by `change`. */
  async function crawlTwice(change: (notes: DocumentNotes) => DocumentNotes, options: Partial<CrawlOptions> = {}) {
    const odd = { id: 9, type: 'odd', html: '' }
    const site = { ...smallSite(), pages: { ...smallSite().pages, 2: page('2', 'About', { blocks: [odd] }) } }
    const service = await serve({ locales: { de: site }, withTags: true })
    const answers = openAnswerStore(undefined, 'service')
    opened.push({ close: async () => answers[Symbol.dispose]() })
    const limits = { documentBytes: 5_000_000, documentDepth: 64 }
    const client = openClient({ api: service.api, concurrency: 8, limits, answers })
    opened.push(client)
    const read = async (more: Partial<CrawlOptions>) => {
      const findings = new Findings()
      const contents = await crawl({ client, locales: ['de'], findings, ...more })
      return { content: contents.get('de') as LocaleContent, findings }
    }
    const first = await read({})
    const known = new Map(
      [...first.content.notes].map(([name, notes]) => {
        const [kind = ''] = name.split('/')
        const key = notesKey(kind as keyof Documents, first.content.digests.get(name) ?? '')
        return [key, change(notes)] as const
      }),
    )
    return { first, second: await read({ known: Promise.resolve(known), holdsDocuments: false, ...options }) }
  }

  it('are not parsed again if the service sends the same bytes, and report the same', async () => {
    const reported = { title: 'As noted' }
    const { first, second } = await crawlTwice((notes) => ({ ...notes, facts: { ...notes.facts, ...reported } }))
    expect(first.content.notes.get('pages/2')).toMatchObject({
      facts: { title: 'About' },
      unknown: [{ index: 0, name: 'odd' }],
    })
    expect([...second.content.notes.values()].map(({ facts }) => facts.title)).toEqual(
      [...first.content.notes].map(() => 'As noted'),
    )
    expect(second.content.digests).toEqual(first.content.digests)
    expect(second.findings.warnings).toEqual(first.findings.warnings)
    expect(second.findings.warnings).toMatchObject([{ code: 'block-unknown' }])
    expect(Object.values(second.content.documents).map(({ size }) => size)).toEqual([0, 0, 0, 0])
  })

  it('are errors if unknown blocks are', async () => {
    const { second } = await crawlTwice((notes) => notes, { strict: true })
    expect(second.findings.errors).toMatchObject([{ code: 'block-unknown' }])
  })
})
