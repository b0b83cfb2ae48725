import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Href, Reader } from '#blocks/_shared/reader.ts'
import { type Block, blockTypes, type Html, type Image } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { registry, renderBlock } from './registry.tsx'

const hostile = `"><script>alert(1)</script> & ${'x'.repeat(300)}`
const imageOf = (facts: Partial<Image> & { url: string }): Image => ({
  mime: undefined,
  alt: undefined,
  width: undefined,
  height: undefined,
  ...facts,
})
const html = '<p>Rich words</p>' as Html
const image = imageOf({ url: '/media/a.jpg', alt: hostile, width: 3, height: 2 })
const common = { id: 'a "b" <c>', headline: hostile }

/** A block of each type with every text hostile. */
const full: { [T in Block['type']]: Extract<Block, { type: T }> } = {
  banner: {
    ...common,
    type: 'banner',
    title: hostile,
    subtitle: hostile,
    html,
    image,
    maskOpacity: 'x',
    cta: { name: hostile, url: '/x', target: '_blank' },
  },
  text: { ...common, type: 'text', html, image, imagePosition: 'left' },
  tiles: { ...common, type: 'tiles', tiles: [{ title: hostile, html, image, url: '/x', target: '_blank' }] },
  gallery: { ...common, type: 'gallery', images: [{ ...image, caption: hostile }] },
  partners: { ...common, type: 'partners', partners: [{ name: hostile, logo: image, url: '/x' }] },
  offers: { ...common, type: 'offers', offers: [{ title: hostile, lead: hostile, image, url: '/x' }] },
  jobs: { ...common, type: 'jobs' },
  faq: { ...common, type: 'faq', items: [{ question: hostile, answer: html }] },
  blog_list: { ...common, type: 'blog_list', perPage: 2 },
  post_list: { ...common, type: 'post_list', limit: 2, url: '/blog' },
  contact: { ...common, type: 'contact', html },
  demo: { ...common, type: 'demo', html },
  help: { ...common, type: 'help', html },
  reference_form: { ...common, type: 'reference_form', html },
  cooperation_form: { ...common, type: 'cooperation_form', html },
  advisor_form: { ...common, type: 'advisor_form', html },
  job_application: { ...common, type: 'job_application', html },
  maps: { ...common, type: 'maps', zoom: undefined, markers: [{ name: hostile, lat: 52, lng: 17, address: hostile }] },
}

const post = {
  id: '1',
  slug: 'p',
  title: hostile,
  publicationDate: '2026-10-28',
  lead: hostile,
  teaserImage: image,
  updatedAt: undefined,
}

const render = (block: Block, reader: Reader = fakeReader()) =>
  renderToStaticMarkup(renderBlock(block, { reader, jobSlug: 'fitter' }))

describe('every block', () => {
  it('has a component', () => {
    expect(Object.keys(registry).sort()).toEqual([...blockTypes].sort())
  })

  const reader = fakeReader({
    posts: () => [
      { ...post, href: '/p' as Href },
      { ...post, id: '2' },
    ],
  })

  it.each(Object.values(full))('$type escapes what it shows, has safe and single ids and no inline style', (block) => {
    const markup = render(block, reader)
    expect(markup).not.toContain('<script>alert')
    expect(markup).not.toContain('style=')
    expect(markup).not.toContain('class=""')
    const ids = [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? '')
    for (const id of ids) expect(id).toMatch(/^[\w-]+$/)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [tag] of markup.matchAll(/<a [^>]*target="_blank"[^>]*>/g)) expect(tag).toContain('rel="noopener"')
  })

  it.each(Object.values(full))('$type keeps headings in order with and without a headline', (block) => {
    const levels = (markup: string) => [...markup.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    expect(levels(render(block, reader))[0]).toBe(2)
    const bare = { ...block, headline: undefined } as Block
    expect(levels(render(bare, reader)).every((level) => level === 2)).toBe(true)
  })
})

describe('empty content', () => {
  const reader = fakeReader()

  it.each<Block>([
    { ...full.tiles, tiles: [] },
    { ...full.gallery, images: [] },
    { ...full.partners, partners: [] },
    { ...full.offers, offers: undefined },
    { ...full.faq, items: [] },
    full.post_list,
    { ...full.maps, markers: [] },
  ])('$type renders nothing', (block) => {
    expect(render(block)).toBe('')
  })

  it('says that there are no jobs and no posts', () => {
    expect(render(full.jobs)).toContain('No job offers available.')
    expect(render(full.blog_list)).toContain(reader.text('blog.empty'))
  })
})

describe('renderBlock', () => {
  it('hands the slug of the job offer to the application', () => {
    expect(render(full.job_application)).toContain('name="jobOffer" value="fitter"')
  })

  it('keeps two blocks of one page apart', () => {
    const markup = render({ ...full.demo, id: '1' }) + render({ ...full.contact, id: '2' })
    const ids = [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
