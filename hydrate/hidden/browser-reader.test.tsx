import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { hiddenProps } from '#blocks/_shared/islands/hidden-page-island.tsx'
import type { Href, Reader } from '#blocks/_shared/reader.ts'
import { renderBlock } from '#blocks/registry.tsx'
import { factsOfBlocks } from '#content/fields.ts'
import { type Block, blockTypes } from '#content/schema.ts'
import { areaTexts, translatorOf } from '#locales/translator.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { allBlocks } from '#tests/fixtures/all-blocks.ts'
import { createBrowserReader } from './browser-reader.ts'
import { hiddenTextKeys, laterValues } from './hidden-props.ts'
import { readBlocks } from './read-blocks.ts'
import type { Lists } from './read-lists.ts'

const { keptEmpty } = factsOfBlocks()
const lists = {
  posts: [{ id: '1', slug: 'a', title: 'Post', publicationDate: '2026-10-28' }],
  job_offers: [{ id: '1', slug: 'a', title: 'Job', validThrough: '2026-10-28' }],
  contact_people: [{ id: '1', name: 'Ann' }],
}
const area = { before: '/en/zone/', after: '' }
const base = 'https://www.example.com/en/zone/x'

function readerOf(overrides: Partial<Reader> = {}): Reader {
  // Like texts whose values the browser fills in later.
  const asked = fakeReader({ text: (key, values = {}) => `${key}: ${Object.values(values).join(' ')}`, ...overrides })
  return createBrowserReader({ props: hiddenProps(area, asked), lists, base, clean: (html) => html })
}

describe('the reader of a page that is rendered in the browser', () => {
  it('has every text that a block of any type shows', () => {
    const known = readBlocks(allBlocks, keptEmpty) as unknown as Block[]
    expect([...new Set(known.map(({ type }) => type))].sort()).toEqual([...blockTypes].sort())
    const reader = readerOf()
    const asked = new Set<string>()
    const noting: Reader = {
      ...reader,
      text(key, values) {
        asked.add(key)
        return reader.text(key, values)
      },
    }
    for (const block of known) renderToStaticMarkup(renderBlock(block, { reader: noting }))
    expect(asked.size).toBeGreaterThan(50)
    expect([...asked].filter((key) => reader.text(key) === key)).toEqual([])
  })

  it('knows every value that the browser fills into these texts', () => {
    const areas = JSON.parse(readFileSync('locales/en.json', 'utf8'))
    const written = (key: string) => String(key.split('.').reduce((at, part) => at?.[part], areas))
    const places = hiddenTextKeys.flatMap((key) => [...written(key).matchAll(/{{(\w+)}}/g)].map(([, name]) => name))
    expect(places.length).toBeGreaterThan(5)
    expect(places.filter((name) => !laterValues.includes(name ?? ''))).toEqual([])
  })

  it('gives own blocks the members that they ask for, and every page of the site', () => {
    const members = ['a', 'b', 'c'].map((slug) => ({ id: slug, slug, title: slug }))
    const props = hiddenProps(area, fakeReader({ page: (role) => `/${role}` as Href }))
    const lists = { posts: members, services: members, job_offers: members }
    const reader = createBrowserReader({ props, lists, base, clean: (html) => html })
    for (const list of [reader.posts, reader.services, reader.jobOffers])
      expect(list(1, 1).map(({ slug }) => slug)).toEqual(['b'])
    for (const role of ['help', 'demo', 'search', 'blog'] as const) expect(reader.page(role)).toBe(`/${role}`)
  })

  it('shows the slug of a member without a title, as builds do', () => {
    const titles = ['', '\u200b', null, 'A']
    const posts = titles.map((title, at) => ({ id: `${at}`, slug: `post-${at}`, title, publicationDate: '2026-10-28' }))
    const parts = {
      props: hiddenProps(area, fakeReader()),
      lists: { posts } as Lists,
      base,
      clean: (html: string) => html,
    }
    const reader = createBrowserReader(parts)
    expect(reader.posts().map(({ title }) => title)).toEqual(['post-0', 'post-1', 'post-2', 'A'])
  })

  it('fills values into texts', () => {
    const reader = readerOf({ text: (_, values) => `Picture ${values?.number} of ${values?.name}` })
    expect(reader.text('gallery.picture', { number: 3 })).toBe('Picture 3 of {{name}}')
    expect(reader.text('gallery.open', { name: '$& <b>', number: 1 })).toBe('Picture 1 of $& <b>')
  })

  it('chooses the plural form of a text as other pages do', () => {
    const own = {
      berths: 'Berths',
      berths_zero: 'No berth',
      berths_one: '{{count}} berth',
      berths_other: '{{ count }} berths',
    }
    const texts = { en: { own: { fleet: own, bare: { boats: 'Boats: {{count}}' } } } }
    const reader = readerOf({ ownTexts: () => areaTexts(texts, { area: 'own', locales: ['en'] }) })
    const translate = translatorOf(texts, 'en')('en')
    const counts: Record<string, number>[] = [{ count: 0 }, { count: 1 }, { count: 3 }, {}]
    for (const key of ['own.fleet.berths', 'own.bare.boats'])
      for (const values of counts) expect(reader.text(key, values)).toBe(translate(key, values))
    expect(reader.text('own.fleet.berths', { count: 0 })).toBe('No berth')
  })

  it('links to every page that has a role', () => {
    const reader = readerOf({ page: (role) => `/en/${role}` as never })
    for (const role of ['search', 'help', 'demo', 'home'] as const) expect(reader.page(role)).toBe(`/en/${role}`)
  })

  it.each([
    ['/en/help', 'https://www.example.com/en/help'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['/en/help#opening hours', 'https://www.example.com/en/help#c-opening-hours'],
    ['/en/help#top', 'https://www.example.com/en/help#top'],
    ['https://other.example/#hours', 'https://other.example/#hours'],
    ['java\tscript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['  ', undefined],
    [{ toString: (): string => '/x' }, undefined],
  ])('resolves the link %j to %s', (url, href) => {
    expect(readerOf().link(url as string)).toBe(href)
  })

  it('shows dates as the other pages do', () => {
    expect(readerOf().date('2026-10-28')?.text).toBe('28 October 2026')
    expect(readerOf().date('2026-10-28T23:30:00Z')?.text).toBe('29 October 2026')
    expect(readerOf().date('2026-10-28T23:30')?.text).toBe('28 October 2026')
    expect(readerOf().date('soon')).toBeUndefined()
  })

  it('loads pictures only from the site and the origins of the settings', () => {
    const { site } = fakeReader()
    const inBrowser = { ...site.inBrowser, pictureOrigins: ['https://pictures.example.com'] }
    const reader = readerOf({ site: { ...site, inBrowser } })
    const srcOf = (url: string) => reader.picture({ url, alt: 'A' }, 'text')?.src
    expect(srcOf('/media/a.png')).toBe('https://www.example.com/media/a.png')
    expect(srcOf('https://pictures.example.com/a.png')).toBe('https://pictures.example.com/a.png')
    expect(srcOf('https://other.example/a.png')).toBeUndefined()
    expect(reader.picture({ url: 'https://other.example/a.png', alt: '' }, 'text')).toBeUndefined()
    const based = readerOf({
      site: { ...site, inBrowser: { ...inBrowser, pictureBase: 'https://pictures.example.com' } },
    })
    expect(based.picture({ url: '/media/a.png' }, 'text')?.src).toBe('https://pictures.example.com/media/a.png')
  })

  it('knows the addresses of the pages of a collection', () => {
    const asked = fakeReader({
      posts: () => [
        { id: '1', slug: "l'été", title: '', publicationDate: '', href: '/en/blog/l%27%C3%A9t%C3%A9' as never },
      ],
      services: () => [{ id: '1', slug: 'a', title: '', href: '/en/a/a/more' as never }],
      jobOffers: () => [{ id: '1', slug: 'a', title: '' }],
    })
    expect(hiddenProps(area, asked).members).toEqual({
      posts: { before: '/en/blog/', after: '' },
      services: { before: '/en/a/', after: '/more' },
      job_offers: undefined,
    })
  })
})

describe('readBlocks', () => {
  it('reads blocks as builds do', () => {
    const blocks = [
      { id: 770077, type: 'text', headline: ' ', html: '', image: null, list: [null, { id: 1, lead: '' }] },
      null,
      'text',
      { type: 'jobs', headline: '\u00ad' },
    ]
    expect(readBlocks(blocks, keptEmpty)).toEqual([
      { id: '770077', type: 'text', html: '', list: [{ id: '1' }] },
      { id: '1', type: 'jobs' },
    ])
    expect(readBlocks({}, keptEmpty)).toEqual([])
  })
})
