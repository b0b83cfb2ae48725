import * as z from 'zod'
import {
  addressSchema,
  galleryImageSchema,
  headingSchema,
  htmlSchema,
  imageFor,
  imageSchema,
  linkSchema,
  optional,
  optionalAddress,
  optionalChoice,
  optionalText,
  optionalWords,
} from '#content/field-schemas.ts'
import { checkOwnSchemas, ownBlockSchema } from '#content/own-block.ts'
import { ownSchemas } from './own-schemas.ts'

const tileSchema = z.object({
  title: headingSchema,
  html: optional(htmlSchema),
  image: optional(imageFor('tile')),
  url: optionalAddress,
  target: optionalText,
})
const offerSchema = z.object({
  title: headingSchema,
  lead: optionalWords,
  image: optional(imageFor('offer')),
  url: addressSchema,
})
const markerSchema = z.object({ name: headingSchema, lat: z.number(), lng: z.number(), address: optionalWords })

const formBlock = <T extends string>(type: T) => ownBlockSchema(type, { html: optional(htmlSchema) })

const builtIn = [
  ownBlockSchema('banner', {
    title: headingSchema,
    subtitle: optionalWords,
    html: optional(htmlSchema),
    image: optional(imageSchema),
    maskOpacity: z.unknown().optional(),
    cta: optional(linkSchema),
  }),
  ownBlockSchema('text', {
    html: htmlSchema,
    image: optional(imageSchema),
    imagePosition: optionalChoice(z.enum(['left', 'right', 'top'])),
  }),
  ownBlockSchema('tiles', { tiles: z.array(tileSchema) }),
  ownBlockSchema('gallery', { images: z.array(galleryImageSchema) }),
  ownBlockSchema('partners', {
    partners: z.array(z.object({ name: headingSchema, logo: imageFor('logo'), url: optionalAddress })),
  }),
  ownBlockSchema('offers', { offers: optional(z.array(offerSchema)) }).meta({
    shows: { list: 'services', unless: 'offers' },
  }),
  ownBlockSchema('jobs', {}).meta({ shows: { list: 'job_offers' } }),
  ownBlockSchema('faq', { items: z.array(z.object({ question: headingSchema, answer: htmlSchema })) }),
  ownBlockSchema('blog_list', { perPage: optional(z.number().int().positive()) }).meta({ shows: { list: 'posts' } }),
  ownBlockSchema('post_list', { limit: optional(z.number().int().nonnegative()), url: optionalAddress }).meta({
    shows: { list: 'posts' },
  }),
  formBlock('contact').meta({ shows: { list: 'contact_people' } }),
  formBlock('demo'),
  formBlock('help'),
  formBlock('reference_form'),
  formBlock('cooperation_form'),
  formBlock('advisor_form'),
  formBlock('job_application'),
  ownBlockSchema('maps', { zoom: optional(z.number()), markers: z.array(markerSchema) }),
  z.object({ type: z.literal('unknown'), name: z.string() }),
] as const

const own = checkOwnSchemas(
  ownSchemas,
  builtIn.map(({ shape }) => shape.type.value),
)

/**
 * `as []` hides the site's own blocks from TypeScript, which cannot know their types. The components of own blocks use
 * the site's own schemas.
 */
const knownBlockSchema = z.discriminatedUnion('type', [...builtIn, ...(own as [])])

/** Every block type of the content API and of the site's own blocks. */
export const blockTypes = knownBlockSchema.options
  .map((option) => option.shape.type.value)
  .filter((type) => type !== 'unknown')

/** The schema of the blocks of one type. */
export function blockSchemaOf(type: string): z.ZodObject {
  const schema = knownBlockSchema.options.find(({ shape }) => shape.type.value === type)
  if (!schema) throw new Error(`There is no block of the type "${type}".`)
  return schema
}

/**
 * A block of a type that is not in the contract is kept as `{type: 'unknown', name}`, so that the crawl can report it.
 */
const blockSchema = z.preprocess((value) => {
  const type = (value as { type?: unknown } | null)?.type
  const isUnknown = typeof type === 'string' && !(blockTypes as string[]).includes(type)
  return isUnknown ? { type: 'unknown', name: type } : value
}, knownBlockSchema)

export const blocksSchema = z.array(blockSchema)

export type AnyBlock = z.output<typeof blockSchema>
/** A block of a known type. `BlockOf<'faq'>` is the block of one type. */
export type Block = Exclude<AnyBlock, { type: 'unknown' }>
export type BlockType = Block['type']
export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>
