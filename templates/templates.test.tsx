import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Href, PageRole, Reader } from '#blocks/_shared/reader.ts'
import { type Block, type Image, postSummarySchema } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { firstBanner, type PageView, type TemplateName, wideBlock } from './page-view.ts'
import { templates } from './registry.tsx'

const href = (path: string) => path as Href
const base: Omit<PageView, 'template'> = {
  title: 'About <us>',
  intro: {
    eyebrow: 'Who we are',
    title: 'Seventeen years',
    subtitle: 'Sub',
    description: 'Words',
    publicationDate: '2026-01-02',
    mask: 62,
  },
  crumbs: [{ name: 'Company', href: href('/en/company') }, { name: 'About <us>' }],
  blocks: [],
}
const render = (template: TemplateName, more: Partial<PageView> = {}, reader: Partial<Reader> = {}) => {
  const Template = templates[template]
  return renderToStaticMarkup(
    <Template page={{ ...base, ...more, template }} reader={fakeReader(reader)} blocks={[<i key="1">blocks</i>]} />,
  )
}

it.each(Object.keys(templates) as TemplateName[])(
  '%s has one h1 and its blocks, and no attribute that the CSP refuses',
  (template) => {
    const html = render(template)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('<i>blocks</i>')
    expect(html).not.toMatch(/ style=| class=""/)
  },
)

it('leaves the h1 of the home page to a banner with a title at its top', () => {
  const banner = { type: 'banner', id: '1', title: 'T' } as Block
  expect(render('home', { blocks: [banner] })).not.toContain('<h1')
  expect(render('home', { blocks: [{ ...banner, title: ' ' } as Block] })).toContain('<h1')
})

it('treats the picture of a banner as the first of the page only if none is above it', () => {
  const banner = { type: 'banner', id: '1', title: 'T' } as Block
  const intro = { ...base.intro, image: { url: '/a.jpg' } as Image }
  expect(firstBanner({ ...base, template: 'subpage', blocks: [banner] })).toBe(banner)
  expect(firstBanner({ ...base, template: 'home', intro, blocks: [banner] })).toBe(banner)
  expect(firstBanner({ ...base, template: 'subpage', intro, blocks: [banner] })).toBeUndefined()
})

it('shows every text at the opening of the page', () => {
  const html = render('subpage')
  for (const text of [
    'About &lt;us&gt;',
    '>Who we are</p>',
    'Seventeen years',
    'Sub',
    'Words',
    'dateTime="2026-01-02"',
  ])
    expect(html).toContain(text)
  expect(render('subpage', { intro: { title: 'Only', mask: 0 } })).toMatch(
    /<div class="intro__words scrim"><h1.*<\/h1><\/div>/,
  )
})

it('masks the picture of the opening as requested, and nothing if no picture is shown', () => {
  const withImage = (reader: Partial<Reader> = {}) =>
    render('subpage', { intro: { ...base.intro, image: { url: '/a.jpg' } as Image } }, reader)
  expect(withImage()).toContain('mask mask-tens-6 mask-ones-2"')
  expect(render('subpage')).not.toContain('mask')
  const missing = { width: 3, height: 2, alt: 'Not there' }
  expect(withImage({ picture: () => missing })).not.toContain('mask')
})

it('links to the home page first, and marks the page as the last crumb', () => {
  const html = render('subpage')
  expect(html).toMatch(/<li><a class="breadcrumbs__home" href="\/en">.*<a href="\/en\/company">Company<\/a>/)
  expect(html).toContain('<span aria-current="page">About &lt;us&gt;</span>')
  expect(render('subpage', { crumbs: [] })).not.toContain('breadcrumbs')
  expect(render('subpage', {}, { page: () => undefined })).not.toContain('breadcrumbs__home')
})

it.each(['home', 'subpage', 'blog-list', 'search', 'login'] as const)(
  'opens the cookie settings only from privacy pages, in the layout %s too',
  (template) => {
    expect(render(template, { nodeType: 'privacy' })).toContain('data-consent-open')
    expect(render(template)).not.toContain('data-consent-open')
    const { site } = fakeReader()
    const unasked = { site: { ...site, consent: { ...site.consent, ask: false } } }
    expect(render(template, { nodeType: 'privacy' }, unasked)).not.toContain('data-consent-open')
  },
)

it('shows the industry and the lead of a service', () => {
  const html = render('subpage', { service: { lead: 'Every lorry', industry: 'agroCars' } })
  expect(html).toContain('Every lorry')
  expect(html).toContain('Agricultural machines')
})

it('leaves out an industry that the title or crumbs already name', () => {
  const service = { industry: 'agroCars' as const }
  const name = 'Agricultural\u00a0machines'
  expect(render('subpage', { service })).toContain('intro__tag')
  expect(render('subpage', { service, title: name })).not.toContain('intro__tag')
  expect(render('subpage', { service, intro: { ...base.intro, title: name } })).not.toContain('intro__tag')
  expect(render('subpage', { service, crumbs: [{ name }] })).not.toContain('intro__tag')
})

it('shows the facts of a post, its share links and other posts', () => {
  const other = postSummarySchema.parse({ id: 2, slug: 'b', title: 'Another', publicationDate: '2026-02-03' })
  const post = {
    author: 'Ada',
    lead: 'Lead',
    publicationDate: '2026-05-06',
    backHref: href('/en/blog'),
    others: [{ ...other, href: href('/en/blog/b') }],
    shareUrl: 'https://x.example/a?b&c',
  }
  const html = render('blog-post', { post })
  for (const text of ['Ada', 'Lead', 'dateTime="2026-05-06"', 'href="/en/blog"', 'Another'])
    expect(html).toContain(text)
  expect(html).toContain('sharer.php?u=https%3A%2F%2Fx.example%2Fa%3Fb%26c')
  expect(html).toContain('share-offsite/?url=https%3A%2F%2Fx.example%2Fa%3Fb%26c')
  expect(html).toMatch(/<ul class="share-links" [^>]*aria-label="[^"]*About &lt;us&gt;/)
  expect(html).toMatch(/<section id="other-posts".*<h2 class="section__headline">Other posts</)
  expect(html).not.toContain('intro__date')
  const alone = render('blog-post', { post: { ...post, others: [], author: undefined } })
  expect(alone).not.toMatch(/other-posts|By /)
})

it('lists only the facts that a job offer has', () => {
  const html = render('job-offer', {
    job: { slug: 'a', lead: 'Calm voice', location: 'Poznań', validThrough: '2027-01-31' },
  })
  for (const text of ['Calm voice', 'Poznań', 'dateTime="2027-01-31"']) expect(html).toContain(text)
  expect(html).not.toContain('Employment type')
})

it('leaves no empty place above the blocks of a job offer without lead and facts', () => {
  expect(render('job-offer', { job: { slug: 'a' } })).not.toContain('page-lead')
  expect(render('job-offer', { job: { slug: 'a', lead: 'Calm voice' } })).not.toContain('<dl')
})

it('shows the branch of a category and the categories below it', () => {
  const category = {
    ancestors: [{ name: 'Trackers', href: href('/en/products/trackers') }],
    children: [{ name: 'For lorries' }],
    siblings: [{ name: 'For boats' }],
  }
  const html = render('category', { category })
  expect(html).toContain('href="/en/products/trackers"')
  expect(html).toContain('For lorries')
  expect(html).not.toContain('For boats')
})

it('shows the categories beside one that has none below it, and links to the next steps that exist', () => {
  const category = { ancestors: [{ name: 'Trackers' }], children: [], siblings: [{ name: 'For boats' }] }
  const html = render('category', { category })
  expect(html).toContain('Also in Trackers')
  expect(html).toContain('For boats')
  expect(html).toContain('href="/en/demo">Book a demo')
  expect(html).toContain('href="/en/contact">Ask a question')
  const atTop = render('category', { category: { ...category, ancestors: [] } })
  expect(atTop).toContain('<h2 class="section__headline">Other categories</h2>')
  expect(atTop).not.toContain('category-tree')
  const contactOnly = (role: PageRole) => (role === 'contact' ? href('/en/contact') : undefined)
  expect(render('category', { category }, { page: contactOnly })).toContain('is-primary" href="/en/contact"')
  expect(render('category', { category }, { page: () => undefined })).not.toContain('Your next step')
})

it('sends the phrase to the search page itself', () => {
  const html = render('search')
  expect(html).toContain(
    '<search class="search-form" data-wakes=".search-page__results"><form id="search" action="/en/search" method="get">',
  )
  expect(html).toMatch(/<input [^>]*required="" minLength="3" maxLength="400"[^>]* name="q"/)
  expect(html).toContain('<noscript>')
  const [, pattern = ''] = / pattern="([^"]*)"/.exec(html) ?? []
  const isTaken = (phrase: string) => new RegExp(`^(?:${pattern})$`, 'v').test(phrase)
  expect(['abc', ' a c ', 'ab', ' ab ', '   '].map(isTaken)).toEqual([true, true, false, false, false])
})

it('searches for a single character in languages whose words are short', () => {
  const [, minLength, pattern] =
    / minLength="(\d)".* pattern="([^"]*)"/.exec(render('search', {}, { locale: 'ja' })) ?? []
  expect(minLength).toBe('1')
  expect(['鳥', ' 野鳥 ', ' '].map((phrase) => new RegExp(`^(?:${pattern})$`, 'v').test(phrase))).toEqual([
    true,
    true,
    false,
  ])
})

it('tries the address that could not be reached again', () => {
  expect(render('offline')).toContain('href="?"')
})

it('links from the search to the pages that exist', () => {
  const contact = (role: PageRole) => (role === 'contact' ? href('/en/contact') : undefined)
  expect(render('search', {}, { page: contact })).toMatch(/<h2[^>]*id="search-ways".*href="\/en\/contact"/)
  expect(render('search', {}, { page: () => undefined })).not.toContain('search-ways')
})

it('posts the login, and has an empty place for its error', () => {
  const html = render('login')
  expect(html).toContain('action="/api/login" method="post"')
  expect(html).toContain('<p role="alert"></p>')
})

it('passes the messages of the restricted area to the browser', () => {
  expect(render('restricted', { area: { before: '/area/', after: '' } })).toMatch(
    /<script type="application\/json">.*"restricted.denied":"The access was not granted"/,
  )
})

it.each([404, 500] as const)('describes the status %i, and links to the home page of every language', (status) => {
  const languages = () =>
    ['pl', 'de'].map((locale) => ({
      locale,
      name: locale,
      href: href(`/${locale}`),
      isCurrent: false,
    }))
  const html = render('error', { error: { status } }, { languages })
  expect(html).toContain(status === 404 ? 'The page you are looking for was not found' : 'internal server error')
  expect(html).toContain('hrefLang="de"')
  expect(html).toContain('<a href="/en/blog">')
  expect(render('error', { error: { status } }, { page: () => undefined })).not.toMatch(/<a |error-page__more/)
})

it('says in every language that a page was not found, for hosts that show one page for all', () => {
  const languages = () =>
    ['pl', 'de'].map((locale) => ({ locale, name: locale, href: href(`/${locale}`), isCurrent: false }))
  const german = {
    locale: 'de',
    prefix: '/de/',
    title: 'Nicht gefunden',
    text: 'Es gibt sie nicht',
    home: 'Startseite',
  }
  const html = render('error', { error: { status: 404, elsewhere: [german] } }, { languages })
  expect(html).toMatch(
    /<li lang="de" data-prefix="\/de\/" data-title="Nicht gefunden" data-text="Es gibt sie nicht" data-home="Startseite">.*<span>Nicht gefunden<\/span>/,
  )
})

it('lets the first photograph of a page leave its column, unless a banner further down has a picture', () => {
  const text = (url?: string) => ({ type: 'text', html: '', image: url ? { url } : undefined }) as Block
  const banner = { type: 'banner', title: 'One', image: { url: '/b.jpg' } } as Block
  const photo = text('/a.jpg')
  expect(wideBlock({ blocks: [text(), text('/a.svg'), photo, text('/b.jpg')] })).toBe(photo)
  expect(wideBlock({ blocks: [banner, photo] })).toBe(photo)
  expect(wideBlock({ blocks: [photo, banner] })).toBeUndefined()
})
