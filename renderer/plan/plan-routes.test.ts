import { describe, expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { nodeTypes } from '#content/schema.ts'
import { emitHosts } from '#publish/hosts/emit-hosts.ts'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import type { Routing } from '#publish/routing.ts'
import type { SettingsInput } from '#renderer/settings.ts'
import { node, page, post } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { localeContent, testSettings } from '#tests/fixtures/site.ts'
import { pageOfList } from './address.ts'
import { planRoutes } from './plan-routes.ts'

function plan(locales: Record<string, FixtureLocale>, more: Partial<SettingsInput> = {}, family?: string) {
  const findings = new Findings()
  const contents = new Map(Object.entries(locales).map(([locale, one]) => [locale, localeContent(locale, one)]))
  const settings = testSettings(more)
  const built = settings.families.find(({ id }) => id === family)
  const all = planRoutes({ contents, settings, findings, ...(built && { built }) })
  const routes = all.filter(({ source }) => source.kind !== 'error')
  return { all, routes, paths: routes.map(({ path }) => path), errors: findings.errors, warnings: findings.warnings }
}

const smallRouting: Routing = {
  ...{ redirects: [], gone: [], notFound: [], serverErrors: [], shells: [], pages: ['/'], headers: [] },
  ...{ pageFiles: 'directory', apiBase: '/api', origin: 'https://www.example.com' },
  api: { target: 'https://cms.example.com/api', maxBytes: 1000 },
}

const nodes = (...slugs: string[]) => slugs.map((slug, at) => node(slug, at + 1))

describe('nodes of one page', () => {
  it.each(nodeTypes.flatMap((nodeType) => ['index', 'show'].map((action) => ({ nodeType, action }))))(
    'make $nodeType/$action one page',
    (kind) => {
      const { routes, errors } = plan({ en: { nodes: [node('/a/b', 7, kind)] } })
      expect(errors).toEqual([])
      expect(routes).toMatchObject([
        { path: '/en/a/b', file: 'en/a/b/index.html', source: { kind: 'document', collection: 'pages', key: '7' } },
      ])
    },
  )

  it('get encoded addresses and readable files', () => {
    const { routes } = plan({ pl: { nodes: nodes('/żółw/100%') } })
    expect(routes).toMatchObject([{ href: '/%C5%BC%C3%B3%C5%82w/100%25', file: 'żółw/100%/index.html' }])
  })

  it('get files "{path}.html" when the settings say so', () => {
    const { all } = plan({ pl: { nodes: nodes('/', '/a') }, en: { nodes: nodes('/', '/a') } }, { pageFiles: 'file' })
    expect(all.map(({ file }) => file)).toEqual([
      ...['index.html', 'a.html', '404.html', '500.html', 'offline.html'],
      ...['en.html', 'en/a.html', 'en/404.html', 'en/500.html', 'en/offline.html'],
    ])
  })

  it('may be more than a call can have arguments', () => {
    const many = Array.from({ length: 140_000 }, (_, at) => `/p${at}`)
    expect(plan({ pl: { nodes: many.map((slug, at) => node(slug, at)) } }).paths).toHaveLength(many.length)
  })

  it('are paired across locales', () => {
    const { routes } = plan({ pl: { nodes: [node('/pomoc', 7)] }, en: { nodes: [node('/help', '7')] } })
    expect(routes[0]?.pairing).toBe(routes[1]?.pairing)
    const { routes: others } = plan({ pl: { nodes: [node('/pomoc', 7), node('/help', 8)] } })
    expect(others[0]?.pairing).not.toBe(others[1]?.pairing)
  })

  it('lose the final slash of a slug', () => {
    expect(plan({ pl: { nodes: nodes('/help/') } }).routes).toMatchObject([{ slug: '/help', path: '/help' }])
  })

  it('leave room for the ending of a file when pages are files', () => {
    const locales = { pl: { nodes: nodes(`/${'x'.repeat(252)}`) } }
    expect(plan(locales).errors).toEqual([])
    expect(plan(locales, { pageFiles: 'file' }).errors).toMatchObject([{ code: 'slug-invalid' }])
  })

  it('are reported without a reference', () => {
    const { routes, errors } = plan({ pl: { nodes: [node('/a', null)] } })
    expect(routes).toEqual([])
    expect(errors[0]).toMatchObject({
      code: 'node-incomplete',
      message: 'The node "/a" (pl, article_with_crumbs/index) has no nodeReference, so it has no page.',
    })
  })

  it('missing in a locale leave it without any page, even error pages', () => {
    const { all } = plan({ pl: { nodes: nodes('/') }, en: {} })
    expect(new Set(all.map(({ locale }) => locale))).toEqual(new Set(['pl']))
  })

  it('missing in the default locale leave the common 404 page to the first locale with pages', () => {
    const notFound = ({ all }: ReturnType<typeof plan>) => all.filter(({ slug }) => slug === '/404.html')
    const { all } = plan({ pl: {}, en: { nodes: nodes('/') }, de: { nodes: nodes('/') } })
    expect(notFound(plan({ pl: { nodes: nodes('/') } }))).toMatchObject([{ path: '/404.html', locale: 'pl' }])
    expect(all.filter(({ path }) => path === '/404.html')).toMatchObject([{ locale: 'en', file: '404.html' }])
  })
})

describe('nodes of a collection', () => {
  const show = (slug: string, collection: string) => node(slug, collection, { action: 'show' })
  const member = (slug: string) => ({ id: 1, slug, title: 'One', blocks: [] })
  const category = (id: number, path: string) => ({ id, name: `Category ${id}`, path })

  it.each(['posts', 'services', 'job_offers'])('fill the placeholder from %s', (collection) => {
    const fixture = { nodes: [show('/list/:slug', collection)], [collection]: [{ ...member('żuk'), id: 5 }] }
    expect(plan({ pl: fixture }).routes).toMatchObject([
      { path: '/list/żuk', memberId: '5', source: { kind: 'document', collection, key: 'żuk' } },
    ])
  })

  it.each([
    ['/p/:path', 'a/b/c', '/p/a/b/c'],
    ['/p/:path', '/a/b/', '/p/a/b'],
    ['/p/:path/', 'a', '/p/a'],
    ['/:path', 'a', '/a'],
    ['/p/:path/details', 'a/b', '/p/a/b/details'],
    ['/p/:path', '$1/$&', '/p/$1/$&'],
  ])('fill %s with the category path %s', (slug, path, filled) => {
    const { paths, errors } = plan({
      pl: { nodes: [show(slug, 'product_categories')], product_categories: [category(1, path)] },
    })
    expect({ paths, errors }).toEqual({ paths: [filled], errors: [] })
  })

  it('make the page of each category for that category', () => {
    const { routes } = plan({
      pl: { nodes: [show('/p/:path', 'product_categories')], product_categories: [category(1, 'a'), category(2, 'b')] },
    })
    const found = routes.map(({ path, memberId, source }) => [
      path,
      memberId,
      source.kind === 'category' && source.category.id,
    ])
    expect(found).toEqual([
      ['/p/a', '1', '1'],
      ['/p/b', '2', '2'],
    ])
  })

  it('are paired by the ids of members, whatever their slugs', () => {
    const of = (slug: string) => ({ nodes: [show('/blog/:slug', 'posts')], posts: [post(4, { slug })] })
    const { routes } = plan({ pl: of('wpis'), en: of('entry') })
    expect(routes[0]?.pairing).toBe(routes[1]?.pairing)
    const { routes: others } = plan({ pl: { ...of('wpis'), posts: [post(4), post(5)] } })
    expect(others[0]?.pairing).not.toBe(others[1]?.pairing)
  })

  it.each([
    ['/strefa/:slug', '/strefa', '/strefa/', ''],
    ['/strefa/:slug/', '/strefa', '/strefa/', ''],
    ['/:slug', '/', '/', ''],
    ['/strefa/:slug/druk', '/strefa', '/strefa/', '/druk'],
    ['/a/b/:slug', '/a/b', '/a/b/', ''],
  ])('give the hidden pages of %s one shell at %s', (slug, path, prefix, suffix) => {
    const { routes, errors } = plan({ pl: { nodes: [show(slug, 'hidden_pages')] } })
    expect([errors, routes.length]).toEqual([[], 1])
    expect(routes).toMatchObject([{ path, source: { kind: 'restricted', prefix, suffix } }])
  })

  it.each([
    ['pl', '/strefa/:slug', '/strefa', '/strefa/_', '/strefa/'],
    ['pl', '/Strefa/:slug', '/strefa/', '/Strefa/_', '/Strefa/'],
    ['pl', '/:slug', '/', '/_', '/'],
    ['en', '/:slug', '/', '/en/_', '/en/'],
    ['en', '/zone/:slug', '/zone', '/en/zone/_', '/en/zone/'],
  ])('leave the parent of %s %s to the page %s', (locale, slug, page, path, prefix) => {
    const shell = show(slug, 'hidden_pages')
    for (const nodes of [
      [shell, node(page, 7)],
      [node(page, 7), shell],
    ]) {
      const { routes, errors } = plan({ [locale]: { nodes } })
      expect(errors).toEqual([])
      expect(routes.find(({ source }) => source.kind === 'restricted')).toMatchObject({
        path,
        href: path,
        file: `${path.slice(1)}/index.html`,
        source: { prefix, suffix: '' },
      })
      expect(routes.find(({ source }) => source.kind === 'document')?.source).toMatchObject({ key: '7' })
    }
  })

  it('report two shells of one address, and a page at the address of a shell', () => {
    const twice = plan({ pl: { nodes: [show('/strefa/:a', 'hidden_pages'), show('/strefa/:a/druk', 'hidden_pages')] } })
    expect(twice.errors.map(({ code }) => code)).toEqual(['duplicate-address'])
    const both = [node('/strefa', 7), node('/strefa/_', 8), show('/strefa/:slug', 'hidden_pages')]
    expect(plan({ pl: { nodes: both } }).errors).toMatchObject([
      { code: 'duplicate-address', where: { path: '/strefa/_' } },
    ])
  })

  it('make no page of an empty collection', () => {
    expect(plan({ pl: { nodes: [show('/blog/:slug', 'posts')] } })).toMatchObject({ paths: [], errors: [] })
  })

  it.each([
    ['/a/:bay/:c', 'x', 'has the slug "/a/:bay/:c", which cannot be an address: nothing fills its placeholder ":bay".'],
    [
      '/a/:b',
      ':x',
      'has the slug "/a/:x" for the member "1" of posts, which cannot be an address: nothing fills its placeholder ":x".',
    ],
    [
      '/a/:b',
      '',
      'has the slug "/a//" for the member "1" of posts, which cannot be an address: it has an empty segment.',
    ],
    [
      '/a/:b',
      '..',
      'has the slug "/a/.." for the member "1" of posts, which cannot be an address: it has the segment "..".',
    ],
    ['/a/:b', '../../etc', 'cannot be an address: it has the segment "..".'],
    [
      '/a/:b',
      'x\u0000',
      'has the slug "/a/x\\u0000" for the member "1" of posts, which cannot be an address: it contains a control character',
    ],
    ['/a/:b', '\udfff', 'cannot be an address: it contains half a character (a lone surrogate).'],
  ])('refuses %s filled with %j', (slug, value, message) => {
    const { routes, errors } = plan({ pl: { nodes: [show(slug, 'posts')], posts: [member(value)] } })
    expect(routes).toEqual([])
    const reported = { message: expect.stringContaining(message), hint: 'Correct the slug at the service.' }
    expect(errors).toMatchObject([{ code: 'slug-invalid', ...reported, where: { locale: 'pl', node: slug } }])
  })

  it('are reported once for a slug with too many placeholders, however many members there are', () => {
    const { errors } = plan({ pl: { nodes: [show('/a/:b/:c', 'posts')], posts: [member('x'), member('y')] } })
    expect(errors).toHaveLength(1)
  })

  it.each([
    ['pets', 'names the collection "pets", which does not exist.'],
    ['contact_people', 'names the collection "contact_people", which does not exist.'],
    [null, 'names the collection "", which does not exist.'],
  ])('report a placeholder of the collection %j', (collection, message) => {
    const { errors } = plan({ pl: { nodes: [node('/a/:b', collection)] } })
    expect(errors).toMatchObject([
      {
        code: 'collection-unknown',
        message: `The node "/a/:b" (pl, article_with_crumbs/index) ${message}`,
        hint: 'The placeholder in a slug is filled from one of these collections: posts, services, job_offers, product_categories, hidden_pages.',
      },
    ])
  })
})

describe('a page that two nodes show', () => {
  const canonicals = (locale: FixtureLocale) =>
    plan({ en: locale }).routes.map(({ path, canonical }) => [path, canonical])

  it('has its original at the first node, and both addresses are reported', () => {
    const { routes, errors, warnings } = plan({ en: { nodes: [node('/about', 7), node('/über', '7'), node('/x', 8)] } })
    expect(errors).toEqual([])
    expect(routes.map(({ canonical }) => canonical)).toEqual([undefined, '/en/about', undefined])
    expect(warnings).toEqual([
      {
        code: 'collection-twice',
        message:
          '"/en/about" and "/en/über" (en) both show the page "7"; the second names the first as the original and is left out of sitemaps.',
        where: { locale: 'en', node: '/über' },
        hint: 'Remove one of the two nodes at the service, and redirect its addresses in redirects.json.',
      },
    ])
  })

  it('may have nodes of any types, the home page included', () => {
    const { warnings } = plan({
      pl: { nodes: [node('/', 7, { nodeType: 'root' }), node('/start', 7, { nodeType: 'contact', action: 'show' })] },
    })
    expect(warnings).toMatchObject([{ where: { node: '/start' } }])
  })

  it('has the home page as its original, wherever it is listed', () => {
    expect(canonicals({ nodes: [node('/start', 7), node('/', 7, { nodeType: 'root' })] })).toEqual([
      ['/en/start', '/en'],
      ['/en', undefined],
    ])
  })

  it('has further list pages with originals too', () => {
    const list = page(3, 'Blog', { blocks: [{ id: 1, type: 'blog_list', perPage: 1 }] })
    const nodes = [node('/blog', 3), node('/news', 3)]
    expect(canonicals({ nodes, pages: { 3: list }, posts: [post(1), post(2)] })).toEqual([
      ['/en/blog', undefined],
      ['/en/blog/page/2', undefined],
      ['/en/news', '/en/blog'],
      ['/en/news/page/2', '/en/blog/page/2'],
    ])
  })

  it('of a collection has the original of each member', () => {
    const nodes = ['/blog/:slug', '/news/:slug'].map((slug) => node(slug, 'posts', { action: 'show' }))
    expect(canonicals({ nodes, posts: [post(1), post(2)] })).toEqual([
      ['/en/blog/post-1', undefined],
      ['/en/blog/post-2', undefined],
      ['/en/news/post-1', '/en/blog/post-1'],
      ['/en/news/post-2', '/en/blog/post-2'],
    ])
  })

  it.each<[string, FixtureLocale]>([
    ['may not be listed', { nodes: nodes('/a', '/b').map((one) => ({ ...one, nodeReference: 7 })) }],
    ['is the search', { nodes: [node('/find', 7, { nodeType: 'search' }), node('/a', 7)] }],
    ['is the login', { nodes: [node('/a', 7), node('/login', 7, { nodeType: 'login' })] }],
    ['is hidden', { nodes: ['/a/:slug', '/b/:slug'].map((slug) => node(slug, 'hidden_pages', { action: 'show' })) }],
  ])('is not reported when it %s', (name, fixture) => {
    const pages = { 7: page(7, 'Seven', { noindex: name === 'may not be listed' }) }
    const { routes, warnings } = plan({ en: { ...fixture, pages } })
    expect(warnings).toEqual([])
    expect(routes.map(({ canonical }) => canonical)).toEqual([undefined, undefined])
  })

  it('is not reported separately when the addresses are equal', () => {
    const { errors, warnings } = plan({ en: { nodes: [node('/help', 7), node('/Help/', 7)] } })
    expect([errors.map(({ code }) => code), warnings]).toEqual([['duplicate-address'], []])
  })
})

describe('lists of posts', () => {
  const blog = (posts: number, ...perPages: (number | undefined)[]) => ({
    nodes: [node('/blog', 3)],
    pages: { 3: page(3, 'Blog', { blocks: perPages.map((perPage, id) => ({ id, type: 'blog_list', perPage })) }) },
    posts: Array.from({ length: posts }, (_, at) => post(at + 1)),
  })

  it.each([
    [0, [12], 1],
    [12, [12], 1],
    [13, [12], 2],
    [13, [undefined], 2],
    [25, [12], 3],
    [3, [1], 3],
    [6, [6, 2], 3],
    [30, [], 1],
  ])('split %i posts by %j into %i pages', (posts, perPages, pages) => {
    const { routes } = plan({ en: blog(posts, ...perPages) })
    const further = Array.from({ length: pages - 1 }, (_, at) => `/en/blog/page/${at + 2}`)
    expect(routes.map(({ path }) => path)).toEqual(['/en/blog', ...further])
    expect(routes.map((route) => route.page)).toEqual(routes.map((_, at) => at + 1))
  })

  it.each([
    ['/', '/en'],
    ['/blog', '/en/blog'],
    ['/żółw', '/en/%C5%BC%C3%B3%C5%82w'],
  ])(
    'at %s give every page the first address and the number of pages, from which all addresses follow',
    (slug, first) => {
      const { routes } = plan({ en: { ...blog(5, 2), nodes: [node(slug, 3)] } })
      expect(routes.map(({ list }) => list)).toEqual(Array(3).fill({ first, pages: 3 }))
      expect(routes.map(({ href }) => href)).toEqual([1, 2, 3].map((number) => pageOfList(first, number)))
      expect(routes[2]?.href).toBe(`${first}/page/3`)
    },
  )

  it('pair each page with the same page of other locales', () => {
    const [first, second, other, same] = plan({ pl: blog(3, 2), en: blog(3, 2) }).routes
    expect([other?.pairing, same?.pairing]).toEqual([first?.pairing, second?.pairing])
    expect(first?.pairing).not.toBe(second?.pairing)
  })

  it('on the home page have further pages below "/page"', () => {
    const home = { ...blog(3, 2), nodes: [node('/', 3)] }
    expect(plan({ pl: home, en: home }).paths).toEqual(['/', '/page/2', '/en', '/en/page/2'])
  })
})

describe('conflicts', () => {
  it.each([
    ['case', '/Help', '/help'],
    ['a final slash', '/help', '/help/'],
    ['Unicode form', '/café', '/cafe\u0301'],
    ['encoding', '/café', '/caf%C3%A9'],
    ['nothing', '/help', '/help'],
  ])('name both claimants that differ only in %s', (_, one, other) => {
    const { errors } = plan({ pl: { nodes: nodes(one, other) } })
    expect(errors).toEqual([
      {
        code: 'duplicate-address',
        message: `The address "${one}" is claimed by node "${one}" (pl, article_with_crumbs/index, 1) and node "${other}" (pl, article_with_crumbs/index, 2).`,
        where: { locale: 'pl', path: one },
        hint: expect.stringMatching(/^Give all but one of them another slug at the service\. /),
      },
    ])
  })

  it('name every claimant, including members and pages of lists', () => {
    const { errors } = plan({
      pl: {
        nodes: [node('/blog', 3), node('/blog/page/2', 4), node('/blog/page/:slug', 'posts', { action: 'show' })],
        pages: { 3: page(3, 'Blog', { blocks: [{ id: 1, type: 'blog_list', perPage: 1 }] }) },
        posts: [post(1, { slug: '2' }), post(2)],
      },
    })
    expect(errors.map(({ message }) => message)).toEqual([
      'The address "/blog/page/2" is claimed by page 2 of node "/blog" (pl, article_with_crumbs/index, 3)' +
        ', node "/blog/page/2" (pl, article_with_crumbs/index, 4)' +
        ' and member "1" of node "/blog/page/:slug" (pl, article_with_crumbs/show, posts).',
    ])
  })

  it('do not exist between locales', () => {
    const locales = { nodes: nodes('/', '/help') }
    expect(plan({ pl: locales, en: locales, de: locales }).errors).toEqual([])
  })
})

describe('reserved addresses', () => {
  const built = 'the build itself writes that file'

  it.each([
    ['/404.html', built],
    ['/500.html', built],
    ['/offline.html', built],
    ['/SW.js', built],
    ['/sw.js/deeper', built],
    ['/sitemap.xml', built],
    ['/sitemap-pl.xml', built],
    ['/robots.txt', built],
    ['/site.webmanifest', built],
    ['/icon.svg', built],
    ['/favicon.ico', built],
    ['/apple-touch-icon.png', built],
    ['/feed.xml', built],
    ['/feed.xml.gz', built],
    ['/sitemap-pl.xml.br/x', built],
    ['/assets', built],
    ['/assets/x', built],
    ['/Assets/x', built],
    ['/%61ssets/x', built],
    ['/.well-known/x', built],
    ['/en', '"/en" is the prefix of the locale "en"'],
    ['/EN/help', '"/en" is the prefix of the locale "en"'],
    ['/de/help', '"/de" is the prefix of the locale "de"'],
    ['/api', '"/api" points to the content service'],
    ['/api/x', '"/api" points to the content service'],
    ['/admin', '"/admin" leads to previews'],
    ['/Admin/prices', '"/admin" leads to previews'],
  ])('include %s in the default locale', (slug, owner) => {
    const { errors } = plan({ pl: { nodes: nodes(slug) } })
    expect(errors).toEqual([
      {
        code: 'address-reserved',
        message: `The address "${slug}" is claimed by node "${slug}" (pl, article_with_crumbs/index, 1), but ${owner}.`,
        where: { locale: 'pl', path: slug },
        hint: 'Give the page another slug at the service.',
      },
    ])
  })

  it('include the names of all host files that are copied over an export', () => {
    const hosts = chooseHosts('cloudflare,netlify,vercel,firebase,azure,gitlab,plain')
    const files = [...emitHosts({ routing: smallRouting, hosts, findings: new Findings() }).keys()]
    const slugs = new Set(['/.htaccess', ...files.map((file) => file.slice(file.indexOf('/')))])
    const { errors } = plan({ pl: { nodes: nodes(...slugs, '/_headers/x', '/headers', '/en-gb/_headers') } })
    expect(slugs).toContain('/_worker.js')
    expect(errors.map(({ where }) => where?.path).sort()).toEqual([...slugs, '/_headers/x'].sort())
    expect(errors[0]?.message).toMatch(/, but hosts read their settings from a file with that name\.$/)
  })

  it.each(['/404.html', '/500.html', '/site.webmanifest', '/.htaccess', '/blog/.htaccess'])(
    'include %s below a prefix too',
    (slug) => {
      expect(plan({ en: { nodes: nodes(slug) } }).errors).toMatchObject([
        { code: 'address-reserved', message: expect.stringContaining(`"/en${slug}"`) },
      ])
    },
  )

  it.each(['/assets', '/assets/tracking', '/sw.js', '/api', '/admin', '/de', '/en', '/404', '/sitemap'])(
    'do not include %s below a prefix',
    (slug) => {
      expect(plan({ en: { nodes: nodes(slug) } }).errors).toEqual([])
    },
  )

  it.each(['/404', '/pl', '/pl/help', '/apis', '/administration', '/assets-list', '/energy', '/index'])(
    'do not include %s',
    (slug) => {
      expect(plan({ pl: { nodes: nodes(slug) } }).errors).toEqual([])
    },
  )

  it.each(['/404', '/500', '/index'])('include %s when its file would be one of the build', (slug) => {
    expect(plan({ pl: { nodes: nodes(slug) } }, { pageFiles: 'file' }).errors).toMatchObject([
      { code: 'address-reserved', message: expect.stringContaining(built) },
    ])
  })

  it.each(['/robots.txt', '/_headers', '/feed.xml'])('include the address %s with any file of its page', (slug) => {
    expect(plan({ pl: { nodes: nodes(slug) } }, { pageFiles: 'file' }).errors).toMatchObject([
      { code: 'address-reserved', where: { path: slug } },
    ])
  })

  it('name the home of a locale beside the page that takes its prefix', () => {
    const { errors } = plan({ en: { nodes: nodes('/') }, pl: { nodes: nodes('/en') } })
    expect(errors).toMatchObject([
      {
        code: 'address-reserved',
        message:
          'The address "/en" is claimed by node "/" (en, article_with_crumbs/index, 1) and node "/en" (pl, article_with_crumbs/index, 1), but "/en" is the prefix of the locale "en".',
      },
    ])
  })

  it('are reported once for all pages of a list', () => {
    const locales = {
      pl: {
        nodes: [node('/admin', 3), node('/blog', 4)],
        pages: {
          3: page(3, 'Blog', { blocks: [{ id: 1, type: 'blog_list', perPage: 1 }] }),
          4: page(4, 'Blog', { blocks: [{ id: 1, type: 'blog_list', perPage: 2 }] }),
        },
        posts: [1, 2, 3, 4, 5].map((id) => post(id)),
      },
    }
    expect(plan(locales, { apiBase: '/blog/page' }).errors.map(({ message }) => message)).toEqual([
      'The address "/admin" is claimed by node "/admin" (pl, article_with_crumbs/index, 3), but "/admin" leads to previews; this also concerns 4 further pages of this list.',
      'The address "/blog/page/2" is claimed by page 2 of node "/blog" (pl, article_with_crumbs/index, 4), but "/blog/page" points to the content service; this also concerns 1 further page of this list.',
    ])
  })

  it('include the prefix of a locale in any case', () => {
    const families = [{ id: 'main', origin: 'https://e.example', defaultLocale: 'pl', locales: ['pl', 'pt-BR'] }]
    expect(plan({ pl: { nodes: nodes('/pt-br/ajuda') } }, { families }).errors).toMatchObject([
      { code: 'address-reserved', message: expect.stringContaining('"/pt-BR" is the prefix of the locale "pt-BR"') },
    ])
  })

  it('include the path of the service in the settings', () => {
    const settings = { apiBase: '/Content/v1' }
    expect(plan({ pl: { nodes: nodes('/api') } }, settings).errors).toEqual([])
    expect(plan({ pl: { nodes: nodes('/content/v1/x') } }, settings).errors).toHaveLength(1)
    expect(plan({ pl: { nodes: nodes('/api') } }, { apiBase: 'https://api.example.com/api' }).errors).toEqual([])
  })
})

describe('domain families', () => {
  const families = [
    { id: 'pl', origin: 'https://example.pl', defaultLocale: 'pl', locales: ['pl', 'en'] },
    { id: 'fr', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr', 'de'] },
  ]

  it('have separate addresses, without the prefixes of other families', () => {
    const { routes, errors } = plan(
      { pl: { nodes: nodes('/', '/de') }, fr: { nodes: nodes('/', '/en') }, de: { nodes: nodes('/a') } },
      { families },
    )
    expect(errors).toEqual([])
    expect(routes.map(({ origin, path }) => `${origin}${path}`)).toEqual([
      ...['https://example.pl/', 'https://example.pl/de'],
      ...['https://example.fr/', 'https://example.fr/en', 'https://example.fr/de/a'],
    ])
  })

  it('have one 404 page each for all addresses', () => {
    const { all } = plan({ pl: { nodes: nodes('/') }, fr: {}, de: { nodes: nodes('/') } }, { families })
    const notFound = all.filter(({ path }) => path === '/404.html')
    expect(notFound).toMatchObject([
      { origin: 'https://example.pl', locale: 'pl' },
      { origin: 'https://example.fr', locale: 'de' },
    ])
  })

  it("treat errors of another family's pages as warnings, which only make that family fail", () => {
    const locales = {
      pl: { nodes: nodes('/') },
      fr: { nodes: [...nodes('/', '/a', '/A', '/b//c', '/404.html'), node('/d', null)] },
    }
    const codes = ['slug-invalid', 'node-incomplete', 'duplicate-address', 'address-reserved'].sort()
    const codesOf = (findings: { code: string }[]) => findings.map(({ code }) => code).sort()
    const polish = plan(locales, { families }, 'pl')
    expect([polish.errors, codesOf(polish.warnings)]).toEqual([[], codes])
    const french = plan(locales, { families }, 'fr')
    expect([codesOf(french.errors), french.warnings]).toEqual([codes, []])
  })
})

describe('files that would also be folders', () => {
  const locales = { pl: { nodes: nodes('/', '/x', '/x.html/y', '/en.html/z') }, en: { nodes: nodes('/') } }

  it('are refused with both claimants where pages are files', () => {
    const { errors } = plan(locales, { pageFiles: 'file' })
    expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'duplicate-address: The file "en.html" of node "/" (en, article_with_crumbs/index, 1) would have to be a folder for node "/en.html/z" (pl, article_with_crumbs/index, 4), whose file is "en.html/z.html".',
      'duplicate-address: The file "x.html" of node "/x" (pl, article_with_crumbs/index, 2) would have to be a folder for node "/x.html/y" (pl, article_with_crumbs/index, 3), whose file is "x.html/y.html".',
    ])
  })

  it('are refused at any depth and in any case', () => {
    const errorsOf = (...slugs: string[]) => plan({ pl: { nodes: nodes(...slugs) } }, { pageFiles: 'file' }).errors
    expect(errorsOf('/a/b/x', '/a/b/x.html/y')).toMatchObject([
      { where: { locale: 'pl', path: '/a/b/x.html/y' }, hint: expect.stringContaining('set pageFiles to "directory"') },
    ])
    expect(errorsOf('/a', '/a.html/b', '/a.html/b.html/c')).toHaveLength(3)
    expect(errorsOf('/X', '/x.html/y', '/x.html.br/y')).toHaveLength(2)
  })

  it('do not exist when the file belongs to another family', () => {
    const families = [
      { id: 'pl', origin: 'https://example.pl', defaultLocale: 'pl', locales: ['pl'] },
      { id: 'fr', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr'] },
    ]
    const locales = { pl: { nodes: nodes('/x') }, fr: { nodes: nodes('/x.html/y') } }
    expect(plan(locales, { families, pageFiles: 'file' }).errors).toEqual([])
  })

  it('do not exist when pages are folders', () => {
    expect(plan(locales).errors).toEqual([])
  })
})
