import { expect, it } from 'vitest'
import * as z from 'zod'
import { headingSchema, imageFor, imageSchema, linkSchema, optionalWords } from './field-schemas.ts'
import { factsOfBlocks, fieldsOf, pictureFieldsOf } from './fields.ts'
import { menuItemSchema, pageSchema } from './schema.ts'

it('visits every field of a document in order, and blocks by their type', () => {
  const image = { url: '/g.jpg', alt: 'G', caption: 'C' }
  const page = {
    title: 'T',
    theme: { backgroundImage: { url: '/t.jpg' } },
    blocks: [
      { type: 'faq', items: [{ question: 'Q', answer: '<p>A</p>' }] },
      { type: 'gallery', images: [image] },
      { type: 'banner', lead: 'not of a banner', cta: { name: 'N', url: '/n' } },
    ],
  }
  expect(fieldsOf(page, pageSchema).filter(({ kind }) => kind)).toEqual([
    { path: 'title', kind: 'heading', value: 'T' },
    { path: 'theme.backgroundImage', kind: 'image', use: 'header_intro_thumb', value: '/t.jpg' },
    { path: 'blocks[0].items[0].question', kind: 'heading', value: 'Q' },
    { path: 'blocks[0].items[0].answer', kind: 'html', value: '<p>A</p>' },
    { path: 'blocks[1].images[0]', kind: 'image', use: 'gallery', value: '/g.jpg', alt: 'G' },
    { path: 'blocks[1].images[0].alt', kind: 'alt', value: 'G' },
    { path: 'blocks[1].images[0].caption', kind: 'words', value: 'C' },
    { path: 'blocks[2].cta.name', kind: 'heading', value: 'N' },
    { path: 'blocks[2].cta.url', kind: 'link', value: '/n' },
  ])
})

it('visits unknown fields, and no blank text', () => {
  const fields = fieldsOf({ id: 7, title: ' ', more: [{ x: 'X' }], blocks: null }, pageSchema)
  expect(fields).toEqual([
    { path: 'id', value: '7' },
    { path: 'more[0].x', value: 'X' },
  ])
})

it.each([undefined, null, 'x', [[]], { blocks: 'x', theme: { backgroundImage: 'y' } }])('can visit %j', (document) => {
  expect(fieldsOf(document, pageSchema).filter(({ kind }) => kind !== undefined && kind !== 'image')).toEqual([])
})

it('visits recursive objects', () => {
  const items = { name: 'A', children: [{ name: 'B', children: [{ name: 'C' }] }] }
  expect(fieldsOf(items, menuItemSchema).map(({ path }) => path)).toEqual([
    'name',
    'children[0].name',
    'children[0].children[0].name',
  ])
})

it('finds the fields that may hold pictures', () => {
  const page = {
    title: 'T',
    seoImageSrc: '/s.jpg',
    theme: { title: 'T', backgroundImage: { url: '/t.jpg', alt: 'A' } },
    blocks: [
      { type: 'faq', headline: 'H', items: [{ question: 'Q', answer: '<img src="/a.jpg">' }] },
      { type: 'gallery', images: [{ url: '/g.jpg', caption: 'C' }] },
    ],
  }
  expect(pictureFieldsOf(page, pageSchema).map(({ value }) => value)).toEqual([
    '/s.jpg',
    '/t.jpg',
    '<img src="/a.jpg">',
    '/g.jpg',
  ])
})

it('finds pictures in recursive objects', () => {
  const tree = z.object({
    get inner() {
      return z.array(z.lazy(() => tree)).optional()
    },
    image: imageSchema,
  }) as z.ZodType // its type cannot be inferred
  const found = pictureFieldsOf({ inner: [{ inner: [{ image: { url: '/2' } }], image: { url: '/1' } }] }, tree)
  expect(found.map(({ value }) => value)).toEqual(['/2', '/1'])
})

const picture = { url: '/p', alt: 'A' }
const tile = imageFor('tile')
const kinds = [
  z.object({ kind: z.literal('photo'), photo: tile }),
  z.object({ kind: z.literal('words'), words: headingSchema }),
]

it.each([
  ['a default', z.array(tile).default([]), [picture]],
  ['a stand-in', z.array(tile).catch([]), [picture]],
  ['no changes', z.array(tile).readonly(), [picture]],
  ['a value', z.nonoptional(tile.optional()), picture],
  ['keys', z.record(z.string(), tile), { front: picture }],
  ['places', z.tuple([headingSchema, tile]), ['Before', picture]],
  ['a choice', z.union([z.string(), linkSchema, tile]), picture],
  [
    'kinds',
    z.discriminatedUnion('kind', [kinds[0] as z.ZodObject, kinds[1] as z.ZodObject]),
    { kind: 'photo', photo: picture },
  ],
  ['more fields', tile.extend({ caption: optionalWords }), { ...picture, caption: 'C' }],
  ['fewer fields', tile.omit({ width: true, height: true }), picture],
])('finds a picture in a field with %s', (_, schema, value) => {
  const found = pictureFieldsOf({ field: value }, z.object({ field: schema }))
  expect(found.filter(({ kind }) => kind === 'image')).toMatchObject([{ value: '/p', alt: 'A' }])
  expect(pictureFieldsOf({ field: undefined }, z.object({ field: schema }))).toEqual([])
})

it('visits a date into which a schema turned a text', () => {
  const schema = z.object({ open: z.coerce.date() })
  expect(fieldsOf(schema.parse({ open: '2026-05-06' }), schema)).toEqual([
    { path: 'open', value: '2026-05-06T00:00:00.000Z' },
  ])
})

it('recognises texts in a union by their values', () => {
  const schema = z.object({
    of: z.array(z.union([z.number(), headingSchema, z.union([linkSchema, z.array(headingSchema)])])),
  })
  const found = fieldsOf({ of: [1, 'H', { name: 'N', url: '/n' }, ['I'], true] }, schema)
  expect(found.filter(({ kind }) => kind === 'heading').map(({ value }) => value)).toEqual(['H', 'N', 'I'])
})

it('names blocks by their fields', () => {
  const { kinds, keptEmpty, lists } = factsOfBlocks()
  expect(kinds).toMatchObject({ headline: 'heading', html: 'html', image: 'image', caption: 'words', url: 'link' })
  expect(keptEmpty).toEqual(expect.arrayContaining(['title', 'name', 'html', 'question', 'answer', 'alt']))
  // The contract does not say what this field holds, as for most fields of own blocks.
  expect(keptEmpty).toContain('maskOpacity')
  expect(keptEmpty).not.toContain('headline')
  expect(lists).toMatchObject({ jobs: { list: 'job_offers' }, offers: { list: 'services', unless: 'offers' } })
})
