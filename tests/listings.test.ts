import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BuildJob } from '#renderer/build-job.ts'
import { buildSite } from '#renderer/build-site.ts'
import type { Settings } from '#renderer/settings.ts'
import { node, page, smallSite } from './fixtures/content.ts'
import { type FixtureLocale, type FixtureOptions, sendJson, startFixtureService } from './fixtures/content-service.ts'
import { elementsOf } from './fixtures/html.ts'
import { testSettings } from './fixtures/site.ts'
import { xmlProblems } from './fixtures/validate-xml.ts'

let folder: string
let count = 0
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-listings-'))
})
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Wanted = Partial<BuildJob> & { settings?: Settings }

async function build(content: FixtureOptions, wanted: Wanted = {}) {
  const service = await startFixtureService(content)
  closing.push(service.close)
  const settings = wanted.settings ?? testSettings()
  const family = wanted.family ?? settings.families[0]
  if (!family) throw new Error('Settings have a family.')
  count += 1
  const out = wanted.out ?? join(folder, `out-${count}`)
  const report = await buildSite({
    settings,
    family,
    locales: family.locales.filter((locale) => content.locales[locale]),
    root: resolve('.'),
    api: service.api,
    engine: 'react',
    concurrency: 8,
    ...wanted,
    out,
  })
  const read = (file: string) => readFile(join(out, 'site', file), 'utf8')
  const findings = [...report.errors, ...report.warnings].filter(({ code }) => code !== 'redirect-dead')
  return { report, out, read, findings }
}

const withPages = (more: Record<string, unknown>[], pages: FixtureLocale['pages'] = {}): FixtureLocale => {
  const small = smallSite()
  return { ...small, nodes: [...(small.nodes ?? []), ...more], pages: { ...small.pages, ...pages } }
}
const locationsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)

describe('sitemaps', () => {
  it('hold every page that may be indexed exactly once, and no other', async () => {
    const polish = withPages(
      [
        node('/szukaj', 10, { nodeType: 'search' }),
        node('/logowanie', 11, { nodeType: 'login' }),
        node('/tajne', 12),
        node('/strefa/:slug', 'hidden_pages'),
      ],
      {
        10: page(10, 'Search', { layout: 'search' }),
        11: page(11, 'Login', { layout: 'login' }),
        12: page(12, 'Secret', { noindex: true }),
      },
    )
    const { read, findings } = await build({ locales: { pl: polish, en: smallSite({ posts: 3, perPage: 2 }) } })
    expect(findings).toEqual([])
    const index = await read('sitemap.xml')
    const origin = 'https://www.example.com'
    expect(locationsIn(index)).toEqual([`${origin}/sitemap-pl.xml`, `${origin}/sitemap-en.xml`])
    const files = await Promise.all(['sitemap-pl.xml', 'sitemap-en.xml'].map(read))
    for (const xml of [index, ...files]) expect(xmlProblems(xml, 'sitemap')).toBe('')
    const posts = (prefix: string) => [1, 2, 3].map((id) => `${prefix}/blog/post-${id}`)
    expect(files.flatMap(locationsIn)).toEqual([
      ...['/', '/about', '/blog', ...posts('')].map((path) => `${origin}${path}`),
      ...['/en', '/en/about', '/en/blog', '/en/blog/page/2', ...posts('/en')].map((path) => `${origin}${path}`),
    ])
    expect(await read('robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`)
  })

  it('say of translations what the pages say', async () => {
    const { read } = await build({ locales: { pl: smallSite(), en: smallSite(), de: smallSite({ posts: 1 }) } })
    for (const locale of ['pl', 'en', 'de']) {
      const xml = await read(`sitemap-${locale}.xml`)
      for (const [, entry = ''] of xml.matchAll(/<url>(.*?)<\/url>/g)) {
        const [url = ''] = locationsIn(entry)
        const path = new URL(url).pathname.slice(1)
        const html = await read(join(path, 'index.html'))
        const said = elementsOf(html, 'link').flatMap(({ attributes: { rel, hreflang, href } }) =>
          rel === 'alternate' && hreflang ? [`${hreflang} ${href}`] : [],
        )
        const listed = [...entry.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(
          ([, lang, href]) => `${lang} ${href}`,
        )
        expect(listed, url).toEqual(said)
      }
    }
  })

  it('report what the search endpoint lists and nobody can see, and pages it does not list', async () => {
    const locale: FixtureLocale = {
      ...withPages([node('/tajne', 12)], { 12: page(12, 'Secret', { noindex: true }) }),
      search: [{ slug: '/' }, { slug: '/About/' }, { slug: '/blog' }, { slug: '/tajne' }, { slug: '/gone' }],
    }
    const { read, findings } = await build({ locales: { pl: locale } })
    expect(findings.map(({ code, where, message }) => [code, where?.path, message])).toEqual([
      ...[1, 2, 3].map((id) => [
        'sitemap-unlisted',
        `/blog/post-${id}`,
        `The page "/blog/post-${id}" may be indexed, but the search endpoint does not list it; the sitemap holds it all the same.`,
      ]),
      ...['/gone', '/tajne'].map((slug) => [
        'sitemap-unrendered',
        slug,
        `The search endpoint (pl) lists "${slug}", but no page that may be indexed has that address; the sitemap leaves it out.`,
      ]),
    ])
    const listed = locationsIn(await read('sitemap-pl.xml')).map((url) => new URL(url).pathname)
    expect(listed).toEqual(['/', '/about', '/blog', '/blog/post-1', '/blog/post-2', '/blog/post-3'])
  })

  it.each([
    ['answers 404', 404, {}, 'cannot be read: GET /search (pl) answered 404'],
    ['lists nothing', 200, { member: [], totalItems: 0 }, 'lists nothing for an empty phrase'],
  ])('are whole when the search endpoint %s', async (_, status, body, what) => {
    const { report, read, findings } = await build({
      locales: { pl: smallSite() },
      intercept: (request, response) => {
        if (!request.url?.startsWith('/api/search')) return false
        sendJson(response, status, body)
        return true
      },
    })
    expect(report.isPublished).toBe(true)
    expect(findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      `listing-missing: The list of indexable documents (pl) ${what}; the sitemap of the locale holds every page that may be indexed.`,
    ])
    expect(locationsIn(await read('sitemap-pl.xml'))).toHaveLength(6)
  })

  it('know when a page was changed, and keep that date while it shows the same', async () => {
    const at = (updatedAt: string, text: string): FixtureLocale => {
      const small = smallSite({ posts: 0 })
      const about = { ...page(2, 'About', { updatedAt }), blocks: [{ id: 1, type: 'text', html: `<p>${text}</p>` }] }
      return { ...small, pages: { ...small.pages, 2: about } }
    }
    const out = join(folder, 'dates')
    const dates: (string | undefined)[] = []
    for (const [updatedAt, text] of [
      ['2026-01-01T00:00:00Z', 'One'],
      ['2026-02-02T00:00:00Z', 'One'],
      ['2026-03-03T00:00:00Z', 'Two'],
    ] as const) {
      const { read } = await build({ locales: { pl: at(updatedAt, text) } }, { out })
      const entry = (await read('sitemap-pl.xml')).split('<url>').find((part) => part.includes('/about</loc>'))
      dates.push(/<lastmod>([^<]*)/.exec(entry ?? '')?.[1])
    }
    expect(dates).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z'])
  })
})

describe('two domain families', () => {
  const settings = testSettings({
    families: [
      { id: 'pl', origin: 'https://example.pl', defaultLocale: 'pl', locales: ['pl', 'en'] },
      { id: 'fr', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr', 'de'] },
    ],
  })

  it('name each other’s pages on both sides, and none that is missing or may not be indexed', async () => {
    const only = (noindex: boolean) => withPages([node('/extra', 12)], { 12: page(12, 'Extra', { noindex }) })
    const locales = { pl: only(false), en: smallSite(), fr: only(true), de: only(false) }
    const alternates = new Map<string, string[]>()
    for (const family of settings.families) {
      const { report, read, out } = await build({ locales }, { settings, family })
      expect(report.errors).toEqual([])
      for (const file of await readdir(join(out, 'site'), { recursive: true })) {
        if (!file.endsWith('/index.html') && file !== 'index.html') continue
        const links = elementsOf(await read(file), 'link')
        const canonical = links.find(({ attributes }) => attributes.rel === 'canonical')?.attributes.href ?? ''
        const others = links.flatMap(({ attributes: { rel, hreflang, href } }) =>
          rel === 'alternate' && hreflang && href ? [href] : [],
        )
        alternates.set(canonical, others)
      }
    }
    expect(alternates.get('https://example.pl/extra')).toEqual([
      'https://example.pl/extra',
      'https://example.fr/de/extra',
      'https://example.pl/extra',
    ])
    expect(alternates.get('https://example.fr/extra')).toEqual([])
    for (const [url, others] of alternates) {
      for (const other of others) expect(alternates.get(other), `${other}, named by ${url}`).toContain(url)
    }
  })
})

describe('feeds', () => {
  it('are valid Atom in every locale that has a blog, and linked from its pages', async () => {
    const { read, out } = await build({ locales: { pl: smallSite(), en: smallSite(), de: smallSite({ posts: 0 }) } })
    for (const file of ['feed.xml', 'en/feed.xml']) expect(xmlProblems(await read(file), 'atom')).toBe('')
    expect(await read('en/feed.xml')).toContain('<title>Blog – Brand</title>')
    expect(await read('en/feed.xml')).toContain('href="https://www.example.com/en/blog/post-1"')
    expect(await readdir(join(out, 'site/de'))).not.toContain('feed.xml')
    const feedsOf = async (file: string) =>
      elementsOf(await read(file), 'link').flatMap(({ attributes }) =>
        attributes.type === 'application/atom+xml' ? [attributes.href] : [],
      )
    expect(await feedsOf('about/index.html')).toEqual(['/feed.xml'])
    expect(await feedsOf('en/index.html')).toEqual(['/en/feed.xml'])
    expect(await feedsOf('de/index.html')).toEqual([])
  })
})

describe('the ledger of addresses', () => {
  const ledgerSettings = (name: string) => testSettings({ ledger: join(folder, `${name}.txt`) })
  const linesOf = async (name: string) =>
    (await readFile(join(folder, `${name}.txt`), 'utf8')).split('\n').filter((line) => line.startsWith('/'))

  it('is filled by what is published, and stops a build in which an address vanishes', async () => {
    const settings = ledgerSettings('filled')
    const locales = { pl: withPages([node('/old-page', 12)], { 12: page(12, 'Old') }), en: smallSite({ perPage: 2 }) }
    expect((await build({ locales }, { settings })).findings).toEqual([])
    const known = await linesOf('filled')
    expect(known).toContain('/old-page')
    expect(known).toContain('/en/blog/post-3')
    expect(known).not.toContain('/en/blog/page/2')
    expect(known).toEqual([...known].sort())

    const moved = { ...locales, pl: withPages([node('/new-page', 12)], { 12: page(12, 'Old') }) }
    const { report } = await build({ locales: moved }, { settings })
    expect(report.isPublished).toBe(false)
    expect(report.errors).toEqual([
      {
        code: 'address-vanished',
        message:
          'The address "/old-page" was published before, but no page, redirect or tombstone answers it any more.',
        where: { path: '/old-page', url: '/new-page' },
        hint: 'Say where it went: npx site redirects add /old-page /new-page; or that it is gone for good: npx site redirects add /old-page --gone.',
      },
    ])
    expect(await linesOf('filled')).toEqual(known)
  })

  it('asks nothing of locales that are not built, of builds without it, and of pages that could not be read', async () => {
    const settings = ledgerSettings('partial')
    const locales = { pl: smallSite(), en: smallSite() }
    await build({ locales }, { settings })
    const fewer = { pl: smallSite(), en: smallSite({ posts: 0 }) }
    expect((await build({ locales: fewer }, { settings, locales: ['pl'] })).report.isPublished).toBe(true)
    expect((await build({ locales: fewer }, { settings, ledger: false })).report.isPublished).toBe(true)
    expect((await build({ locales: fewer }, { settings })).report.errors).toHaveLength(3)
    const { pages, ...rest } = smallSite()
    const broken = await build(
      { locales: { pl: { ...rest, pages: { 1: pages?.[1] ?? {} } }, en: smallSite() } },
      { settings },
    )
    expect(new Set(broken.report.errors.map(({ code }) => code))).toEqual(new Set(['document-missing']))
  })

  it('is of one content service: the demo’s is no other’s, and another’s is a warning', async () => {
    const settings = ledgerSettings('service')
    await writeFile(join(folder, 'service.txt'), '# service: demo\n/vanished\n')
    expect((await build({ locales: { pl: smallSite() } }, { settings })).findings).toEqual([])
    expect(await linesOf('service')).toEqual(['/vanished'])
    await writeFile(join(folder, 'service.txt'), '# service: cms.example.com/api\n/vanished\n')
    const { report, findings } = await build({ locales: { pl: smallSite() } }, { settings })
    expect(report.isPublished).toBe(true)
    expect(findings.map(({ code }) => code)).toEqual(['ledger-other-service'])
    const asDemo = await build({ locales: { pl: smallSite() } }, { settings, service: 'cms.example.com/api' })
    expect(asDemo.report.errors.map(({ code }) => code)).toEqual(['address-vanished'])
  })
})

it('writes compressed files beside the others, the same in two builds', async () => {
  const cache = join(folder, 'cache')
  const wanted = { compress: true, cache }
  const first = await build({ locales: { pl: smallSite({ posts: 15 }) } }, wanted)
  const second = await build({ locales: { pl: smallSite({ posts: 15 }) } }, wanted)
  const files = await readdir(join(first.out, 'site'), { recursive: true })
  for (const file of ['index.html.br', 'index.html.gz', 'sitemap-pl.xml.gz', 'sw.js.gz']) expect(files).toContain(file)
  for (const file of ['index.html.br', 'index.html.gz']) {
    const bytes = await readFile(join(first.out, 'site', file))
    expect(bytes.equals(await readFile(join(second.out, 'site', file)))).toBe(true)
  }
})
