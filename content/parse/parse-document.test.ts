import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { menuItemSchema, pageSchema, sitemapNodeSchema } from '#content/schema.ts'
import { type InvalidField, isDeeperThan, parseDocument } from './parse-document.ts'

const pageWith = (...blocks: unknown[]): unknown => ({ id: 1, blocks })
const aNumberOrText = 'a number or a non-empty text'

describe('an invalid field', () => {
  it.each<[unknown, string, string, string]>([
    [null, '', 'an object', 'null'],
    [[], '', 'an object', '[]'],
    ['page', '', 'an object', '"page"'],
    [{ id: 1 }, 'blocks', 'a list', 'nothing'],
    [{ id: 1, blocks: { 0: {} } }, 'blocks', 'a list', '{"0":{}}'],
    [{ id: null, blocks: [] }, 'id', aNumberOrText, 'null'],
    [{ id: '', blocks: [] }, 'id', 'a non-empty text', '""'],
    [{ id: Number.POSITIVE_INFINITY, blocks: [] }, 'id', aNumberOrText, 'Infinity'],
    [{ id: 1, title: 5, blocks: [] }, 'title', 'a text', '5'],
    [{ id: 1, noindex: 'yes', blocks: [] }, 'noindex', 'true or false', '"yes"'],
    [pageWith(null), 'blocks[0]', 'an object', 'null'],
    [pageWith({ id: 1 }), 'blocks[0].type', 'the type of a block', 'nothing'],
    [pageWith({ id: 1, type: 7 }), 'blocks[0].type', 'the type of a block', '7'],
    [pageWith({ type: 'jobs' }), 'blocks[0].id', aNumberOrText, 'nothing'],
    [pageWith({ id: 1, type: 'blog_list', perPage: 0 }), 'blocks[0].perPage', 'a number above 0', '0'],
    [pageWith({ id: 1, type: 'blog_list', perPage: 1.5 }), 'blocks[0].perPage', 'a whole number', '1.5'],
    [pageWith({ id: 1, type: 'post_list', limit: -1 }), 'blocks[0].limit', 'a number of at least 0', '-1'],
    [
      pageWith({ id: 1, type: 'blog_list', perPage: 1e300 }),
      'blocks[0].perPage',
      'a number of at most 9007199254740991',
      '1e+300',
    ],
    [
      pageWith({ id: 1, type: 'text', html: '', imagePosition: 'up' }),
      'blocks[0].imagePosition',
      'one of "left", "right", "top"',
      '"up"',
    ],
    [
      pageWith({ id: 1, type: 'jobs' }, { id: 2, type: 'tiles', tiles: [{ title: 'a' }, { title: false }] }),
      'blocks[1].tiles[1].title',
      'a text',
      'false',
    ],
    [
      pageWith({ id: 1, type: 'maps', markers: [{ name: 'x', lat: 'NaN', lng: 1 }] }),
      'blocks[0].markers[0].lat',
      'a number',
      '"NaN"',
    ],
  ])('of %j is named by path, with what was expected and what came', (value, field, expected, came) => {
    const invalid: InvalidField[] = []
    expect(parseDocument(value, pageSchema, (one) => invalid.push(one))).toBeUndefined()
    expect(invalid).toEqual([{ field, expected, came }])
  })

  it('is reported with every other of the document', () => {
    const fields: string[] = []
    parseDocument({ slug: 5, crumbs: [{ name: null }] }, sitemapNodeSchema, ({ field }) => fields.push(field))
    expect(fields).toEqual(['nodeType', 'action', 'slug', 'crumbs[0].name', 'crumbs[0].slug'])
  })

  it('is found at any depth of a menu', () => {
    const menu = { id: 1, name: 'a', children: [{ id: 2, name: 'b', children: [{ id: 3, name: 4 }] }] }
    const fields: string[] = []
    parseDocument(menu, menuItemSchema, ({ field }) => fields.push(field))
    expect(fields).toEqual(['children[0].children[0].name'])
  })

  it.each<[z.ZodType, unknown, string]>([
    [z.string().min(5), 'abc', 'a text of at least 5 characters'],
    [z.string().max(2), 'abc', 'a text of at most 2 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'a list of at most 1'],
    [z.number().lt(3), 3, 'a number below 3'],
    [z.string().regex(/^a/), 'b', 'another value (Invalid string: must match pattern /^a/)'],
    [z.number().refine((value) => value % 2 === 0), 3, 'another value'],
    [z.number().refine((value) => value % 2 === 0, 'It has to be even.'), 3, 'another value (It has to be even)'],
  ])('by the schema of an own block is reported with what that expects (%#)', (schema, value, expected) => {
    const reported: string[] = []
    parseDocument(value, schema, (one) => reported.push(one.expected))
    expect(reported).toEqual([expected])
  })

  it('is reported at most 20 times', () => {
    const fields: string[] = []
    parseDocument(pageWith(...Array(100).fill(null)), pageSchema, ({ field }) => fields.push(field))
    expect(fields).toHaveLength(20)
  })
})

describe('depth', () => {
  const nested = (levels: number): unknown =>
    levels === 0 ? 'leaf' : levels % 2 ? [nested(levels - 1)] : { a: nested(levels - 1) }

  it.each([0, 1, 64])('accepts %i levels of 64', (levels) => {
    expect(isDeeperThan(nested(levels), 64)).toBe(false)
  })
  it('refuses level 65', () => {
    expect(isDeeperThan(nested(65), 64)).toBe(true)
  })
  it('checks a document of a hundred thousand levels', () => {
    expect(isDeeperThan(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)), 64)).toBe(true)
  })
})
