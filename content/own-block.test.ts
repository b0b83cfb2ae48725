import { expect, it } from 'vitest'
import * as z from 'zod'
import { optional } from './field-schemas.ts'
import { checkOwnSchemas, ownBlockSchema } from './own-block.ts'

const check = (price: z.ZodType): unknown =>
  checkOwnSchemas([{ type: 'offer', file: 'blocks/offer/schema.ts', schema: ownBlockSchema('offer', { price }) }], [])

it.each<[string, z.ZodType]>([
  ['a check', z.number().refine(async (value) => value > 0)],
  ['a check of a member', z.array(z.string().check(async () => {}))],
  ['a check of what may be missing', optional(z.string().refine(async () => true))],
  ['a change', z.string().transform(async (value) => value)],
  ['a type', z.custom(async () => true)],
  ['a check of several issues', z.string().superRefine(async () => {})],
  [
    'a check of several issues about a number',
    z
      .number()
      .positive()
      .superRefine(async () => {}),
  ],
  ['a check of a choice', z.union([z.number(), z.string().refine(() => Promise.resolve(true))])],
])('refuses %s that is asynchronous, with file and field', (_, price) => {
  expect(() => check(price)).toThrow(
    '"blocks/offer/schema.ts" checks or changes the field "price" with an asynchronous function.',
  )
})

it('refuses an asynchronous check of a whole block, with the file', () => {
  const schema = ownBlockSchema('offer', {}).refine(async () => true)
  expect(() => checkOwnSchemas([{ type: 'offer', file: 'blocks/offer/schema.ts', schema }], [])).toThrow(
    '"blocks/offer/schema.ts" checks or changes the block with an asynchronous function.',
  )
})

it('accepts synchronous checks and transforms, and recursive schemas', () => {
  const tree: z.ZodType = z.object({
    get parts() {
      return z.array(tree)
    },
  })
  for (const price of [z.string().refine(() => true), z.string().transform(Number), tree])
    expect(check(price)).toHaveLength(1)
})

it.each<[string, string, unknown, string]>([
  ['an invalid schema', 'offer', 7, 'does not export the schema of a block.'],
  [
    'a schema of another type',
    'offer',
    ownBlockSchema('offers', {}),
    'defines a block of the type "offers", but its folder is for the type "offer".',
  ],
  [
    'an unknown list',
    'offer',
    ownBlockSchema('offer', {}).meta({ shows: { list: 'post' as 'posts' } }),
    'does not name a list of the content API in "shows".',
  ],
  [
    'several lists',
    'offer',
    ownBlockSchema('offer', {}).meta({ shows: [{ list: 'posts' }] as unknown as { list: 'posts' } }),
    'does not name a list of the content API in "shows".',
  ],
  [
    'a field without a schema',
    'offer',
    z.object({ type: z.literal('offer'), author: 'text' } as unknown as z.ZodRawShape),
    'has no schema for the field "author".',
  ],
  [
    'a field whose schema is an array of schemas',
    'offer',
    z.object({ type: z.literal('offer'), title: z.string(), by: [z.string()] } as unknown as z.ZodRawShape),
    'has no schema for the field "by".',
  ],
  ['a built-in type', 'text', ownBlockSchema('text', {}), 'defines a block of the type "text", which is built in.'],
])('refuses %s, with the file', (_, type, schema, message) => {
  const file = `blocks/${type}/schema.ts`
  expect(() => checkOwnSchemas([{ type, file, schema }], ['text'])).toThrow(`"${file}" ${message}`)
})
