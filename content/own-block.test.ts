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
])('refuses %s that is asynchronous, with file and field', (_, price) => {
  expect(() => check(price)).toThrow(
    '"blocks/offer/schema.ts" checks or changes the field "price" with an asynchronous function.',
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
