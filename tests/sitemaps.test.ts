import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { node, page, smallSite } from './fixtures/content.ts'
import { type FixtureLocale, sendJson } from './fixtures/content-service.ts'
import { type FixtureBuilds, openFixtureBuilds, withPages } from './fixtures/fixture-builds.ts'
import { elementsOf } from './fixtures/html.ts'
import { xmlProblems } from './fixtures/validate-xml.ts'

let builds: FixtureBuilds
const build: FixtureBuilds['build'] = (...wanted) => builds.build(...wanted)
beforeAll(async () => {
  builds = await openFixtureBuilds()
})
afterEach(() => builds.closeServices())
afterAll(() => builds.remove())

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
    for (const xml of files) expect(xmlProblems(xml, 'sitemap-official')).toBe('')
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
    const out = join(builds.folder, 'dates')
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
