import * as z from 'zod'
import {
  blockSchemaOf,
  blockTypes,
  contactPersonSchema,
  hiddenPageSchema,
  jobOfferSchema,
  jobOfferSummarySchema,
  menuItemSchema,
  pageSchema,
  postSchema,
  postSummarySchema,
  productCategorySchema,
  searchResultSchema,
  serviceSchema,
  serviceSummarySchema,
  sitemapNodeSchema,
} from '#content/schema.ts'

export type JsonSchema = { [key: string]: unknown }

/** Every record of the contract, by its name in the document. */
export const recordSchemas = {
  MenuItem: menuItemSchema,
  SitemapNode: sitemapNodeSchema,
  Page: pageSchema,
  PostSummary: postSummarySchema,
  Post: postSchema,
  ServiceSummary: serviceSummarySchema,
  Service: serviceSchema,
  JobOfferSummary: jobOfferSummarySchema,
  JobOffer: jobOfferSchema,
  ContactPerson: contactPersonSchema,
  ProductCategory: productCategorySchema,
  SearchResult: searchResultSchema,
  HiddenPage: hiddenPageSchema,
} satisfies Record<string, z.ZodType>
export type RecordName = keyof typeof recordSchemas

export const refTo = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` })

const unknownBlock = 'UnknownBlock'

/** Returns JSON schemas of the records and blocks of the contract, as a service sends them. */
export function contentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(recordSchemas)) registry.add(schema, { id })
  for (const type of blockTypes) registry.add(blockSchemaOf(type), { id: blockName(type) })
  registry.add(blockSchemaOf('unknown'), { id: unknownBlock })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => refTo(id).$ref,
    override({ zodSchema, jsonSchema }) {
      if (jsonSchema.mayBeEmpty) addEmptyText(zodSchema, jsonSchema)
      describe(jsonSchema)
    },
  })
  const named = Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema])
  return { ...Object.fromEntries(named), [unknownBlock]: anyOtherBlock() }
}

/** Allows an empty text for `optionalChoice` fields, whose preprocessing JSON Schema cannot express. */
function addEmptyText({ _zod: { def } }: z.core.$ZodTypes, schema: JsonSchema): void {
  if (def.type !== 'pipe') return
  const { anyOf = [] } = z.toJSONSchema(def.out, { io: 'input' })
  schema.anyOf = [...anyOf, { const: '' }]
}

/** Translates the notes of our schemas about a field into JSON Schema, and removes those that only concern us. */
function describe(schema: JsonSchema): void {
  if (schema.kind === 'html') {
    schema.contentMediaType = 'text/html'
    schema.description = 'Rich text of editors; it is sanitised before it is shown.'
  }
  if (schema.kind === 'image' && schema.type === 'object')
    schema.description = 'A picture; its url is absolute, or of the origin of the service. Sizes are in pixels.'
  for (const own of ['kind', 'use', 'shows', 'mayBeEmpty']) delete schema[own]
}

/** `post_list` → `PostListBlock`. */
function blockName(type: string): string {
  const words = type.split(/[_-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Block`
}

function anyOtherBlock(): JsonSchema {
  return {
    type: 'object',
    description:
      'A block of any other type is left out with a warning, unless the site brings a block of its own for it.',
    properties: { type: { type: 'string', not: { enum: [...blockTypes] } } },
    required: ['type'],
  }
}
