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

/** Every record of the contract, by the name that the document gives it. */
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

/** The records and blocks of the contract as JSON schemas of what a service sends. */
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

/** What a field may be that is read by a function first (`optionalChoice`), of which JSON Schema knows nothing. */
function addEmptyText({ _zod: { def } }: z.core.$ZodTypes, schema: JsonSchema): void {
  if (def.type !== 'pipe') return
  const { anyOf = [] } = z.toJSONSchema(def.out, { io: 'input' })
  schema.anyOf = [...anyOf, { const: '' }]
}

/** What a field holds, which our schemas note for themselves, in words of JSON Schema; all else of that is ours alone. */
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
