import { describe, expect, it } from 'vitest'
import type { Href } from '#blocks/_shared/reader.ts'
import { type Block, blockTypes } from '#content/schema.ts'
import { breachesOf, markupOf, parseBlock, sampleBlock } from '#tests/block-rules.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { hostileText } from '#tests/sample-of.ts'
import { registry } from './registry.tsx'

/** A block of each type, in which every text is hostile. */
const full = Object.fromEntries(blockTypes.map((type) => [type, sampleBlock(type)])) as {
  [T in Block['type']]: Extract<Block, { type: T }> // keyed by type
}

const post = {
  id: '1',
  slug: 'p',
  title: hostileText,
  publicationDate: '2026-10-28',
  lead: hostileText,
  teaserImage: full.text.image,
  updatedAt: undefined,
}

describe('every block', () => {
  it('has a component', () => {
    expect(Object.keys(registry).sort()).toEqual([...blockTypes].sort())
  })

  const reader = fakeReader({
    posts: () => [
      { ...post, href: '/p' as Href },
      { ...post, id: '2' },
    ],
    jobOffers: () => [{ ...post, location: undefined, employmentType: undefined, validThrough: undefined }],
  })

  it.each(Object.values(full))('$type keeps the rules of all blocks', (block) => {
    expect(markupOf(block, reader)).not.toBe('')
    expect(breachesOf(block, reader)).toEqual([])
  })

  const { banner: _ofItsTitle, ...headed } = full
  it.each(Object.values(headed))('$type is headed by its headline', (block) => {
    expect(markupOf({ ...block, headline: 'Its headline' }, reader)).toMatch(/<h2[^>]*>Its headline<\/h2>/)
  })
})

describe('a block without content', () => {
  const reader = fakeReader()

  it.each<Block>([
    { ...full.tiles, tiles: [] },
    { ...full.gallery, images: [] },
    { ...full.partners, partners: [] },
    { ...full.offers, offers: undefined },
    { ...full.faq, items: [] },
    full.post_list,
    { ...full.maps, markers: [] },
  ])('of the type $type renders nothing', (block) => {
    expect(markupOf(block)).toBe('')
  })

  it.each([
    { type: 'tiles', tiles: [{ title: '', image: { url: '/gone' }, url: '/x' }] },
    { type: 'gallery', images: [{ url: '/gone' }] },
    { type: 'partners', partners: [{ name: ' ', logo: { url: '/gone' }, url: '/x' }] },
    { type: 'offers', offers: [{ title: '', image: { url: '/gone' }, url: '/x' }] },
  ])('of the type $type renders nothing if it has only a picture that cannot be read', (content) => {
    const block = parseBlock({ id: 1, headline: 'Headline', ...content })
    expect(markupOf(block, fakeReader({ picture: () => undefined }))).toBe('')
    expect(markupOf(block)).not.toBe('')
  })

  it('says so if it lists jobs or the posts of the blog', () => {
    expect(markupOf(full.jobs)).toContain('No job offers available.')
    expect(markupOf(full.blog_list)).toContain(reader.text('blog.empty'))
  })
})

describe('renderBlock', () => {
  it('passes the slug of the job offer to the application form', () => {
    expect(markupOf(full.job_application)).toContain('name="jobOffer" value="fitter"')
  })

  it('gives two blocks of one page different ids', () => {
    const markup = markupOf({ ...full.demo, id: '1' }) + markupOf({ ...full.contact, id: '2' })
    const ids = [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
