import { z } from 'zod'

/** A field that may be missing or `null`; both are read as `undefined` (content API: "a missing optional field equals null"). */
const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()

/** Text that may be missing; blank counts as missing. */
const optionalText = z
  .string()
  .nullish()
  .transform((value) => (value?.trim() ? value : undefined))
  .optional()

/** Ids are numbers or strings on the wire and strings here, so `770077` equals `"770077"`. */
const idSchema = z.union([z.number(), z.string().min(1)], 'expected a number or a non-empty text').transform(String)

/** Rich text of editors. Untrusted: only `Reader.richText` may turn it into markup. */
const htmlSchema = z.string().brand<'Html'>()

/** ISO 8601 on the wire; kept as text, because an invalid date is a warning and not an error. */
const dateSchema = optionalText

const imageSchema = z.object({
  id: optional(idSchema),
  url: z.string(),
  mime: optionalText,
  lastModified: dateSchema,
  size: optional(z.number()),
  alt: optional(z.string()),
  width: optional(z.number()),
  height: optional(z.number()),
})

const linkSchema = z.object({ name: z.string(), url: z.string(), target: optionalText })

export const industries = [
  'transportAndLogistics',
  'constructionMachinery',
  'privateCars',
  'electricCars',
  'agroCars',
  'municipalCars',
  'other',
] as const

const menuFields = {
  id: idSchema,
  name: z.string(),
  url: optionalText,
  target: optionalText,
  locale: optionalText,
  cssClass: optionalText,
  type: optionalText,
  description: optionalText,
  headline: optionalText,
  group: optionalText,
  typeReferenceId: optional(idSchema),
  slug: optionalText,
}

export interface MenuItem extends z.output<z.ZodObject<typeof menuFields>> {
  children: MenuItem[]
}

export const menuItemSchema: z.ZodType<MenuItem> = z.object({
  ...menuFields,
  get children(): z.ZodType<MenuItem[]> {
    return z
      .array(menuItemSchema)
      .nullish()
      .transform((items) => items ?? [])
  },
})

export const nodeTypes = [
  'article',
  'article_with_crumbs',
  'product',
  'root',
  'search',
  'contact',
  'pattern',
  'login',
  'faq',
  'privacy',
] as const

const crumbSchema = z.object({ name: z.string(), slug: z.string() })

export const sitemapNodeSchema = z.object({
  nodeType: z.enum(nodeTypes),
  action: z.enum(['index', 'show']),
  slug: z.string(),
  nodeReference: optional(idSchema),
  crumbs: z
    .array(crumbSchema)
    .nullish()
    .transform((crumbs) => crumbs ?? []),
  updatedAt: dateSchema,
})

const blockFields = { id: idSchema, headline: optionalText }

const tileSchema = z.object({
  title: z.string(),
  html: optional(htmlSchema),
  image: optional(imageSchema),
  url: optionalText,
  target: optionalText,
})
const offerSchema = z.object({
  title: z.string(),
  lead: optionalText,
  image: optional(imageSchema),
  url: z.string(),
})
const markerSchema = z.object({ name: z.string(), lat: z.number(), lng: z.number(), address: optionalText })

const formBlock = <T extends string>(type: T) =>
  z.object({ ...blockFields, type: z.literal(type), html: optional(htmlSchema) })

const knownBlockSchema = z.discriminatedUnion('type', [
  z.object({
    ...blockFields,
    type: z.literal('banner'),
    title: z.string(),
    subtitle: optionalText,
    html: optional(htmlSchema),
    image: optional(imageSchema),
    maskOpacity: z.unknown().optional(),
    cta: optional(linkSchema),
  }),
  z.object({
    ...blockFields,
    type: z.literal('text'),
    html: htmlSchema,
    image: optional(imageSchema),
    imagePosition: optional(z.enum(['left', 'right', 'top'])),
  }),
  z.object({ ...blockFields, type: z.literal('tiles'), tiles: z.array(tileSchema) }),
  z.object({
    ...blockFields,
    type: z.literal('gallery'),
    images: z.array(imageSchema.extend({ caption: optionalText })),
  }),
  z.object({
    ...blockFields,
    type: z.literal('partners'),
    partners: z.array(z.object({ name: z.string(), logo: imageSchema, url: optionalText })),
  }),
  z.object({ ...blockFields, type: z.literal('offers'), offers: optional(z.array(offerSchema)) }),
  z.object({ ...blockFields, type: z.literal('jobs') }),
  z.object({
    ...blockFields,
    type: z.literal('faq'),
    items: z.array(z.object({ question: z.string(), answer: htmlSchema })),
  }),
  z.object({ ...blockFields, type: z.literal('blog_list'), perPage: optional(z.number().int().positive()) }),
  z.object({
    ...blockFields,
    type: z.literal('post_list'),
    limit: optional(z.number().int().nonnegative()),
    url: optionalText,
  }),
  formBlock('contact'),
  formBlock('demo'),
  formBlock('help'),
  formBlock('reference_form'),
  formBlock('cooperation_form'),
  formBlock('advisor_form'),
  formBlock('job_application'),
  z.object({
    ...blockFields,
    type: z.literal('maps'),
    zoom: optional(z.number()),
    markers: z.array(markerSchema),
  }),
  z.object({ type: z.literal('unknown'), name: z.string() }),
])

/** Every block type of the content API. */
export const blockTypes = knownBlockSchema.options
  .map((option) => option.shape.type.value)
  .filter((type) => type !== 'unknown')

/** A block of a type the contract does not list is kept as `{type: 'unknown', name}`, so that the crawl can report it. */
const blockSchema = z.preprocess((value) => {
  const type = (value as { type?: unknown } | null)?.type
  const isUnknown = typeof type === 'string' && !(blockTypes as string[]).includes(type)
  return isUnknown ? { type: 'unknown', name: type } : value
}, knownBlockSchema)

const blocksSchema = z.array(blockSchema)

export const themeSchema = z.object({
  title: optionalText,
  subtitle: optionalText,
  description: optionalText,
  publicationDate: dateSchema,
  backgroundImage: optional(imageSchema),
  maskOpacity: z.unknown().optional(),
})

const seoFields = {
  seoTitle: optionalText,
  seoDescription: optionalText,
  seoImageSrc: optionalText,
  theme: optional(themeSchema),
}

export const pageSchema = z.object({
  ...seoFields,
  id: idSchema,
  title: optionalText,
  layout: optionalText,
  blocks: blocksSchema,
  noindex: optional(z.boolean()),
  updatedAt: dateSchema,
})

export const postSummarySchema = z.object({
  id: idSchema,
  slug: z.string(),
  title: z.string(),
  lead: optionalText,
  publicationDate: dateSchema,
  teaserImage: optional(imageSchema),
  updatedAt: dateSchema,
})
export const postSchema = postSummarySchema.extend({ ...seoFields, author: optionalText, blocks: blocksSchema })

export const serviceSummarySchema = z.object({
  id: idSchema,
  slug: z.string(),
  title: z.string(),
  lead: optionalText,
  image: optional(imageSchema),
  industry: optional(z.enum(industries)),
})
export const serviceSchema = serviceSummarySchema.extend({ ...seoFields, blocks: blocksSchema })

export const jobOfferSummarySchema = z.object({
  id: idSchema,
  slug: z.string(),
  title: z.string(),
  location: optionalText,
  employmentType: optionalText,
  publicationDate: dateSchema,
  validThrough: dateSchema,
  lead: optionalText,
})
export const jobOfferSchema = jobOfferSummarySchema.extend({ ...seoFields, blocks: blocksSchema })

export const contactPersonSchema = z.object({
  id: idSchema,
  name: z.string(),
  position: optionalText,
  phone: optionalText,
  email: optionalText,
  region: optionalText,
  photo: optional(imageSchema),
})

export const productCategorySchema = z.object({
  id: idSchema,
  name: z.string(),
  path: z.string(),
  parentBranch: z
    .array(idSchema)
    .nullish()
    .transform((ids) => ids ?? []),
})

export const searchResultSchema = z.object({
  title: z.string(),
  content: z.string(),
  slug: z.string(),
  updatedAt: dateSchema,
})

export const hiddenPageSchema = z.object({ id: idSchema, slug: z.string(), title: z.string(), blocks: blocksSchema })

export type Html = z.output<typeof htmlSchema>
export type Image = z.output<typeof imageSchema>
export type Link = z.output<typeof linkSchema>
export type SitemapNode = z.output<typeof sitemapNodeSchema>
export type NodeType = SitemapNode['nodeType']
export type Crumb = z.output<typeof crumbSchema>
export type Theme = z.output<typeof themeSchema>
export type AnyBlock = z.output<typeof blockSchema>
/** A block of a known type; `BlockOf<'faq'>` is one of them. */
export type Block = Exclude<AnyBlock, { type: 'unknown' }>
export type BlockType = Block['type']
export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>
export type Page = z.output<typeof pageSchema>
export type PostSummary = z.output<typeof postSummarySchema>
export type Post = z.output<typeof postSchema>
export type ServiceSummary = z.output<typeof serviceSummarySchema>
export type Service = z.output<typeof serviceSchema>
export type JobOfferSummary = z.output<typeof jobOfferSummarySchema>
export type JobOffer = z.output<typeof jobOfferSchema>
export type ContactPerson = z.output<typeof contactPersonSchema>
export type ProductCategory = z.output<typeof productCategorySchema>
export type SearchResult = z.output<typeof searchResultSchema>
export type HiddenPage = z.output<typeof hiddenPageSchema>
export type Industry = (typeof industries)[number]
