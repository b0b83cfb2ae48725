import { describe, expect, it } from 'vitest'
import {
  blockTypes,
  menuItemSchema,
  pageSchema,
  postSchema,
  productCategorySchema,
  serviceSummarySchema,
  sitemapNodeSchema,
} from './schema.ts'

const image = { url: '/media/a.jpg' }

/** The smallest valid block of each type. */
const minBlocks: Record<string, object> = {
  banner: { title: 'a' },
  text: { html: '<p>a</p>' },
  tiles: { tiles: [{ title: 'a' }] },
  gallery: { images: [image] },
  partners: { partners: [{ name: 'a', logo: image }] },
  offers: {},
  jobs: {},
  faq: { items: [{ question: 'a', answer: 'b' }] },
  blog_list: {},
  post_list: {},
  contact: {},
  demo: {},
  help: {},
  reference_form: {},
  cooperation_form: {},
  advisor_form: {},
  job_application: {},
  maps: { markers: [{ name: 'a', lat: 1, lng: 2 }] },
}

/** Every optional field of the contract set to null, by block type. */
const nulls: Record<string, object> = {
  banner: { subtitle: null, html: null, image: null, cta: null },
  text: { image: null, imagePosition: null },
  tiles: { tiles: [{ title: 'a', html: null, image: null, url: null, target: null }] },
  gallery: {
    images: [
      {
        ...image,
        id: null,
        mime: null,
        lastModified: null,
        size: null,
        alt: null,
        width: null,
        height: null,
        caption: null,
      },
    ],
  },
  partners: { partners: [{ name: 'a', logo: image, url: null }] },
  offers: { offers: null },
  blog_list: { perPage: null },
  post_list: { limit: null, url: null },
  maps: { zoom: null, markers: [{ name: 'a', lat: 1, lng: 2, address: null }] },
}

const readBlock = (block: object): unknown => pageSchema.parse({ id: 1, blocks: [{ id: 1, ...block }] }).blocks[0]

describe('blocks', () => {
  it('have the types of the contract', () => {
    expect([...blockTypes].sort()).toEqual(Object.keys(minBlocks).sort())
  })

  it.each(Object.keys(minBlocks))(
    'of the type "%s" may lack optional fields, have null in them, and have unknown ones',
    (type) => {
      const least = readBlock({ type, ...minBlocks[type] })
      expect(least).toMatchObject({ type, id: '1' })
      expect(readBlock({ type, headline: null, html: null, ...minBlocks[type], ...nulls[type] })).toEqual(least)
      expect(readBlock({ type, ...minBlocks[type], unknownField: 'x' })).toEqual(least)
    },
  )

  it.each(['carousel', 'unknown', '', '__proto__', 'constructor', 'Text'])(
    'of the unknown type "%s" keep its name',
    (type) => {
      expect(readBlock({ type, id: null, whatever: null })).toEqual({ type: 'unknown', name: type })
    },
  )
})

it.each([
  ['post_list', 'limit', [0, 3], [-1, 1.5]],
  ['blog_list', 'perPage', [1, 12], [0, -1, 1.5]],
])('the block %s accepts its %s only within its range', (type, field, good, bad) => {
  const isTaken = (value: number) => pageSchema.safeParse({ id: 1, blocks: [{ id: 1, type, [field]: value }] }).success
  expect([...good, ...bad].map(isTaken)).toEqual([...good.map(() => true), ...bad.map(() => false)])
})

it('refuses an empty text as an id', () => {
  expect(pageSchema.safeParse({ id: '', blocks: [] }).success).toBe(false)
})

it('reads ids as texts, whether they are numbers or texts', () => {
  const category = { name: 'a', path: '/a' }
  expect(productCategorySchema.parse({ ...category, id: 770077, parentBranch: [1, '2'] })).toEqual({
    ...category,
    id: '770077',
    parentBranch: ['1', '2'],
  })
  expect(productCategorySchema.parse({ ...category, id: '770077' })).toEqual({
    ...category,
    id: '770077',
    parentBranch: [],
  })
})

it.each([
  [
    'a menu item',
    menuItemSchema,
    { id: 1, name: 'a' },
    ['url', 'type', 'group', 'typeReferenceId', 'slug', 'children'],
  ],
  [
    'a node',
    sitemapNodeSchema,
    { nodeType: 'faq', action: 'show', slug: '/' },
    ['nodeReference', 'crumbs', 'updatedAt'],
  ],
  ['a page', pageSchema, { id: 1, blocks: [] }, ['title', 'layout', 'theme', 'noindex', 'seoTitle', 'seoImageSrc']],
  [
    'a post',
    postSchema,
    { id: 1, slug: 'a', title: 'a', blocks: [] },
    ['lead', 'publicationDate', 'teaserImage', 'author'],
  ],
])('reads %s with null as without a value', (_, schema, least, optional) => {
  const nulled = { ...least, ...Object.fromEntries(optional.map((field) => [field, null])) }
  expect(schema.parse(nulled)).toEqual(schema.parse(least))
})

it('reads blank text as missing', () => {
  expect(pageSchema.parse({ id: 1, title: '  ', seoTitle: '', blocks: [] })).toMatchObject({
    title: undefined,
    seoTitle: undefined,
  })
})

it('reads an empty text for a choice as missing', () => {
  const service = { id: 1, slug: 'a', title: 'a' }
  expect(serviceSummarySchema.parse({ ...service, industry: '' })).toEqual(serviceSummarySchema.parse(service))
  const item = { id: 1, name: 'a' }
  expect(menuItemSchema.parse({ ...item, typeReferenceId: '' })).toEqual(menuItemSchema.parse(item))
  const node = { nodeType: 'faq', action: 'show', slug: '/' }
  expect(sitemapNodeSchema.parse({ ...node, nodeReference: '' })).toEqual(sitemapNodeSchema.parse(node))
  const text = { type: 'text', html: '<p>a</p>' }
  for (const imagePosition of ['', ' ', '\u00a0\u200b'])
    expect(readBlock({ ...text, imagePosition })).toEqual(readBlock(text))
})

it.each(['\u00ad', '\u200b', '\u2060', ' \ufeff\u200d\n', '\u115f'])(
  'reads text that shows nothing as blank: %j',
  (text) => {
    const page = pageSchema.parse({ id: 1, title: text, theme: { subtitle: text }, blocks: [] })
    expect([page.title, page.theme?.subtitle]).toEqual([undefined, undefined])
    expect(postSchema.parse({ id: 1, slug: 'a', title: text, blocks: [] }).title).toBe('')
    expect(menuItemSchema.parse({ id: 1, name: text }).name).toBe('')
  },
)

it('keeps invisible characters beside text, and drops white space around it', () => {
  const title = ' \u200bKraft\u00advoll\u00a0\n'
  const page = pageSchema.parse({ id: 1, title, theme: { subtitle: title }, blocks: [] })
  expect([page.title, page.theme?.subtitle]).toEqual(['\u200bKraft\u00advoll', '\u200bKraft\u00advoll'])
  expect(productCategorySchema.parse({ id: 1, name: ' Wax  ', path: 'wax' }).name).toBe('Wax')
})

it('ignores a "__proto__" that a service sends', () => {
  const hostile = JSON.parse('{"id":1,"blocks":[],"__proto__":{"noindex":true},"constructor":{"prototype":{}}}')
  const page = pageSchema.parse(hostile)
  expect(page.noindex).toBeUndefined()
  expect(Object.getPrototypeOf(page)).toBe(Object.prototype)
})
