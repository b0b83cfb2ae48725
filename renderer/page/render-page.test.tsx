import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import * as z from 'zod'
import type { Href } from '#blocks/_shared/reader.ts'
import type { BlockOf } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { type PageAddresses, renderPage } from './render-page.tsx'
import type { ResolvedPage } from './resolved-page.ts'

function render(...texts: object[]): string {
  const blocks = texts.map((text, at) => ({ type: 'text', id: `${at}`, html: '', ...text }) as BlockOf<'text'>)
  return renderWith({ blocks })
}

function renderWith(more: Partial<ResolvedPage>, reader = fakeReader()): string {
  const page = { template: 'subpage', title: 'About', intro: { title: 'About' }, crumbs: [], seo: {}, ...more }
  const addresses = { alternates: [], integrity: new Map() } as unknown as PageAddresses
  return renderPage(page as unknown as ResolvedPage, reader, addresses, { name: 'react', render: renderToString })
}

it('names the block that contains something React cannot render', () => {
  const words = { headline: 'words' }
  expect(() => render(words, { headline: { no: 'words' } })).toThrow(
    /^in its block 2, "text": Objects are not valid as a React child/,
  )
})

it('names the faults that a schema finds in a component of a block', () => {
  const Price = () =>
    z.object({ price: z.number(), units: z.array(z.string()) }).parse({ price: 'ten', units: [7] }).price
  expect(() => render({ headline: <Price /> })).toThrow(
    'in its block 1, "text": Invalid input: expected number, received string (at "price"); Invalid input: expected string, received number (at "units.0")',
  )
  const Count = () => z.number().parse('ten')
  expect(() => render({ headline: <Count /> })).toThrow(/: Invalid input: expected number, received string$/)
})

it('lets only the first photograph leave the column of the text', () => {
  const photo = (name: string) => ({ headline: name, image: { url: '/a.jpg' } })
  const html = render({ headline: 'None' }, photo('First'), photo('Second'))
  expect(html.match(/is-wide/g)).toHaveLength(1)
  expect(html).toContain('First</h2><div class="text is-picture-top is-wide">')
})

it('names the service of reCAPTCHA only on pages that may load something from third parties', () => {
  const { site, ...members } = fakeReader()
  const recaptcha = { siteKey: 'key', origin: 'https://www.google.com', consent: 'necessary' }
  const reader = fakeReader({ ...members, site: { ...site, recaptcha } })
  const isNamed = (template: ResolvedPage['template']) =>
    renderWith({ template, blocks: [] }, reader).includes('data-recaptcha-key="key"')
  expect(isNamed('subpage')).toBe(true)
  expect(isNamed('login')).toBe(false)
  expect(isNamed('restricted')).toBe(false)
})

it.each([
  ['日本', 'Česká Třebová', '/card.jpg', 'summary_large_image'],
  ['About', 'Чапля', '/card.jpg', 'summary_large_image'],
  ['日本', 'Чапля', '/icon-512.png', 'summary'],
  ['日本', 'Việt', '/icon-512.png', 'summary'],
])('gives social networks a card with words, or the icon: title "%s", brand "%s"', (title, brand, file, kind) => {
  const { site } = fakeReader()
  const html = renderWith(
    { title, blocks: [] },
    fakeReader({
      site: { ...site, brand },
      socialCard: (alt) => ({ src: '/card.jpg', width: 1200, height: 630, alt }),
    }),
  )
  expect(html).toContain(`<meta property="og:image" content="https://www.example.com${file}"/>`)
  expect(html).toContain(`<meta name="twitter:card" content="${kind}"/>`)
})

it('tells social networks when a post was published and edited', () => {
  const post = { others: [], shareUrl: '', publicationDate: '2026-01-02' }
  const timesOf = (more: Partial<ResolvedPage>) =>
    [...renderWith({ blocks: [], ...more }).matchAll(/"article:(\w+)" content="([^"]+)"/g)].map(([, ...time]) => time)
  const published = ['published_time', '2026-01-02']
  expect(timesOf({ post, editedAt: '2026-02-03' })).toEqual([published, ['modified_time', '2026-02-03']])
  expect(timesOf({ post })).toEqual([published])
  expect(timesOf({})).toEqual([])
})

it('numbers the title and description of the later pages of a list', () => {
  const headOf = (page: number) => {
    const reader = fakeReader({ pagination: { page, pages: 2, hrefOf: () => '/en/page' as Href } })
    const html = renderWith({ blocks: [], seo: { title: 'News', description: 'What is new.' } }, reader)
    return [/<title>[^<]*/, /"description" content="[^"]*/, /"og:description" content="[^"]*/].map((part) =>
      part.exec(html)?.[0].split(/[>"]/).at(-1),
    )
  }
  expect(headOf(1)).toEqual(['News', 'What is new.', 'What is new.'])
  expect(headOf(2)).toEqual(['News – page 2', 'What is new. – page 2', 'What is new. – page 2'])
})
