import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { node, page, smallSite } from './fixtures/content.ts'
import { type FixtureLocale, sendJson } from './fixtures/content-service.ts'
import { setFixtureBuilds, withPages } from './fixtures/fixture-builds.ts'
import { elementsOf } from './fixtures/html.ts'
import { xmlProblems } from './fixtures/validate-xml.ts'

const { build, folder } = setFixtureBuilds()

const locationsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)

describe('sitemaps', () => {
  it('contain every page that may be indexed exactly once, and no other', async () => {
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
    for (const xml of files) expect(xmlProblems(xml, 'sitemap-official')).toBe('')
    const posts = (prefix: string) => [1, 2, 3].map((id) => `${prefix}/blog/post-${id}`)
    expect(files.flatMap(locationsIn)).toEqual([
      ...['/', '/about', '/blog', ...posts('')].map((path) => `${origin}${path}`),
      ...['/en', '/en/about', '/en/blog', '/en/blog/page/2', ...posts('/en')].map((path) => `${origin}${path}`),
    ])
    expect(await read('robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`)
  })

  it('contain the members of a collection once when two nodes show them', async () => {
    const small = smallSite({ posts: 2 })
    const twice = { ...small, nodes: [...(small.nodes ?? []), node('/news/:slug', 'posts', { action: 'show' })] }
    const { read, findings } = await build({ locales: { pl: twice } })
    expect(findings.map(({ code }) => code)).toEqual(['collection-twice'])
    const paths = locationsIn(await read('sitemap-pl.xml')).map((url) => new URL(url).pathname)
    expect(paths.filter((path) => path.includes('post-'))).toEqual(['/blog/post-1', '/blog/post-2'])
    expect(await read('news/post-1/index.html')).toContain('rel="canonical" href="https://www.example.com/blog/post-1"')
  })

  it('contain a page once when two nodes show it, and translations link to the original', async () => {
    const twice = withPages([node('/about-us', 2)], {})
    const { read, findings } = await build({ locales: { pl: twice, en: smallSite() } })
    expect(findings.map(({ code }) => code)).toEqual(['collection-twice'])
    const xml = await read('sitemap-pl.xml')
    expect(locationsIn(xml).map((url) => new URL(url).pathname)).toContain('/about')
    expect(xml).not.toContain('about-us')
    expect(await read('about-us/index.html')).toContain('rel="canonical" href="https://www.example.com/about"')
    const translation = await read('en/about/index.html')
    expect(translation).toContain('hrefLang="pl" href="https://www.example.com/about"')
    expect(translation).not.toContain('about-us')
  })

  it('name the same translations as the pages do', async () => {
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

  it('report addresses that the search endpoint lists but no page may show, and pages that it does not list', async () => {
    const locale: FixtureLocale = {
      ...withPages([node('/tajne', 12)], { 12: page(12, 'Secret', { noindex: true }) }),
      search: [{ slug: '/' }, { slug: '/About/' }, { slug: '/blog' }, { slug: '/tajne' }, { slug: '/gone' }],
    }
    const { read, findings } = await build({ locales: { pl: locale } })
    expect(findings.map(({ code, where, message }) => [code, where?.path, message])).toEqual([
      ...[1, 2, 3].map((id) => [
        'sitemap-unlisted',
        `/blog/post-${id}`,
        `The page "/blog/post-${id}" may be indexed, but the search endpoint does not list it; the sitemap contains it anyway.`,
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
    ['answers 404', 404, {}, 'cannot be read: GET /search (pl) answered 404', 'with an empty phrase'],
    ['answers 401', 401, {}, 'cannot be read: GET /search (pl) answered 401', 'SITE_API_TOKEN'],
    ['lists nothing', 200, { member: [], totalItems: 0 }, 'lists nothing for an empty phrase', 'with an empty phrase'],
  ])('are complete when the search endpoint %s', async (_, status, body, what, hint) => {
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
      `listing-missing: The list of indexable documents (pl) ${what}; instead, the sitemap of the locale lists every page that may be indexed.`,
    ])
    expect(findings[0]?.hint).toContain(hint)
    expect(locationsIn(await read('sitemap-pl.xml'))).toHaveLength(6)
  })

  it('date a page by its document, its node, the search or its publication, not by earlier builds', async () => {
    const out = join(folder, 'dates')
    const post = { id: 1, slug: 'new', title: 'New', publicationDate: '2026-05-05T08:00:00Z', blocks: [] }
    const datesOf = async (site: FixtureLocale): Promise<Record<string, string | undefined>> => {
      const { read } = await build({ locales: { pl: site } }, { out })
      const entries = (await read('sitemap-pl.xml')).split('<url>').slice(1)
      const tagIn = (entry: string, tag: string) => new RegExp(`<${tag}>([^<]*)`).exec(entry)?.[1]
      return Object.fromEntries(
        entries.map((entry) => [tagIn(entry, 'loc')?.replace(/.*\//, ''), tagIn(entry, 'lastmod')?.slice(0, 10)]),
      )
    }
    const at = (about: object, node: object, search: object, extra: object): FixtureLocale => {
      const small = smallSite({ posts: 0 })
      return {
        ...small,
        nodes: small.nodes?.map((one) => (one.slug === '/about' ? { ...one, ...node } : one)),
        pages: { ...small.pages, 2: { ...page(2, 'About'), ...about } },
        posts: [{ ...post, ...extra }],
        search: [
          ...['/', '/blog', '/team', '/blog/new'].map((slug) => ({ title: slug, content: '', slug })),
          { title: 'About', content: '', slug: '/about', ...search },
        ],
      }
    }
    const [document, node, search] = ['2026-03-03', '2026-02-02', '2026-01-01'].map((updatedAt) => ({ updatedAt }))
    const none = {}
    expect(await datesOf(at(document ?? none, node ?? none, search ?? none, none))).toMatchObject({
      about: '2026-03-03',
    })
    expect(await datesOf(at(none, node ?? none, search ?? none, none))).toMatchObject({ about: '2026-02-02' })
    expect(await datesOf(at(none, none, search ?? none, none))).toMatchObject({ about: '2026-01-01' })
    const dates = await datesOf(at(none, none, none, none))
    expect([dates.about, dates.new]).toEqual([undefined, '2026-05-05'])
    expect(await datesOf(at(none, none, none, document ?? none))).toMatchObject({ new: '2026-03-03' })
  })

  it('contain the pictures that a page shows, each once, without those for social networks', async () => {
    const small = smallSite({ posts: 0 })
    const image = (name: string) => ({ url: `/media/${name}.png`, alt: '' })
    const about = {
      ...page(2, 'About'),
      seoImageSrc: '/media/card.png',
      theme: { backgroundImage: image('sky') },
      blocks: [
        { id: 1, type: 'gallery', images: [image('sea'), image('sky'), image('sea')] },
        { id: 2, type: 'text', html: '<p><img src="/media/tree.png" alt="Tree & root"></p>' },
      ],
    }
    const drawn = ['card', 'sky', 'sea', 'tree'].map(async (name, at) => {
      const create = { width: 40, height: 30, channels: 3 as const, background: { r: at * 60, g: 90, b: 120 } }
      const body = await sharp({ create }).png().toBuffer()
      return [`/media/${name}.png`, { body, type: 'image/png' }] as const
    })
    const files = Object.fromEntries(await Promise.all(drawn))
    const wanted = { locales: { pl: { ...small, pages: { ...small.pages, 2: about } } }, files }
    const out = join(folder, 'shown')
    const picturesOf = async () => {
      const { read } = await build(wanted, { out, cache: join(folder, 'shown-cache') })
      const entry = (await read('sitemap-pl.xml')).split('<url>').find((part) => part.includes('/about</loc>')) ?? ''
      return [...entry.matchAll(/<image:loc>([^<]*)/g)].map(([, src = '']) => src)
    }
    const shown = await picturesOf()
    expect(shown).toHaveLength(3)
    expect(new Set(shown).size).toBe(3)
    expect(await picturesOf()).toEqual(shown) // the page is not rendered this time
  })
})
