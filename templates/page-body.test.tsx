import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Href, LanguageLink, MenuEntry, Reader } from '#blocks/_shared/reader.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { PageBody } from './page-body.tsx'
import type { PageView } from './page-view.ts'

const page: PageView = {
  template: 'subpage',
  title: 'Page',
  intro: { title: 'Page', mask: 60 },
  crumbs: [],
  blocks: [],
}
const entry = (name: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  id: name,
  name,
  href: `/en/${name}` as Href,
  isCurrent: false,
  isActive: false,
  marks: '',
  children: [],
  ...more,
})
const languages: LanguageLink[] = [
  { locale: 'en', name: 'English', href: '/en/page' as Href, isCurrent: true },
  { locale: 'de', name: 'Deutsch', href: '/de' as Href, isCurrent: false },
]
const render = (overrides: Partial<Reader> = {}, view = page) =>
  renderToStaticMarkup(
    <PageBody page={view} reader={fakeReader(overrides)}>
      content
    </PageBody>,
  )

describe('header', () => {
  it('starts with a link to the content', () => {
    expect(render()).toMatch(/^<div id="top"><\/div><a class="skip-link" href="#content">/)
    expect(render()).toContain('<main id="content" tabindex="-1">content</main>')
  })

  it('opens the children of an entry with a button that names the entry', () => {
    const children = [entry('trucks', { description: 'Every lorry', children: [entry('tolls')] })]
    const main = [entry('services', { headline: 'Which fleet?', description: 'Seven of them', children })]
    const html = render({ menu: (group) => (group === 'main' ? main : []) })
    expect(html).toContain('popoverTarget="mega-0"')
    expect(html).toContain('Open submenu: services')
    for (const text of ['Which fleet?', 'Seven of them', '/en/tolls']) expect(html).toContain(text)
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('trucks Every lorry') // words are separated without styles too
  })

  it('has each entry once, and provides the words of the bar for measuring', () => {
    const main = [entry('services', { children: [entry('trucks')] }), entry('blog')]
    const html = render({ menu: (group) => (group === 'main' ? main : []) })
    for (const name of ['services', 'trucks', 'blog'])
      expect(html.match(new RegExp(`href="/en/${name}"`, 'g'))).toHaveLength(1)
    const [bar = ''] = /(?<=data-bar=")[^"]*/.exec(html) ?? []
    expect(bar.split(/[\u2002\u2003]+/)).toEqual(['TrasanovaTrasa', 'services', 'blog', 'Book a demo'])
  })

  it("shows the brand's icon, and preloads nothing in the middle of the page", () => {
    const { site } = fakeReader()
    const markup = render({ site: { ...site, logo: 'icon' } })
    expect(markup).toContain('src="/assets/icon.svg"')
    expect(markup).not.toContain('preload')
  })

  it('marks a long brand name, which is smaller in a narrow bar, and lets its words break', () => {
    const named = (brand: string) =>
      render({ site: { ...fakeReader().site, brand }, words: (text) => text?.replace('verband', '\u00adverband') })
    expect(named('Wasserverband')).toContain('<span class="logo__name"><bdi>Wasser\u00adverband</bdi></span>')
    expect(named('Trasanova Fleet Control')).toContain('<span class="logo__name">')
    expect(named('Ogród Botaniczny Żurawina')).toContain('<span class="logo__name is-long">')
  })

  it('isolates the brand name in header and footer, whose full stop belongs to its end in any direction', () => {
    const markup = render({ site: { ...fakeReader().site, brand: 'Acme Inc.' } })
    expect(markup).toMatch(/<header.*<bdi>Acme Inc\.<\/bdi>.*<footer.*<bdi>Acme Inc\.<\/bdi>.*<bdi>Acme Inc\.<\/bdi>/s)
    expect(markup.match(/>Acme Inc\.</g)).toHaveLength(3)
  })

  it('shows an entry without an address as text', () => {
    expect(render({ menu: () => [entry('Legal', { href: undefined })] })).toContain(
      '<span class="main-nav__link">Legal</span>',
    )
  })

  it('marks the current entry', () => {
    const html = render({
      menu: (group) => (group === 'main' ? [entry('blog', { isCurrent: true, isActive: true })] : []),
    })
    expect(html).toContain('<a class="main-nav__link is-active" href="/en/blog" aria-current="page">')
  })

  it('opens an entry in the window that it names, and gives it its own class', () => {
    const main = [entry('shop', { target: '_blank', cssClass: 'is-new' })]
    expect(render({ menu: (group) => (group === 'main' ? main : []) })).toContain(
      '<a class="main-nav__link is-new" href="/en/shop" target="_blank" rel="noopener">',
    )
  })

  it('links the brand to the home page, if there is one, and marks the link there', () => {
    expect(render()).toContain('<a class="site-bar__brand" href="/en">')
    expect(render({ path: '/en' as Href })).toContain('href="/en" aria-current="page"')
    expect(render({ page: () => undefined })).toContain('<span class="site-bar__brand">')
  })

  it('provides the words of the line above the bar for measuring', () => {
    const [line = ''] = /(?<=data-line=")[^"]*/.exec(render({ languages: () => languages })) ?? []
    expect(line.split(/[\u2002\u2003]+/)).toEqual(['Help', '+44 1632 960 110', 'Log in', 'English', ''])
  })

  it('names every language in that language', () => {
    expect(render({ languages: () => languages })).toContain('<a href="/de" hrefLang="de" lang="de">Deutsch</a>')
    expect(render({ languages: () => languages }), 'the current language').toContain('<span>English</span>')
    expect(render({ languages: () => languages.slice(0, 1) })).not.toContain('language-list')
  })

  it('links to help once, even if the menu lists it too', () => {
    const help = entry('help')
    const html = render({ menu: (group) => (group === 'top' ? [help] : []) })
    expect(html.match(/href="\/en\/help"/g)).toHaveLength(1)
    expect(render().match(/href="\/en\/help"/g)).toHaveLength(1)
  })

  it('has no search panel on the search page, and none without a search page', () => {
    expect(render()).toContain('id="search-panel"')
    expect(render({}, { ...page, template: 'search' })).not.toContain('id="search-panel"')
    expect(render({ page: () => undefined })).not.toContain('id="search-panel"')
  })
})

it('neither asks for consent nor links to its settings if nothing needs consent', () => {
  const { site } = fakeReader()
  const shown = (ask: boolean) => render({ site: { ...site, consent: { ...site.consent, ask } } })
  expect([true, false].map((ask) => /data-consent|consent__/.test(shown(ask)))).toEqual([true, false])
})

describe('footer', () => {
  it('shows columns, contact, social links, cookie settings and the design credit', () => {
    const html = render({
      menu: (group) => (group === 'footer' ? [entry('Help', { href: undefined, children: [entry('faq')] })] : []),
    })
    expect(html).toContain('<h2 class="site-footer__heading"><span>Help</span></h2>')
    for (const text of [
      '/en/faq',
      'tel:+441632960110',
      'mailto:hello@example.com',
      'LinkedIn',
      'data-consent-open',
      'Studio Example',
    ]) {
      expect(html).toContain(text)
    }
  })

  it('is complete even if the settings leave out everything optional', () => {
    const site = {
      ...fakeReader().site,
      social: [],
      phone: undefined,
      email: undefined,
      designCredit: undefined,
      applicationUrl: undefined,
    }
    const html = render({ site, page: () => undefined })
    expect(html).not.toContain('href="undefined')
    expect(html).toContain('Trasanova')
    expect(html).not.toContain('site-footer__nav')
  })
})

it('renders every page with shared parts as if they were rendered for this page alone', () => {
  const made = new Map<string, string>()
  const shared: Reader['shared'] = (name, make) => {
    const part = made.get(name) ?? make()
    const markup = typeof part === 'string' ? part : renderToStaticMarkup(part)
    made.set(name, markup)
    return markup
  }
  const menuOf = (marked: boolean): Partial<Reader> => {
    const mark = marked ? { isCurrent: true, isActive: true, marks: '[0,true,[]]' } : {}
    const menu = (group: string) => [entry(group, { ...mark, children: [entry('trucks', mark)] }), entry('blog')]
    return { menu, marks: () => (marked ? '[[0,true,[[0,true,[]]]]]' : '[]') }
  }
  const bodies: [Partial<Reader>, PageView][] = [
    [menuOf(false), page],
    [menuOf(true), page],
    [{ ...menuOf(false), path: '/en/help' as Href, languages: () => languages }, page],
    [menuOf(false), { ...page, template: 'search' }],
    [
      { ...menuOf(false), languages: () => languages.slice(0, 1) },
      { ...page, template: 'home' },
    ],
    [menuOf(true), { ...page, template: 'login' }],
  ]
  for (const [overrides, view] of [...bodies, ...bodies.reverse()])
    expect(render({ ...overrides, shared }, view)).toBe(render(overrides, view))
  expect(made.size).toBeGreaterThan(10)
})
