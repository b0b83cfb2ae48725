import { beforeAll, describe, expect, it } from 'vitest'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { elementsOf } from '#tests/fixtures/html.ts'
import { testSettings, testSite } from '#tests/fixtures/site.ts'
import { type Engine, loadEngine } from './engine.ts'
import { loadRenderer } from './open-page-renderer.ts'

const pictures = new Map(['/intro.jpg', '/banner.jpg'].map((src) => [src, { src, width: 1600, height: 900 }]))

let engine: Engine
beforeAll(async () => {
  engine = await loadEngine('react')
})

async function render(path: string, fixture: FixtureLocale) {
  const settings = testSettings({ links: { help: {}, demo: { pl: '/about' }, contact: {} } })
  const { site, routeAt, routes } = testSite({ locales: { pl: fixture }, settings, pictures })
  const page = (await loadRenderer(engine))(site)(routeAt(path).file)
  const [html, warnings] = [page.html.toString(), page.findings]
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const all = elementsOf(html)
  const textsOf = (name: string) =>
    all.flatMap(({ attributes, text }) => (attributes.class?.split(' ').includes(name) ? [text] : []))
  const description = all.find(({ attributes }) => attributes.name === 'description')?.attributes.content
  const linksTo = all.flatMap(({ tag, attributes }) =>
    tag === 'a' && main.includes(`href="${attributes.href}"`) ? [attributes.href] : [],
  )
  return { html, main, textsOf, description, linksTo, routes, warnings }
}

/** The small site with one more page, whose document has `fields` and whose node has `nodeFields`. */
function withPage(fields: Record<string, unknown>, nodeFields: Record<string, unknown> = {}): FixtureLocale {
  const { nodes = [], pages, ...small } = smallSite()
  const crumbs = [
    { name: 'Firma', slug: '/company' },
    { name: 'O\u00a0nas', slug: '/x' },
  ]
  return {
    ...small,
    nodes: [...nodes, node('/x', 'x', { crumbs, ...nodeFields })],
    pages: { ...pages, x: page('x', 'O nas', fields) },
  }
}

const hero = { id: 1, type: 'banner', title: 'Każdy kilometr', subtitle: 'Pod kontrolą' }

describe('the words of a banner', () => {
  it.each([
    ['O\u00a0nas', []],
    ['O NAS.', []],
    ['Siedemnaście lat', []],
  ])('are not repeated: above "%s" are %j', async (title, eyebrows) => {
    expect((await render('/x', withPage({ theme: { title } }))).textsOf('intro__eyebrow')).toEqual(eyebrows)
  })

  it('include the title of the page if no crumb contains it', async () => {
    const { textsOf } = await render(
      '/x',
      withPage({ title: 'Firma z Poznania', theme: { title: 'Siedemnaście lat' } }),
    )
    expect(textsOf('intro__eyebrow')).toEqual(['Firma z Poznania'])
  })

  it.each([
    [{ subtitle: 'firma z\u00a0Poznania!' }, []],
    [{ title: 'Siedemnaście lat', subtitle: 'Firma z Poznania' }, []],
    [{ title: 'Siedemnaście lat', subtitle: 'Dalej' }, ['Dalej']],
  ])('are not repeated by the subtitle of %j', async (theme, subtitles) => {
    const { textsOf } = await render('/x', withPage({ title: 'Firma z Poznania', theme }))
    expect(textsOf('intro__subtitle')).toEqual(subtitles)
  })
})

it('an id in several texts of a page is only kept in the first', async () => {
  const text = (id: string) => ({ id, type: 'text', html: `<p id="dup">${id}</p>` })
  const { main } = await render('/x', withPage({ blocks: [text('a'), text('b')] }))
  expect(main.match(/<p[^>]*>[ab]</g)).toEqual(['<p id="c-dup">a<', '<p>b<'])
})

it('an id in a text that is repeated on a page is only kept in the first', async () => {
  const html = '<p><a name="dup"></a>a</p>'
  const blocks = ['text', 'text', 'contact', 'demo'].map((type, id) => ({ id, type, html }))
  const { main } = await render('/x', withPage({ blocks }))
  expect(main.match(/<p>(?:<a.*?>)?a<\/p>/g)).toEqual(['<p><a id="c-dup"></a>a</p>', ...Array(3).fill('<p>a</p>')])
})

describe('the industry of a service', () => {
  const withService = (industry: string): FixtureLocale => {
    const small = smallSite()
    const services = [{ id: 1, slug: 'gps', title: 'GPS', industry, blocks: [] }]
    const pattern = node('/services/:slug', 'services', { action: 'show', nodeType: 'product' })
    return { ...small, nodes: [...(small.nodes ?? []), pattern], services }
  }

  it('is shown by its name; one that is not in the settings is reported, and not shown', async () => {
    const known = await render('/services/gps', withService('privateCars'))
    expect([known.textsOf('intro__tag').length, known.warnings]).toEqual([1, []])
    const { textsOf, warnings } = await render('/services/gps', withService('moonMining'))
    expect(textsOf('intro__tag')).toEqual([])
    expect(warnings).toMatchObject([
      {
        code: 'field-ignored',
        message:
          'The service "/services/gps" has the industry "moonMining", which is not one of "industries" in the settings, so it is not shown.',
      },
    ])
  })
})

describe('the first picture', () => {
  const picture = (url: string) => ({ url, alt: '' })
  const banner = { ...hero, image: picture('/banner.jpg') }
  const firstOf = async (fields: Record<string, unknown>) => {
    const { html } = await render('/x', withPage(fields))
    const eager = elementsOf(html, 'img').filter(({ attributes }) => attributes.loading === 'eager')
    const preloaded = elementsOf(html, 'link').filter(({ attributes }) => attributes.as === 'image')
    expect(preloaded.map(({ attributes }) => attributes.href)).toEqual(eager.map(({ attributes }) => attributes.src))
    expect(eager.every(({ attributes }) => attributes.decoding === 'sync')).toBe(true)
    return eager.map(({ attributes }) => attributes.src)
  }

  it('is that of the intro, or of a banner block at the top or below an intro without a picture', async () => {
    const theme = { backgroundImage: picture('/intro.jpg') }
    expect(await firstOf({ theme, blocks: [banner] })).toEqual(['/intro.jpg'])
    expect(await firstOf({ blocks: [banner] })).toEqual(['/banner.jpg'])
    expect(await firstOf({ theme, layout: 'home', blocks: [banner] })).toEqual(['/banner.jpg'])
    expect(await firstOf({ blocks: [{ id: 2, type: 'text', html: '' }, banner] })).toEqual([])
  })
})

describe('crumbs', () => {
  it.each(['article', 'article_with_crumbs', 'product', 'contact', 'faq', 'privacy'])(
    'are shown on a subpage of the type %s',
    async (nodeType) => {
      const { textsOf } = await render('/x', withPage({}, { nodeType }))
      expect(textsOf('breadcrumbs')).toEqual(['Home pageFirmaO\u00a0nas'])
    },
  )

  it.each([{ layout: 'home' }, { layout: 'home', blocks: [hero] }, { layout: 'blog' }])(
    'and the cookie button are shown on a privacy page with %j',
    async (fields) => {
      const { textsOf, main } = await render('/x', withPage(fields, { nodeType: 'privacy' }))
      expect(textsOf('breadcrumbs')).toEqual(['Home pageFirmaO\u00a0nas'])
      expect(main.match(/data-consent-open/g)).toHaveLength(1)
      expect(main.match(/<h1/g)).toHaveLength(1)
    },
  )

  it('on further pages of a list are those of the first page', async () => {
    const small = smallSite({ posts: 3, perPage: 1 })
    const crumbs = [{ name: 'News', slug: '/blog' }]
    const nodes = small.nodes?.map((one) => (one.slug === '/blog' ? { ...one, crumbs } : one)) ?? []
    expect((await render('/blog/page/2', { ...small, nodes })).textsOf('breadcrumbs')).toEqual(['Home pageNews'])
  })

  it.each([
    [[{ name: '', slug: '/about' }], 'Home pageO\u00a0nas', '"/x", after its address'],
    [[{ name: ' ', slug: '/x' }], 'Home pageO\u00a0nas', '"/x", after its address'],
    [[], 'Home pageO\u00a0nas', '"/x", after its address'],
    [[{ name: 'Firma', slug: '/x' }], 'Home pageFirma', '"Firma", as in its breadcrumbs'],
  ])('have text, and name an untitled page: %j', async (crumbs, shown, called) => {
    expect((await render('/x', withPage({}, { crumbs }))).textsOf('breadcrumbs')).toEqual([shown])
    const { warnings } = await render('/x', withPage({ title: ' ' }, { crumbs }))
    expect(warnings[0]?.message).toContain(`it is called ${called}.`)
  })

  it('are not shown on the home page', async () => {
    const { textsOf, html } = await render('/', smallSite())
    expect(textsOf('breadcrumbs')).toEqual([])
    expect(html).not.toContain('BreadcrumbList')
  })
})

describe('the layout', () => {
  it.each([
    ['search', '<search'],
    ['login', 'login-page'],
  ])('of a node of the type %s has its form, whatever the page specifies', async (nodeType, part) => {
    for (const layout of ['home', 'blog', undefined])
      expect((await render('/x', withPage({ layout }, { nodeType }))).main).toContain(part)
  })

  it.each(['constructor', '__proto__', 'toString'])('with the name "%s" is that of a subpage', async (layout) => {
    expect((await render('/x', withPage({ layout }))).html).toContain('data-template="subpage"')
  })
})

describe('a blog without a list', () => {
  const blog = (posts: number): FixtureLocale => {
    const small = smallSite({ posts })
    return { ...small, pages: { ...small.pages, 3: page(3, 'Blog', { layout: 'blog' }) } }
  }

  it('shows its text, then the posts in pages', async () => {
    const { main, textsOf, routes } = await render('/blog', blog(13))
    expect(textsOf('post-card')).toHaveLength(12)
    expect(main.indexOf('Text of Blog.')).toBeLessThan(main.indexOf('post-card'))
    expect(routes.map(({ path }) => path)).toContain('/blog/page/2')
    expect((await render('/blog/page/2', blog(13))).textsOf('post-card')).toHaveLength(1)
  })

  it('says that there are no posts', async () => {
    expect((await render('/blog', blog(0))).main).toContain('There are no posts yet.')
  })
})

describe('a home page that opens with a banner block', () => {
  const home = (fields: Record<string, unknown>): FixtureLocale => {
    const small = smallSite()
    return { ...small, pages: { ...small.pages, 1: page(1, 'Home', { layout: 'home', blocks: [hero], ...fields }) } }
  }

  it('reports its own texts that cannot be seen', async () => {
    const theme = {
      title: 'Motyw',
      subtitle: 'Podtytuł',
      description: 'Opis',
      backgroundImage: { url: '/a.jpg' },
      publicationDate: '2026-10-28',
    }
    const { warnings } = await render('/', home({ seoTitle: 'Dla wyszukiwarek', theme }))
    expect(warnings.filter(({ code }) => code === 'intro-hidden')).toMatchObject([
      {
        message:
          'The page "/" opens with a banner block, so its own title "Home", theme.title "Motyw", theme.subtitle "Podtytuł", theme.description "Opis", theme.publicationDate "2026-10-28", theme.backgroundImage "/a.jpg" cannot be seen.',
        where: { locale: 'pl', path: '/' },
      },
    ])
  })

  it.each([
    ['what the banner says too', { theme: { title: 'Każdy\u00a0kilometr', subtitle: 'pod kontrolą' } }],
    ['the title of the window', {}],
    ['the name of the brand', { title: 'Brand', seoTitle: 'Brand: maps' }],
  ])('does not report %s', async (_, fields) => {
    expect((await render('/', home(fields))).warnings.map(({ code }) => code)).not.toContain('intro-hidden')
  })

  it('has its own title above an untitled one', async () => {
    const wordless = { id: 1, type: 'banner', title: ' ', image: { url: '/a.jpg' } }
    const { main, textsOf, warnings } = await render('/', home({ blocks: [wordless], theme: { title: 'Motyw' } }))
    expect(textsOf('intro__title')).toEqual(['Motyw'])
    expect(main.match(/<h1/g)).toHaveLength(1)
    expect(warnings.map(({ code }) => code)).not.toContain('intro-hidden')
  })

  it('reports nothing when the page opens with its own texts', async () => {
    const theme = { subtitle: 'Podtytuł' }
    const { warnings, main } = await render('/', home({ theme, blocks: [{ id: 1, type: 'text', html: '' }, hero] }))
    expect(warnings.map(({ code }) => code)).not.toContain('intro-hidden')
    expect(main).toContain('Podtytuł')
  })
})

describe('a product category', () => {
  const category = (id: number, name: string, ...parentBranch: number[]) => ({ id, name, path: `c${id}`, parentBranch })
  const tree = [
    category(1, 'Trackers'),
    category(2, 'For lorries', 1),
    category(3, 'For boats', 1),
    category(4, 'For sailing boats', 1, 3),
    category(5, 'Sensors'),
  ]
  const shop = (product_categories: Record<string, unknown>[]): FixtureLocale => {
    const small = smallSite()
    const show = node('/shop/:path', 'product_categories', { nodeType: 'product', action: 'show' })
    return { ...small, nodes: [...(small.nodes ?? []), show], product_categories }
  }
  const listed = async (path: string, categories = tree) =>
    (await render(path, shop(categories))).textsOf('category-list__link')

  it('shows its subcategories, or the categories beside it', async () => {
    expect(await listed('/shop/c1')).toEqual(['For lorries', 'For boats'])
    expect(await listed('/shop/c2')).toEqual(['For boats'])
    expect(await listed('/shop/c3')).toEqual(['For sailing boats'])
    expect(await listed('/shop/c4')).toEqual([])
    expect(await listed('/shop/c5')).toEqual(['Trackers'])
  })

  it('is neither above nor below itself when its branch ends in its own id', async () => {
    const whole = [category(1, 'Trackers', 1), category(2, 'For lorries', 1, 2)]
    expect(await listed('/shop/c1', whole)).toEqual(['For lorries'])
    expect(await listed('/shop/c2', whole)).toEqual([])
    const { textsOf, description } = await render('/shop/c2', shop(whole))
    expect(textsOf('breadcrumbs')).toEqual(['Home pageTrackersFor lorries'])
    expect(description).toBe('For lorries in the category “Trackers” at Brand.')
  })

  it('links to its parent and to the demo', async () => {
    const { linksTo, main } = await render('/shop/c4', shop(tree))
    expect(linksTo).toEqual(expect.arrayContaining(['/shop/c3', '/shop/c1', '/about']))
    expect(main).toContain('Your next step')
  })

  it('shows only the nearest of many categories beside it', async () => {
    const many = Array.from({ length: 200 }, (_, at) => category(at + 1, `Part ${at + 1}`))
    const numbers = async (path: string) => (await listed(path, many)).map((name) => Number(name.slice(5)))
    expect(await numbers('/shop/c1')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    expect(await numbers('/shop/c100')).toEqual([94, 95, 96, 97, 98, 99, 101, 102, 103, 104, 105, 106])
    expect(await numbers('/shop/c200')).toEqual([188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199])
  })

  it('is described by its name, its parent and its subcategories', async () => {
    const described = async (path: string) => (await render(path, shop(tree))).description
    expect(await described('/shop/c5')).toBe('Sensors in the catalogue of Brand.')
    expect(await described('/shop/c1')).toBe(
      'Trackers in the catalogue of Brand. Subcategories: For lorries i For boats.',
    )
    expect(await described('/shop/c3')).toBe(
      'For boats in the category “Trackers” at Brand. Subcategories: For sailing boats.',
    )
  })
})

describe('field values without an effect', () => {
  const banner = (maskOpacity: unknown) => ({ id: 7, type: 'banner', title: 'B', maskOpacity })
  const marker = { name: 'M', lat: 520.1, lng: 17 }
  it.each<[string, Record<string, unknown>, string]>([
    [
      'an opacity of another spelling',
      { theme: { maskOpacity: '60%' } },
      'The theme of the page "/x" has the maskOpacity "60%", which is not a number from 0 to 100; pages use the default instead.',
    ],
    [
      'an opacity in a banner that is too high',
      { blocks: [banner(250)] },
      'The block "banner 7" of the page "/x" has the maskOpacity 250, which is not a number from 0 to 100; pages use the nearest value instead.',
    ],
    [
      'a marker that is nowhere',
      { blocks: [{ id: 8, type: 'maps', markers: [marker, { ...marker, lat: 52 }] }] },
      'The block "maps 8" of the page "/x" has the marker "M" at 520.1, 17, which is nowhere on the globe; the map leaves it out.',
    ],
    [
      'a zoom that no map has',
      { blocks: [{ id: 8, type: 'maps', zoom: 1e9, markers: [{ ...marker, lat: 52 }] }] },
      'The block "maps 8" of the page "/x" has the zoom 1000000000, which is not a number from 0 to 19; pages use the nearest value instead.',
    ],
    [
      'a question without an answer',
      {
        blocks: [
          {
            id: 8,
            type: 'faq',
            items: ['', ' ', '<p>&nbsp;</p>', '<p>Yes.</p>'].map((answer, at) => ({
              question: at === 2 ? 'Why?' : ' ',
              answer,
            })),
          },
        ],
      },
      'The block "faq 8" of the page "/x" has the question "Why?" without an answer; it is left out.',
    ],
    [
      'a frame of another host',
      { blocks: [{ id: 9, type: 'text', html: '<iframe src="https://vids.example/1"></iframe>' }] },
      'A text of the page "/x" embeds "https://vids.example/1", which is not at one of the "videoHosts" in the settings; it is left out.',
    ],
  ])('are reported: %s', async (_, fields, message) => {
    const { warnings } = await render('/x', withPage(fields))
    expect(warnings).toMatchObject([{ code: 'field-ignored', message, hint: expect.any(String) }])
    expect(warnings[0]?.where?.block).toBe(/ block "([^"]+)"/.exec(message)?.[1])
  })

  it('are not reported when shown, or for a missing opacity', async () => {
    const blocks = [0, 0.4, 1, 60, 100, null, undefined, ''].map(banner)
    expect((await render('/x', withPage({ theme: { maskOpacity: 40 }, blocks }))).warnings).toEqual([])
  })
})

describe('a link to a place of its own page', () => {
  const text = (html: string) => withPage({ blocks: [{ id: 1, type: 'text', html }] })

  it('is reported when nothing has that id', async () => {
    const html =
      '<h2 id="Ceny">Ceny</h2><p><a href="#ceny">A</a> <a href="#Ważne%20ceny">B</a> <a href="#ceny">C</a> <a href="/x#Ceny">D</a> <a href="/x/#d#e">E</a></p>'
    expect((await render('/x', text(html))).warnings).toMatchObject([
      {
        code: 'place-missing',
        message: 'The page "/x" links to "#ceny", but nothing there has that id.',
        where: { locale: 'pl', path: '/x', url: '#ceny' },
      },
      { code: 'place-missing', where: { url: '#Ważne%20ceny' } }, // as it is written, so that the preview finds its field
      { code: 'place-missing', where: { url: '/x/#d#e' } },
    ])
  })

  it.each([
    '<h2 id="Ważne ceny">A</h2><p><a href="#Ważne ceny">B</a> <a href="#Wa%C5%BCne%20ceny">C</a></p>',
    '<h2 id="Wa%C5%BCne">A</h2><p><a href="#Wa%C5%BCne">B</a></p>',
    '<p><a name="q&amp;a">A</a> <a href="#q&amp;a">B</a> <a href="#">C</a> <a href="#top">D</a></p>',
    '<p><a href="/about#none">A</a> <a href="?a#none">B</a> <a href="https://example.com/#none">C</a></p>',
    '<p><a href="#:~:text=two%20words">A</a> <code> href="#c-none"</code></p>',
  ])('is accepted in %s', async (html) => {
    expect((await render('/x', text(html))).warnings).toEqual([])
  })

  it('is not a text fragment, which browsers search for literally', async () => {
    const { main } = await render('/x', text('<p><a href="/about#:~:text=two%20words">A</a></p>'))
    expect(main).toContain('href="/about#:~:text=two%20words"')
  })

  it('is accepted in a field, whatever characters the id has', async () => {
    const button = { id: 1, type: 'banner', title: 'B', cta: { name: 'Go', url: '#it\'s <"&' } }
    const words = { id: 2, type: 'text', html: '<p id="it\'s &lt;&quot;&amp;">A</p>' }
    expect((await render('/x', withPage({ title: 'B', blocks: [words, button] }))).warnings).toEqual([])
  })
})

describe('a job offer', () => {
  const rendered = (blocks: Record<string, unknown>[], lead = 'Work') => {
    const nodes = [...(smallSite().nodes ?? []), node('/praca/:slug', 'job_offers', { nodeType: 'pattern' })]
    const offer = {
      id: 1,
      slug: 'kierowca',
      title: 'Kierowca',
      lead,
      blocks: blocks.map((one, id) => ({ id, ...one })),
    }
    return render('/praca/kierowca', { ...smallSite(), nodes, job_offers: [offer] })
  }
  const reported = async (...fields: Parameters<typeof rendered>) => (await rendered(...fields)).warnings

  it('is named in what its form sends', async () => {
    const { main } = await rendered([{ type: 'job_application' }])
    expect(main).toContain('<input type="hidden" name="jobOffer" value="kierowca"/>')
  })

  it.each<[string, Record<string, unknown>[]]>([
    ['has no blocks', []],
    ['only speaks', [{ type: 'text', html: '<p><a name="work">Work</a></p>' }]],
    ['has the form of something else', [{ type: 'demo' }]],
    ['shows a picture', [{ type: 'tiles', tiles: [{ title: 'A', image: { url: '/photo@2x.jpg' } }] }]],
  ])('that %s is reported: nobody can apply', async (_, blocks) => {
    expect(await reported(blocks)).toMatchObject([
      {
        code: 'application-missing',
        message:
          'The job offer "/praca/kierowca" has no form, link or e-mail address, so nobody can apply on its page.',
        where: { locale: 'pl', path: '/praca/kierowca' },
      },
    ])
  })

  it.each<[string, Record<string, unknown>]>([
    ['the form for applications', { type: 'job_application' }],
    ['a contact form', { type: 'contact' }],
    ['a link in its text', { type: 'text', html: '<p><a class="x" href="mailto:job@example.com">Write</a></p>' }],
    ['an e-mail address in its words', { type: 'tiles', tiles: [{ title: 'Write to job@example.com' }] }],
    ['a link in a field', { type: 'banner', title: 'B', cta: { name: 'Apply', url: 'https://jobs.example/1' } }],
  ])('with %s is accepted', async (_, block) => {
    expect(await reported([{ type: 'text', html: '<p>Work</p>' }, block])).toEqual([])
  })

  it('with an e-mail address in its lead is accepted', async () => {
    expect(await reported([], 'Write to job@example.com')).toEqual([])
  })
})
