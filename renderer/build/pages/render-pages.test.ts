import { beforeAll, describe, expect, it } from 'vitest'
import type { SiteError } from '#content/finding.ts'
import { startRun } from '#renderer/build/report.ts'
import type { Route } from '#renderer/plan/route.ts'
import { type Engine, loadEngine } from '#renderer/reader/engine.ts'
import { loadRenderer } from '#renderer/reader/open-page-renderer.ts'
import { judgePages } from '#renderer/reads/judge-pages.ts'
import { openPageStore } from '#renderer/reads/page-store.ts'
import { sitemapEntries } from '#renderer/site/sitemap-entries.ts'
import { node, page, post, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { elementsOf } from '#tests/fixtures/html.ts'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { type TestSiteOptions, testSettings, testSite } from '#tests/fixtures/site.ts'
import type { PageMaker } from './page-makers.ts'
import { renderPages } from './render-pages.ts'

let engine: Engine
beforeAll(async () => {
  engine = await loadEngine('react')
})

async function render(at: string, options: TestSiteOptions) {
  const { site, routeAt, findings } = testSite(options)
  const rendered = (await loadRenderer(engine))(site)(routeAt(at).file)
  const html = rendered.html.toString()
  for (const finding of rendered.findings) findings.warn(finding)
  const meta = (name: string) =>
    elementsOf(html, 'meta').find(({ attributes }) => attributes.name === name || attributes.property === name)
      ?.attributes.content
  const links = (rel: string) =>
    elementsOf(html, 'link').flatMap(({ attributes }) => (attributes.rel === rel ? [attributes] : []))
  const data = elementsOf(html, 'script')
    .filter(({ attributes }) => attributes.type === 'application/ld+json')
    .map(({ text }) => JSON.parse(text) as Record<string, unknown>)
  return { html, meta, links, data, title: elementsOf(html, 'title')[0]?.text, findings }
}

/** A site with a home page and one more page, whose document has `fields` and whose node has `nodeFields`. */
const site = (fields: Record<string, unknown>, nodeFields: Record<string, unknown> = {}): FixtureLocale => {
  const { nodes = [], ...small } = smallSite()
  return {
    ...small,
    nodes: [...nodes, node('/x', 'x', nodeFields)],
    pages: { ...small.pages, x: page('x', 'X page', fields) },
  }
}

const thing = (data: Record<string, unknown>[], type: string) => data.find((one) => one['@type'] === type)

describe('the title', () => {
  it.each([
    [{}, 'X page – Brand'],
    [{ title: 'Why Brand' }, 'Why Brand'],
    [{ seoTitle: 'For engines' }, 'For engines'],
    [{ title: 'a < b & "c"' }, 'a < b & "c" – Brand'],
  ])('of %j is %j', async (fields, title) => {
    expect((await render('/x', { locales: { pl: site(fields) } })).title).toBe(title)
  })

  it('of a page without a title is its last crumb, with a warning', async () => {
    const crumbs = [
      { name: 'Up', slug: '/up' },
      { name: 'Crumb', slug: '/x' },
    ]
    const { title, findings } = await render('/x', { locales: { pl: site({ title: null }, { crumbs }) } })
    expect(title).toBe('Crumb – Brand')
    expect(findings.warnings).toMatchObject([
      { code: 'title-missing', message: 'The page "/x" has no title; it is called "Crumb", as in its breadcrumbs.' },
    ])
  })

  it('of a further page of a list contains its number', async () => {
    const { title, links } = await render('/blog/page/2', { locales: { pl: smallSite({ perPage: 2 }) } })
    expect(title).toContain('2')
    expect(title).toContain('Blog – Brand')
    expect(links('canonical')).toEqual([{ rel: 'canonical', href: 'https://www.example.com/blog/page/2' }])
  })
})

describe('a collection that two nodes show', () => {
  const two = (first: string, second: string) => ({
    ...smallSite(),
    nodes: [
      ...(smallSite().nodes ?? []).slice(0, 3),
      ...[first, second].map((slug) => node(slug, 'posts', { action: 'show' })),
    ],
  })
  const locales = { pl: two('/blog/:slug', '/news/:slug'), en: two('/articles/:slug', '/old/:slug') }
  const canonicalOf = async (at: string) => {
    const { html, links, findings } = await render(at, { locales })
    const hreflangs = links('alternate').flatMap(({ hreflang, href }) => (hreflang ? [href] : []))
    return { html, canonical: links('canonical')[0]?.href, hreflangs, findings }
  }

  it('has its originals at the first node, to which cards link and which is shared', async () => {
    const of = 'https://www.example.com'
    const original = await canonicalOf('/blog/post-1')
    expect(original.canonical).toBe(`${of}/blog/post-1`)
    expect(original.hreflangs).toEqual([`${of}/blog/post-1`, `${of}/en/articles/post-1`, `${of}/blog/post-1`])
    const copy = await canonicalOf('/news/post-1')
    expect([copy.canonical, copy.hreflangs]).toEqual([`${of}/blog/post-1`, []])
    expect(copy.html).toContain(`?u=${encodeURIComponent(`${of}/blog/post-1`)}`)
    const list = await render('/blog', { locales })
    const hrefs = elementsOf(list.html, 'a').map(({ attributes }) => attributes.href)
    expect(hrefs).toContain('/blog/post-1')
    expect(hrefs.join()).not.toContain('/news/')
  })

  it('is reported once per locale', async () => {
    const { findings } = await canonicalOf('/')
    expect(findings.warnings.map(({ code, where }) => [code, where?.locale, where?.node])).toEqual([
      ['collection-twice', 'pl', '/news/:slug'],
      ['collection-twice', 'en', '/old/:slug'],
    ])
  })
})

describe('the description and the cards', () => {
  const theme = { subtitle: 'Sub', description: 'Themed', backgroundImage: { url: '/m/t.jpg' } }
  const pictures = new Map(['/m/t.jpg', '/m/s.jpg'].map((url) => [url, { src: `/assets${url}`, width: 4, height: 3 }]))

  it.each([
    [{ seoDescription: 'Said', theme }, 'Said'],
    [{ theme }, 'Themed'],
    [{ theme: { subtitle: 'Sub' } }, 'Sub'],
    [{}, undefined],
  ])('describe %j as %j', async (fields, description) => {
    const { meta } = await render('/x', { locales: { pl: site(fields) } })
    expect([meta('description'), meta('og:description')]).toEqual([description, description])
  })

  it.each([
    [{ theme }, 'https://www.example.com/assets/m/t.jpg', 'summary_large_image'],
    [{ theme, seoImageSrc: '/m/s.jpg' }, 'https://www.example.com/assets/m/s.jpg', 'summary_large_image'],
    [{ seoImageSrc: '/m/missing.jpg' }, undefined, 'summary'],
    [{}, undefined, 'summary'],
  ])('show %j as %j', async (fields, image, card) => {
    const { meta } = await render('/x', { locales: { pl: site(fields) }, pictures })
    expect([meta('og:image'), meta('twitter:card')]).toEqual([image, card])
  })

  it('describe the page, and name its language', async () => {
    const options = { locales: { en: site({}) }, settings: testSettings({ regions: { en: 'GB' } }) }
    const ofPage = await render('/en/x', options)
    expect(ofPage.html).toMatch(/^<!doctype html>\n<html lang="en"[ >]/)
    expect(['og:type', 'og:url', 'og:title', 'og:locale', 'og:site_name'].map(ofPage.meta)).toEqual([
      ...['website', 'https://www.example.com/en/x', 'X page', 'en_GB', 'Brand'],
    ])
    expect((await render('/en/blog/post-1', options)).meta('og:type')).toBe('article')
    const titled = { locales: { pl: site({ seoTitle: 'Found by this' }) } }
    expect((await render('/x', titled)).meta('og:title')).toBe('Found by this')
    expect((await render('/x', titled)).meta('og:locale')).toBeUndefined() // the settings name no country
    expect(ofPage.links('manifest')).toEqual([{ rel: 'manifest', href: '/en/site.webmanifest' }])
  })

  it('come with the icons, the fonts and the feed', async () => {
    const { links, meta } = await render('/x', { locales: { pl: site({}) } })
    expect([...links('icon'), ...links('apple-touch-icon')].map(({ href, sizes }) => [href, sizes])).toEqual([
      ['/assets/icon.svg', undefined],
      ['/assets/icon-32.png', '32x32'],
      ['/assets/apple-touch-icon.png', undefined],
    ])
    const fonts = links('preload').filter(({ as }) => as === 'font')
    // Without the attribute, browsers request the fonts twice.
    expect(fonts.map(({ crossorigin }) => crossorigin)).toEqual(['anonymous', 'anonymous'])
    expect(links('alternate').filter(({ type }) => type)).toEqual([
      { rel: 'alternate', type: 'application/atom+xml', href: '/feed.xml', title: 'Blog – Brand' },
    ])
    expect(meta('color-scheme')).toBe('light dark')
  })

  it('give browsers a colour for the light and the dark scheme', async () => {
    const colours = { themeColor: '#123456', darkThemeColor: '#001122', backgroundColor: '#ffffff' }
    const settings = testSettings({ brand: { name: 'Brand', icon: 'brand/icon.svg', ...colours } })
    const { html } = await render('/x', { locales: { pl: site({}) }, settings })
    expect(html.match(/<meta name="theme-color"[^>]*>/g)).toEqual([
      '<meta name="theme-color" content="#001122" media="(prefers-color-scheme: dark)"/>',
      '<meta name="theme-color" content="#123456"/>',
    ])
  })
})

it.each([
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['pa-PK', 'rtl'],
  ['pa', undefined],
  ['en', undefined],
])('a page in %s has the direction %s', async (locale, direction) => {
  const families = [{ id: 'main', origin: 'https://www.example.com', defaultLocale: locale, locales: [locale] }]
  const { html } = await render('/x', { locales: { [locale]: site({}) }, settings: testSettings({ families }) })
  expect(elementsOf(html, 'html')[0]?.attributes.dir).toBe(direction)
})

describe('canonical and translations', () => {
  const families = [
    { id: 'pl', origin: 'https://example.pl', defaultLocale: 'pl', locales: ['pl', 'en', 'de'] },
    { id: 'fr', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ]
  const settings = testSettings({ families })
  const hreflangs = (links: Record<string, string>[]) =>
    links.flatMap(({ hreflang, href }) => (hreflang ? [`${hreflang} ${href}`] : []))

  it('name each page that exists, and the default locale as x-default', async () => {
    const translated = { ...smallSite(), nodes: [node('/über uns', 2)] }
    const options = { locales: { pl: smallSite(), en: smallSite(), de: translated, fr: smallSite() }, settings }
    const { links } = await render('/en/about', options)
    expect(links('canonical')[0]?.href).toBe('https://example.pl/en/about')
    expect(hreflangs(links('alternate'))).toEqual([
      'pl https://example.pl/about',
      'en https://example.pl/en/about',
      'de https://example.pl/de/%C3%BCber%20uns',
      'fr https://example.fr/about',
      'x-default https://example.pl/about',
    ])
  })

  it('name no x-default if the default locale lacks the page', async () => {
    const polish = { ...smallSite(), nodes: [node('/', 1)] }
    const { links } = await render('/en/about', { locales: { pl: polish, en: smallSite(), de: smallSite() }, settings })
    expect(hreflangs(links('alternate'))).toEqual(['en https://example.pl/en/about', 'de https://example.pl/de/about'])
  })

  it('are left out for a page without translations', async () => {
    expect(hreflangs((await render('/about', { locales: { pl: smallSite() } })).links('alternate'))).toEqual([])
  })

  it('skip pages that search engines must not list', async () => {
    const { links } = await render('/x', { locales: { pl: site({}), en: site({ noindex: true }), de: site({}) } })
    expect(links('alternate').flatMap(({ hreflang }) => hreflang ?? [])).toEqual(['pl', 'de', 'x-default'])
  })
})

describe('noindex', () => {
  it.each([
    ['/x', { noindex: true }, {}],
    ['/x', { layout: 'search' }, {}],
    ['/x', { layout: 'login' }, {}],
    ['/x', {}, { nodeType: 'search' }],
    ['/x', {}, { nodeType: 'login' }],
    ['/404.html', {}, {}],
    ['/500.html', {}, {}],
  ])('is on %s of %j %j', async (at, fields, nodeFields) => {
    const { meta, links } = await render(at, {
      locales: { pl: site(fields, nodeFields), en: site(fields, nodeFields) },
    })
    expect(meta('robots')).toBe('noindex')
    expect(links('alternate').filter(({ hreflang }) => hreflang)).toEqual([])
  })

  it('is on shells, and on no other page', async () => {
    const locales = { pl: site({}, { slug: '/area/:slug', nodeReference: 'hidden_pages' }) }
    expect((await render('/area', { locales })).meta('robots')).toBe('noindex')
    for (const at of ['/', '/about', '/blog', '/blog/post-1'])
      expect((await render(at, { locales })).meta('robots')).toBeUndefined()
  })

  it('comes without a canonical address on error pages', async () => {
    const { links, meta } = await render('/404.html', { locales: { pl: smallSite() } })
    expect(links('canonical')).toEqual([])
    expect(meta('og:url')).toBeUndefined()
  })

  it('comes with a script on an error page that may replace those of other locales', async () => {
    const scriptsOf = async (...names: string[]) => {
      const locales = Object.fromEntries(names.map((name) => [name, smallSite()]))
      return (await render('/404.html', { locales })).html.match(/not-found\.js/g)?.length ?? 0
    }
    expect([await scriptsOf('pl'), await scriptsOf('pl', 'en')]).toEqual([0, 1])
  })
})

describe('structured data', () => {
  it('cannot close its script element', async () => {
    const title = '</script><script>alert(1)</script><!--'
    const { html, data } = await render('/x', { locales: { pl: site({ title }, { crumbs: [] }) } })
    expect(html).not.toContain('<script>alert(1)')
    expect(JSON.stringify(thing(data, 'BreadcrumbList'))).toContain('</script><script>alert(1)</script><!--')
  })

  it('lists only the crumbs with an address, starting at home, because search engines refuse others', async () => {
    const crumbs = [
      { name: 'Nowhere', slug: '/nowhere' },
      { name: 'About', slug: '/about' },
      { name: 'X', slug: '/x' },
    ]
    const { data } = await render('/x', { locales: { pl: site({}, { crumbs }) } })
    const origin = 'https://www.example.com'
    expect(thing(data, 'BreadcrumbList')?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Brand', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name: 'About', item: `${origin}/about` },
      { '@type': 'ListItem', position: 3, name: 'X', item: `${origin}/x` },
    ])
  })

  it('leaves out questions without text or without an answer', async () => {
    const items = [
      { question: 'Why?', answer: '' },
      { question: ' ', answer: '<p>So.</p>' },
      { question: 'How?', answer: '<p><img src="/media/how.png" alt="So"></p>' },
    ]
    const blocks = [{ id: 1, type: 'faq', items }]
    const { data } = await render('/x', { locales: { pl: site({ blocks }, { nodeType: 'faq' }) } })
    expect(thing(data, 'FAQPage')).toBeUndefined()
  })

  it('contains questions of FAQ pages only', async () => {
    const blocks = [{ id: 1, type: 'faq', items: [{ question: 'Why?', answer: '<p onclick="x">So.</p>' }] }]
    const ofFaq = await render('/x', { locales: { pl: site({ blocks }, { nodeType: 'faq' }) } })
    expect(thing(ofFaq.data, 'FAQPage')?.mainEntity).toEqual([
      { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: '<p>So.</p>' } },
    ])
    expect(thing((await render('/x', { locales: { pl: site({ blocks }) } })).data, 'FAQPage')).toBeUndefined()
  })

  it('names the author and the date of a post', async () => {
    const teaserImage = { url: '/m/a.jpg' }
    const pictures = new Map([['/m/a.jpg', { src: '/assets/m/a.jpg', width: 4, height: 3 }]])
    const posts = [
      post(1, { author: 'Ann', teaserImage }),
      post(2, { lead: undefined, publicationDate: 'soon' }),
      post(3, { author: 'Brand' }),
    ]
    const options = { locales: { pl: { ...smallSite(), posts } }, pictures }
    const of = async (slug: string) => thing((await render(`/blog/${slug}`, options)).data, 'BlogPosting')
    const brand = { '@type': 'Organization', name: 'Brand' }
    const reported = { '@context': 'https://schema.org', '@type': 'BlogPosting', inLanguage: 'pl', publisher: brand }
    expect(await of('post-1')).toEqual({
      ...reported,
      headline: 'Post 1',
      description: 'Lead 1',
      datePublished: '2026-10-28T08:00:00+01:00',
      image: 'https://www.example.com/assets/m/a.jpg',
      author: { '@type': 'Person', name: 'Ann' },
      mainEntityOfPage: 'https://www.example.com/blog/post-1',
    })
    expect(await of('post-2')).toEqual({
      ...reported,
      headline: 'Post 2',
      author: brand,
      mainEntityOfPage: 'https://www.example.com/blog/post-2',
    })
    expect(await of('post-3')).toMatchObject({ author: brand })
  })

  it('describes a job with a date', async () => {
    const application = { id: 1, type: 'job_application' }
    const offer = {
      id: 1,
      title: 'Fitter',
      employmentType: 'Nights',
      location: 'Poznań',
      validThrough: '2026-12-31',
      blocks: [application],
    }
    const words = (id: number, html: string) => ({ id, type: 'text', html })
    const locales = {
      pl: site({}, { slug: '/jobs/:slug', nodeReference: 'job_offers', action: 'show' }),
    }
    const job_offers = [
      { ...offer, slug: 'a', country: 'DE', publicationDate: '2026-10-01' },
      {
        ...{ ...offer, id: 5, slug: 'told', lead: 'Short', location: undefined, validThrough: undefined },
        ...{ country: 'DE', publicationDate: '2026-10-01' },
        blocks: [
          application,
          words(2, '<p>One.</p>'),
          words(3, '<p>Two.</p>'),
          { ...words(4, '<p>Three.</p>'), headline: 'Pay & <hours>' },
          { ...words(5, '<p></p>'), headline: 'Nothing' },
        ],
      },
      {
        ...offer,
        id: 6,
        slug: 'led',
        lead: 'Short & <sweet>',
        employmentType: 'PART_TIME',
        country: 'DE',
        publicationDate: '2026-10-01',
      },
      { ...offer, id: 2, slug: 'undated', country: 'DE' },
      { ...offer, id: 3, slug: 'anywhere', publicationDate: '2026-10-01' },
      { ...offer, id: 4, slug: 'wrong', country: 'Germany', publicationDate: '2026-10-01' },
    ]
    const of = async (slug: string, regions = {}) => {
      const options = { locales: { pl: { ...locales.pl, job_offers } }, settings: testSettings({ regions }) }
      const { data, findings } = await render(`/jobs/${slug}`, options)
      return { job: thing(data, 'JobPosting'), codes: findings.warnings.map(({ code }) => code) }
    }
    const inCountry = (addressCountry: string) => ({
      jobLocation: { address: { '@type': 'PostalAddress', addressLocality: 'Poznań', addressCountry } },
    })
    expect((await of('a', { pl: 'PL' })).job).toMatchObject({
      ...{ title: 'Fitter', description: 'Fitter', datePosted: '2026-10-01', validThrough: '2026-12-31' },
      hiringOrganization: { '@type': 'Organization', name: 'Brand', sameAs: 'https://www.example.com/' },
      ...inCountry('DE'),
    })
    const { job } = await of('told')
    expect(job).toMatchObject({
      description: '<p>One.</p><p>Two.</p><h2>Pay &amp; &lt;hours&gt;</h2><p>Three.</p>',
    })
    expect(job).not.toHaveProperty('validThrough')
    expect(job).not.toHaveProperty('employmentType')
    expect(job).not.toHaveProperty('jobLocation.address.addressLocality')
    expect((await of('led')).job).toMatchObject({
      description: 'Short &amp; &lt;sweet&gt;',
      employmentType: 'PART_TIME',
    })
    expect((await of('undated')).job).toBeUndefined()
    expect((await of('anywhere', { pl: 'PL' })).job).toMatchObject(inCountry('PL'))
    expect(await of('anywhere')).toEqual({ job: undefined, codes: [] })
    expect(await of('wrong', { pl: 'PL' })).toEqual({ job: undefined, codes: ['country-invalid'] })
  })

  it('says nothing about a restricted page, not even its place in the site', async () => {
    const crumbs = [{ name: 'Area', slug: '/area' }]
    const locales = { pl: site({}, { slug: '/area/:slug', nodeReference: 'hidden_pages', action: 'show', crumbs }) }
    expect((await render('/area', { locales })).data).toEqual([])
  })

  it('describes the site and its organisation on the home page, in any layout, and nothing on error pages', async () => {
    const { pages, ...small } = site({ layout: 'home' })
    const locales = { pl: { ...small, pages: { ...pages, 1: page(1, 'Home', { layout: 'blog' }) } } }
    const at = async (path: string) => {
      const { html, data } = await render(path, { locales })
      const [brand] = elementsOf(html, 'a').filter(({ attributes }) => attributes.class === 'site-bar__brand')
      return [brand?.attributes['aria-current'], data.map((one) => one['@type'])]
    }
    expect(await at('/')).toEqual(['page', ['WebSite', 'Organization']])
    expect(await at('/x')).toEqual([undefined, ['BreadcrumbList']])
    expect(await at('/404.html')).toEqual([undefined, []])
  })

  it('contains the contact details of the organisation', async () => {
    const links = { facebook: 'https://www.facebook.com/brand' }
    const contact = { phone: { pl: '+48 123 456 789' }, email: { pl: 'office@example.com' } }
    const of = async (settings = testSettings()) =>
      (await render('/', { locales: { pl: site({}) }, settings })).data.find((one) => one['@type'] === 'Organization')
    const brand = {
      ...{ '@context': 'https://schema.org', '@type': 'Organization', name: 'Brand' },
      ...{ url: 'https://www.example.com/', logo: 'https://www.example.com/assets/icon-512.png' },
    }
    expect(await of()).toEqual(brand)
    expect(await of(testSettings({ social: links, contact }))).toEqual({
      ...brand,
      ...{ telephone: '+48 123 456 789', email: 'office@example.com', sameAs: [links.facebook] },
    })
  })
})

describe('templates', () => {
  it.each([
    ['/', {}, {}, 'home'],
    ['/x', { layout: 'home' }, {}, 'home'],
    ['/x', {}, {}, 'subpage'],
    ['/x', { layout: 'landing' }, {}, 'subpage'],
    ['/x', { layout: 'blog' }, {}, 'blog-list'],
    ['/x', {}, { nodeType: 'login' }, 'login'],
    ['/x', { layout: 'search' }, {}, 'search'],
    ['/blog/post-1', {}, {}, 'blog-post'],
    ['/404.html', {}, {}, 'error'],
  ])('of %s with %j %j is "%s"', async (at, fields, nodeFields, template) => {
    const { html } = await render(at, { locales: { pl: site(fields, nodeFields) } })
    expect(elementsOf(html, 'body')[0]?.attributes['data-template']).toBe(template)
  })

  it('of a category show its place and its subcategories', async () => {
    const locales = {
      pl: {
        ...site({}, { slug: '/p/:path', nodeReference: 'product_categories', action: 'show' }),
        product_categories: [
          { id: 1, name: 'Trackers', path: 't' },
          { id: 2, name: 'OBD', path: 't/obd', parentBranch: [1] },
          { id: 3, name: 'Plug', path: 't/obd/plug', parentBranch: [1, 2] },
        ],
      },
    }
    const { html } = await render('/p/t/obd', { locales })
    const links = elementsOf(html, 'a').map(({ attributes, text }) => `${text} ${attributes.href}`)
    expect(links).toContain('Trackers /p/t')
    expect(links.join()).toContain('Plug /p/t/obd/plug')
  })
})

type Rendering = {
  /** File of the page whose document is lost. */
  lost?: string
  /** The nodes that the search endpoint lists. */
  listing?: { slug: string }[]
  /** Aborted by a timer that starts when a page is written. */
  end?: AbortController
  /** Makers to use instead of this process. */
  makers?: PageMaker[]
}

/** Renders a site in this process and returns the outcome. */
async function renderSite(locale: FixtureLocale, { lost, listing = [], end, makers }: Rendering) {
  const { site, data, routes } = testSite({ locales: { pl: locale }, listings: { pl: listing } })
  const run = startRun({ engine: 'react', locales: ['pl'] })
  const memory = openMemoryWriter()
  const write: typeof memory.write = (path, content) => {
    if (end) setTimeout(() => end.abort(new Error('ended by a timer')), 0)
    return memory.write(path, content)
  }
  const writer = { ...memory, write }
  using store = openPageStore(undefined, 'test')
  const judgement = judgePages({ site, store, writer, routes, job: {} })
  const pictures = { get() {}, card() {} }
  const host = { data, engine: 'react' as const, site }
  const documentOf = async ({ file, locale, source }: Route) => {
    if (source.kind !== 'document' || file === lost) return undefined
    const document = site.documents.find(locale, source.collection, source.key)
    return { body: Buffer.from(JSON.stringify(document)), hash: file }
  }
  const { signal } = end ?? {}
  const source = makers && { openMakers: async () => ({ makers, [Symbol.asyncDispose]: async () => {} }) }
  const inputs = { ...host, documentOf, routes, pictures, writer, run, store, judgement }
  const rendering = renderPages({ ...inputs, ...(source && { source }), ...(signal && { signal }) })
  const { rendered, error } = await rendering.then(
    (pages) => ({ rendered: pages, error: undefined }),
    (cause: unknown) => ({ rendered: undefined, error: cause }),
  )
  return { site, run, writer, routes, rendered, error }
}

it('reports a page that cannot be rendered, and renders the others', async () => {
  const { run, writer, routes } = await renderSite(smallSite(), { lost: 'about/index.html' })
  expect(run.findings.errors).toMatchObject([
    {
      code: 'render-failed',
      message: 'The page "/about" cannot be rendered: The document pages/2 (pl) was not read.',
      where: { locale: 'pl', path: '/about', node: '/about' },
    },
  ] satisfies Partial<SiteError['finding']>[])
  await writer.commit()
  expect(writer.files.size).toBe(routes.length - 1)
  expect(run.report.pages).toMatchObject({ rendered: routes.length - 1, failed: 1 })
})

it('names the place of a mistake in a text of a page, instead of a component', async () => {
  const { pages = {}, ...small } = smallSite()
  const deep = { ...pages['2'], blocks: [{ id: 1, type: 'text', html: '<b>'.repeat(6000) }] }
  const { run } = await renderSite({ ...small, pages: { ...pages, 2: deep } }, {})
  expect(run.findings.errors).toMatchObject([
    {
      code: 'render-failed',
      message: expect.stringContaining(
        '"/about" cannot be rendered: in its block 1, "text": A text has HTML that is nested more than 5000',
      ),
      hint: 'Close the elements of this text at the service.',
    },
  ])
})

it('does not warn that a page which cannot be rendered is missing in the sitemap', async () => {
  const { site, run, routes, rendered } = await renderSite(smallSite(), {
    lost: 'about/index.html',
    listing: ['/', '/about', '/blog', '/blog/post-1', '/blog/post-2', '/blog/post-3'].map((slug) => ({ slug })),
  })
  const askedBy = (file: string) => rendered?.pages.get(file)?.asked
  const questionOf = (id: number) => rendered?.questions.get(id)?.question
  expect([...sitemapEntries({ site, routes, askedBy, questionOf, findings: run.findings })]).toHaveLength(1)
  expect(run.findings.warnings.map(({ code, where }) => [code, where?.path])).toEqual([
    ['sitemap-unrendered', '/about'],
  ])
  const { warnings, consequences } = run.finish({ total: 0, retried: 0, notModified: 0, failed: 0 })
  expect([warnings, consequences]).toEqual([[], 1])
})

describe('many pages', () => {
  const { nodes = [], pages, ...small } = smallSite()
  const names = Array.from({ length: 60 }, (_, at) => `x${at}`)
  const many = {
    ...small,
    nodes: [...nodes, ...names.map((name) => node(`/${name}`, name))],
    pages: { ...pages, ...Object.fromEntries(names.map((name) => [name, page(name, name)])) },
  }

  it('notice between pages that they must stop, even without waiting for anything', async () => {
    const { run, error } = await renderSite(many, { end: new AbortController() })
    expect(error).toEqual(new Error('ended by a timer'))
    expect(run.report.pages.rendered).toBeLessThan(names.length)
  })

  it('are not started after a maker has failed', async () => {
    const asked: string[] = []
    const well: PageMaker = async (routes) => {
      asked.push('well')
      return routes.map(({ path }) => ({ finding: { code: 'render-failed', message: path, hint: '' } }))
    }
    const broken: PageMaker = async () => {
      asked.push('broken')
      throw new Error('broken')
    }
    const { error } = await renderSite(many, { makers: [well, broken] })
    expect(error).toEqual(new Error('broken'))
    expect(asked).toEqual(['well', 'well', 'broken', 'broken'])
  })
})
