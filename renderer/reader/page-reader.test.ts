import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { MenuEntry, Reader } from '#blocks/_shared/reader.ts'
import type { Html } from '#content/schema.ts'
import { withVisibleControls } from '#content/wording/visible-controls.ts'
import { createSettler } from '#renderer/build/pages/settle-page.ts'
import { createMarkupParts } from '#renderer/page/rich-text-parts.tsx'
import { createRecorder } from '#renderer/reads/recorder.ts'
import { menuFindings } from '#renderer/site/menu.ts'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { type TestSiteOptions, testSettings, testSite } from '#tests/fixtures/site.ts'
import { createHyphenation } from './hyphenate.ts'
import { createPageReader } from './page-reader.ts'

type Options = Partial<TestSiteOptions> & { at?: string }

const hyphenation = createHyphenation()
const parts = createMarkupParts(renderToStaticMarkup, (markup) => markup)

function read({ at = '/', locales = { pl: smallSite() }, ...more }: Options = {}) {
  const { site, findings, routeAt } = testSite({ locales, ...more })
  const { file } = routeAt(at)
  const recorder = createRecorder(site)
  const settle = createSettler(
    { site, pictures: { get() {}, card() {} }, findings, missingText() {} },
    (question: string) => question,
  )
  // Readers answer only while their page is recorded, so each call here is recorded and settled like a page.
  const recorded = (work: (reader: Reader) => unknown): unknown => {
    const { result, page } = recorder.record(() => work(createPageReader({ site, recorder, file, parts, hyphenation })))
    settle({ route: routeAt(at), questions: page.reads.map(({ question }) => question), findings: page.findings })
    return result
  }
  const reader = new Proxy({} as Reader, {
    get: (_, name: keyof Reader) => {
      const value = recorded((one) => one[name])
      if (typeof value !== 'function') return value
      return (...args: never[]) => recorded((one) => (one[name] as (...args: never[]) => unknown)(...args))
    },
  })
  return { reader, findings, site }
}

const withNodes = (...nodes: Record<string, unknown>[]): FixtureLocale => ({
  ...smallSite(),
  nodes: [...(smallSite().nodes ?? []), ...nodes],
})

describe('links', () => {
  const nodes = [node('/żółw', 4), node('/100%', 5), node('/strefa/:slug', 'hidden_pages')]
  const pages = { ...smallSite().pages, 4: page(4, 'Turtle'), 5: page(5, 'All') }
  const locales = { pl: { ...withNodes(...nodes), pages } }

  it.each([
    ['/about', '/about'],
    ['  /about\n', '/about'],
    ['/about?a=1&b=2#c', '/about?a=1&b=2#c-c'],
    ['https://www.example.com/about', '/about'],
    ['https://www.example.com', '/'],
    ['/about/', '/about'],
    ['/ABOUT', '/about'],
    ['/żółw', '/%C5%BC%C3%B3%C5%82w'],
    ['/%C5%BC%C3%B3%C5%82w', '/%C5%BC%C3%B3%C5%82w'],
    ['/z\u0307o\u0301łw', '/%C5%BC%C3%B3%C5%82w'],
    ['/100%', '/100%25'],
    ['/blog/post-1', '/blog/post-1'],
    ['/strefa/any', '/strefa/any'],
    ['/old', '/about'],
    ['#part', '#c-part'],
    ['#its  first part', '#c-its-first-part'],
    ['#top', '#top'],
    ['/about#TOP', '/about#TOP'],
    ['#topic', '#c-topic'],
    ['https://other.example/a b', 'https://other.example/a%20b'],
    ['http://www.example.com/about', '/about'],
    ['//evil.example/x', 'https://evil.example/x'],
    ['/\\evil.example', 'https://evil.example/'],
    ['mailto:a@example.com?subject=x', 'mailto:a@example.com?subject=x'],
    ['tel:+48123', 'tel:+48123'],
    ['TEL:+48123', 'tel:+48123'],
    ['tel:+48 61%20123', 'tel:+4861123'],
    ['?page=2#a', '?page=2#c-a'],
  ])('with the target %j get %j', (written, href) => {
    const { reader, findings } = read({ locales, otherAddresses: { '/old': '/about' } })
    expect(reader.link(written)).toBe(href)
    expect(findings.warnings).toEqual([])
  })

  it.each([undefined, '', '  ', '#'])('are never made of %j', (written) => {
    const { reader, findings } = read()
    expect(reader.link(written)).toBeUndefined()
    expect(findings.warnings).toEqual([])
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://www.example.com/x',
    'http://',
  ])('leave out and report %j', (written) => {
    const { reader, findings } = read({ at: '/about' })
    expect(reader.link(written)).toBeUndefined()
    const shown = withVisibleControls(written)
    expect(findings.warnings).toMatchObject([
      {
        code: 'link-unsafe',
        message: `The page "/about" links to "${shown}", which is not a web, mail or phone address; the link is left out.`,
        where: { locale: 'pl', path: '/about', url: shown },
      },
    ])
  })

  it.each(['https://www.example.com//evil.example', '/.//evil.example', '/x/..//evil.example'])(
    'never point to another host: %j',
    (written) => {
      expect(read().reader.link(written)).toBe('/evil.example')
    },
  )

  it('to a missing page are kept and reported', () => {
    const { reader, findings } = read({ at: '/about' })
    expect(reader.link('/gone?x=1')).toBe('/gone?x=1')
    expect(findings.warnings).toMatchObject([
      { code: 'link-dead', message: 'The page "/about" links to "/gone?x=1", but no page has that address.' },
    ])
  })

  it('into locales that are not built are not judged', () => {
    const fromPolish = read()
    fromPolish.reader.link('/en/any')
    fromPolish.reader.link('/fr/any')
    expect(fromPolish.findings.warnings.map(({ where }) => where?.url)).toEqual(['/fr/any'])
    const fromEnglish = read({ locales: { en: smallSite() }, at: '/en' })
    fromEnglish.reader.link('/cokolwiek')
    fromEnglish.reader.link('/en/gone')
    expect(fromEnglish.findings.warnings.map(({ where }) => where?.url)).toEqual(['/en/gone'])
  })

  it('in rich text are resolved the same way', () => {
    const { reader, findings } = read()
    const html = '<a href="/ABOUT/">a</a><a href="javascript:x">b</a><a href="#c">c</a>' as Html
    expect(reader.html(html, 'h2')).toBe('<a href="/about">a</a><a>b</a><a href="#c-c">c</a>')
    expect(findings.warnings).toHaveLength(1)
  })

  it('in rich text are absolute for search engines', () => {
    const { reader } = read({ at: '/about' })
    const html = '<a href="/">a</a><a href="#c">b</a><a href="mailto:a@b.example">c</a>' as Html
    const about = 'https://www.example.com/about'
    const mail = '<a href="mailto:a@b.example">c</a>'
    expect(reader.html(html)).toBe(`<a href="https://www.example.com/">a</a><a href="${about}#c-c">b</a>${mail}`)
  })

  it('in rich text come with headings that fit below their parent, and a skipped level is reported', () => {
    const { reader, findings } = read({ at: '/de/about', locales: { de: smallSite() } })
    const html = '<h3>Lenkzeitüberschreitungen</h3><p>kurz</p>' as Html
    expect(reader.html(html)).toBe(html)
    expect(reader.html(html, 'h2').replaceAll('\u00ad', '|')).toBe('<h3>Lenk|zeit|über|schrei|tungen</h3><p>kurz</p>')
    expect(findings.warnings).toEqual([])
    expect(reader.html(html, 'h1')).toMatch(/^<h2>/)
    expect(findings.warnings).toMatchObject([{ code: 'heading-skipped', where: { locale: 'de', path: '/de/about' } }])
  })

  it('in rich text come with a report of skipped levels in the levels of the editor', () => {
    const { reader, findings } = read()
    reader.html('<h1>Salt</h1><h4>Halite</h4>' as Html, 'h2')
    expect(findings.warnings).toMatchObject([
      {
        message: expect.stringContaining('has a heading of level 4 without a heading of level 2 above it.'),
        hint: 'Make it a heading of level 2 at the service. Pages already show it without the gap.',
      },
    ])
  })
})

describe('dates', () => {
  it('are those of Warsaw, in the language of the locale', () => {
    expect(read().reader.date('2026-10-28T23:30:00Z')?.text).toBe('29 października 2026')
    const english = { locales: { en: smallSite() }, at: '/en' }
    expect(read(english).reader.date('2026-10-28')?.text).toBe('October 28, 2026')
    const british = { ...english, settings: testSettings({ regions: { en: 'GB' } }) }
    expect(read(british).reader.date('2026-10-28')?.text).toBe('28 October 2026')
  })

  it('are reported and left out when invalid', () => {
    const { reader, findings } = read({ at: '/about' })
    expect(reader.date('soon')).toBeUndefined()
    expect(findings.warnings).toMatchObject([
      { code: 'date-invalid', message: '"soon" on the page "/about" is not a date; it is left out.' },
    ])
    expect(findings.warnings[0]?.where).toEqual({ locale: 'pl', path: '/about', value: 'soon' })
  })

  it('are reported with their field when it is one of the document of the page', () => {
    const { reader, findings } = read({ at: '/about' })
    reader.date('soon', 'validThrough')
    expect(findings.warnings).toMatchObject([
      {
        message: 'The validThrough "soon" of the page "/about" is not a date; it is left out.',
        where: { path: '/about', field: 'validThrough', value: 'soon' },
      },
    ])
  })

  it('are undefined when missing', () => {
    const { reader, findings } = read()
    expect(reader.date(undefined)).toBeUndefined()
    expect(findings.warnings).toEqual([])
  })
})

describe('menus', () => {
  const category = { id: 9, name: 'Trackers', path: 'gps/trackers' }
  const menuOf = (...menus: Record<string, unknown>[]) => ({
    ...withNodes(node('/produkty/:path', 'product_categories', { action: 'show' })),
    product_categories: [category],
    menus: menus.map((item, id) => ({ id, name: 'Item', group: 'main', ...item })),
  })
  const entriesOf = (at: string, ...menus: Record<string, unknown>[]): MenuEntry[] =>
    read({ locales: { en: menuOf(...menus) }, at }).reader.menu('main')

  it.each([
    [{ url: '/en/about' }, '/en/about'],
    [{ url: 'https://other.example/' }, 'https://other.example/'],
    [{ slug: '/about' }, '/en/about'],
    [{ url: '/en/about', slug: '/blog' }, '/en/about'],
    [{ slug: '/blog', type: 'Category', typeReferenceId: 9 }, '/en/blog'],
    [{ type: 'Category', typeReferenceId: 9 }, '/en/produkty/gps/trackers'],
    [{ type: 'Category', typeReferenceId: 8 }, undefined],
    [{ type: 'Page', typeReferenceId: 9 }, undefined],
    [{ url: 'javascript:x' }, undefined],
    [{}, undefined],
  ])('link %j to %j', (item, href) => {
    expect(entriesOf('/en', item)[0]?.href).toBe(href)
  })

  it('report a slug without a page', () => {
    const { reader, site } = read({ locales: { en: menuOf({ slug: '/gone' }) }, at: '/en' })
    expect(reader.menu('main')[0]?.href).toBe('/en/gone')
    expect(menuFindings(site, 'en')).toMatchObject([{ code: 'link-dead', where: { locale: 'en', url: '/en/gone' } }])
  })

  it('mark the page and its ancestors, but home only on itself', () => {
    const states = (at: string) =>
      entriesOf(
        at,
        { slug: '/' },
        { slug: '/blog' },
        { children: [{ id: 7, name: 'Post', slug: '/blog/post-1' }] },
      ).map(({ isCurrent, isActive }) => ({ isCurrent, isActive }))
    const neither = { isCurrent: false, isActive: false }
    const ancestor = { isCurrent: false, isActive: true }
    const current = { isCurrent: true, isActive: true }
    expect(states('/en')).toEqual([current, neither, neither])
    expect(states('/en/blog')).toEqual([neither, current, neither])
    expect(states('/en/blog/post-1')).toEqual([neither, ancestor, ancestor])
  })

  it('have only the items of the group', () => {
    const { reader } = read({ locales: { en: menuOf({ name: 'A' }, { name: 'B', group: 'footer' }) }, at: '/en' })
    expect(reader.menu('footer').map(({ name }) => name)).toEqual(['B'])
    expect(reader.menu('top')).toEqual([])
  })
})

describe('languages', () => {
  const families = [
    { id: 'pl', origin: 'https://example.pl', defaultLocale: 'pl', locales: ['pl', 'en', 'de'] },
    { id: 'fr', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ]
  const settings = testSettings({ families })
  const english = { ...smallSite(), nodes: [node('/', 1, { nodeType: 'root' }), node('/about-us', 2)] }
  const locales = { pl: smallSite(), en: english, de: {}, fr: english }
  const links = (options: Options) =>
    read({ locales, settings, ...options })
      .reader.languages()
      .map(({ locale, href }) => ({ locale, href }))

  it('link to the same page, by absolute address in another family; an empty locale has none', () => {
    expect(links({ at: '/about' })).toEqual([
      { locale: 'pl', href: '/about' },
      { locale: 'en', href: '/en/about-us' },
      { locale: 'fr', href: 'https://example.fr/about-us' },
    ])
  })

  it('link to the home page if the page does not exist', () => {
    expect(links({ at: '/blog' })).toEqual([
      { locale: 'pl', href: '/blog' },
      { locale: 'en', href: '/en' },
      { locale: 'fr', href: 'https://example.fr/' },
    ])
  })

  it('on an error page link to the home pages', () => {
    expect(links({ at: '/404.html' }).map(({ href }) => href)).toEqual(['/', '/en', 'https://example.fr/'])
  })

  it('are named in their own language', () => {
    const { reader } = read({ locales, settings })
    expect(reader.languages().map(({ name }) => name)).toEqual(['Polski', 'English', 'Français'])
  })
})

describe('pictures', () => {
  const pictures = new Map([['/media/a.png', { src: '/assets/a-1.png', width: 3, height: 2 }]])
  const { reader } = read({ pictures })
  const image = { mime: undefined }

  it('have the size of their file, whatever the content says', () => {
    expect(reader.picture({ ...image, url: '/media/a.png', alt: 'A', width: 9, height: 9 }, 'text')).toEqual({
      src: '/assets/a-1.png',
      width: 3,
      height: 2,
      alt: 'A',
    })
  })

  it('without a file keep their place and their alt text', () => {
    const missing = { ...image, url: '/media/b.png', alt: 'B', width: 9, height: 6 }
    expect(reader.picture(missing, 'text')).toEqual({ width: 9, height: 6, alt: 'B' })
    expect(reader.picture(missing, 'text', 'other')?.alt).toBe('other')
    expect(reader.picture(undefined, 'text')).toBeUndefined()
    for (const nothing of ['', undefined]) expect(reader.picture({ ...missing, alt: nothing }, 'text')).toBeUndefined()
    expect(reader.picture(missing, 'text', '')).toBeUndefined()
  })

  it('within a text keep their place too, whatever the content says', () => {
    const html = '<p>A <img src="/media/a.png" alt="A" width="900" height="1"> B</p>' as Html
    expect(reader.html(html, 'h2')).toMatch(/<img src="\/assets\/a-1\.png" width="3" height="2" alt="A"/)
    expect(reader.html('<img src="/media/b.png" alt="B">' as Html, 'h2')).toContain('viewBox="0 0 1080 720"')
    expect(reader.html(html)).toBe('<p>A  B</p>') // not below a heading: for callers that show only words
  })
})

it('breaks words of a heading only if they may not fit its line', () => {
  const { reader } = read({ at: '/de', locales: { de: smallSite() } })
  const shown = (heading?: 'h1') => reader.words('Flottenberatung', heading)?.replaceAll('\u00ad', '|')
  expect([shown('h1'), shown()]).toEqual(['Flottenberatung', 'Flot|ten|be|ra|tung'])
})

it('names an asset that the bundle lacks', () => {
  expect(() => read().reader.asset('x.css')).toThrow('The bundle has no file "x.css".')
})

it('returns the pages of its own list', () => {
  const { reader } = read({ locales: { pl: smallSite({ posts: 3, perPage: 2 }) }, at: '/blog/page/2' })
  expect(reader.pagination).toMatchObject({ page: 2, pages: 2 })
  expect(reader.pagination?.hrefOf(1)).toBe('/blog')
  expect(read({ at: '/blog' }).reader.pagination).toBeUndefined()
})

it('finds the pages that layouts link to, by settings and by node type', () => {
  const nodes = [
    ...['search', 'login', 'privacy'].map((nodeType) => node(`/${nodeType}-page`, nodeType, { nodeType })),
    node('/kontakt', 'c', { nodeType: 'contact' }),
  ]
  const pages = Object.fromEntries(['search', 'login', 'privacy', 'c'].map((id) => [id, page(id, id)]))
  const base = withNodes(...nodes)
  const settings = testSettings({ links: { help: { pl: '/about' }, demo: { pl: '/gone' }, contact: {} } })
  const { reader } = read({ locales: { pl: { ...base, pages: { ...base.pages, ...pages } } }, settings })
  const roles = ['home', 'help', 'demo', 'contact', 'search', 'login', 'privacy', 'blog'] as const
  expect(roles.map((role) => reader.page(role))).toEqual([
    ...['/', '/about', undefined, '/kontakt', '/search-page', '/login-page', '/privacy-page', '/blog'],
  ])
})

it('finds whether a picture of the page moves for a long time', () => {
  const picture = { src: '/a.gif', width: 10, height: 10 }
  const pictures = new Map([
    ['/long.gif', { ...picture, motion: 'long' as const }],
    ['/short.gif', { ...picture, motion: 'short' as const }],
  ])
  const { site, routeAt } = testSite({ locales: { pl: smallSite() }, pictures })
  const recorder = createRecorder(site)
  const file = routeAt('/').file
  const movesLong = (url: string) =>
    recorder.record(() => {
      const reader = createPageReader({ site, recorder, file, parts, hyphenation })
      reader.picture({ url, alt: 'A' }, 'text')
      return reader.movesLong()
    }).result
  expect(['/long.gif', '/short.gif', '/b.gif'].map(movesLong)).toEqual([true, false, false])
})

it('shares parts only with pages of the same language', () => {
  const { site, routeAt } = testSite({ locales: { pl: smallSite(), en: smallSite() } })
  const recorder = createRecorder(site)
  const partOf = (path: string) => {
    const { file } = routeAt(path)
    return recorder.record(() => {
      const reader = createPageReader({ site, recorder, file, parts, hyphenation })
      return reader.shared?.('menu', () => reader.locale)
    }).result
  }
  expect(['/', '/about', '/en'].map(partOf)).toEqual(['pl', 'pl', 'en'])
})

it('reports elements of a text that pages do not show, and what to do instead', () => {
  const { reader, findings } = read({})
  reader.html('<video src="/a.mp4"></video><form></form><img data-src="/a.jpg">' as Html, 'h1')
  expect(
    findings.warnings.map(({ message, hint }) => [message.replace(/^A text of the page "[^"]+" has /, ''), hint]),
  ).toEqual([
    ['a picture without an address; pages show at most its words.', expect.stringContaining('"src"')],
    ['the element <form>; pages show at most its words.', expect.stringContaining('Use a block that shows a form')],
    ['the element <video> with "/a.mp4"; pages show at most its words.', expect.stringContaining('<iframe>')],
  ])
})

it('reports a video without a title, and explains how to show one of another host', () => {
  const settings = testSettings({ videoHosts: ['video.example'] })
  const { reader, findings } = read({ settings })
  const frame = (src: string) => reader.html(`<iframe src="${src}"></iframe>` as Html, 'h1')
  expect(frame('https://video.example/1')).toContain('>Watch the video<')
  frame('https://other.example/1')
  frame('http://video.example/1')
  frame('/videos/1')
  expect(findings.warnings.map(({ hint }) => hint)).toEqual([
    expect.stringContaining('Embed videos with an https:// address'),
    expect.stringContaining('Embed videos with an https:// address'),
    expect.stringContaining('Add "other.example" to "videoHosts"'),
  ])
})
