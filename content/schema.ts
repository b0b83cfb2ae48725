import * as z from 'zod'
import { blocksSchema } from './blocks/block-schemas.ts'
import {
  dateSchema,
  headingSchema,
  type htmlSchema,
  idSchema,
  imageFor,
  type imageSchema,
  optional,
  optionalChoice,
  optionalHeading,
  optionalText,
  optionalWords,
  searchWords,
  textSchema,
} from './field-schemas.ts'

export {
  type AnyBlock,
  type Block,
  type BlockOf,
  type BlockType,
  blockSchemaOf,
  blockTypes,
} from './blocks/block-schemas.ts'
export type { FieldKind, ListName, PictureUse } from './field-schemas.ts'

/** A list that may be missing or `null`. Both are read as an empty list. */
const optionalList = <T extends z.ZodType>(member: T) =>
  z
    .array(member)
    .nullish()
    .transform((list) => list ?? [])

const menuFields = {
  id: idSchema,
  name: textSchema,
  url: optionalText,
  target: optionalText,
  locale: optionalText,
  cssClass: optionalText,
  type: optionalText,
  description: optionalText,
  headline: optionalText,
  group: optionalText,
  typeReferenceId: optionalChoice(idSchema),
  slug: optionalText,
}

export interface MenuItem extends z.output<z.ZodObject<typeof menuFields>> {
  children: MenuItem[]
}

export const menuItemSchema: z.ZodType<MenuItem> = z.object({
  ...menuFields,
  get children(): z.ZodType<MenuItem[]> {
    return optionalList(menuItemSchema)
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

const crumbSchema = z.object({ name: textSchema, slug: z.string() })

export const sitemapNodeSchema = z.object({
  nodeType: z.enum(nodeTypes),
  action: z.enum(['index', 'show']),
  slug: z.string(),
  nodeReference: optionalChoice(idSchema),
  crumbs: optionalList(crumbSchema),
  updatedAt: dateSchema,
})

const themeSchema = z.object({
  title: optionalHeading,
  subtitle: optionalWords,
  description: optionalWords,
  publicationDate: dateSchema,
  backgroundImage: optional(imageFor('header_intro_thumb')),
  maskOpacity: z.unknown().optional(),
})

const seoFields = {
  seoTitle: searchWords,
  seoDescription: searchWords,
  seoImageSrc: optionalText.meta({ kind: 'imageUrl' }),
  theme: optional(themeSchema),
}

export const pageSchema = z.object({
  ...seoFields,
  id: idSchema,
  title: optionalHeading,
  layout: optionalText,
  blocks: blocksSchema,
  noindex: optional(z.boolean()),
  updatedAt: dateSchema,
})

export const postSummarySchema = z.object({
  id: idSchema,
  slug: z.string(),
  title: headingSchema,
  lead: optionalWords,
  publicationDate: dateSchema,
  teaserImage: optional(imageFor('post_list_thumb')),
  updatedAt: dateSchema,
})
export const postSchema = postSummarySchema.extend({ ...seoFields, author: optionalWords, blocks: blocksSchema })

/** The name of an industry in the settings. The key of its text is `industry.NAME`. */
export const industrySchema = z.string().regex(/^[a-zA-Z][a-zA-Z0-9]*$/, 'expected a name such as artsAndCrafts')

export const serviceSummarySchema = z.object({
  id: idSchema,
  slug: z.string(),
  title: headingSchema,
  lead: optionalWords,
  image: optional(imageFor('text')),
  /** The interface text `industry.NAME` is its name. */
  industry: optionalChoice(industrySchema),
})
export const serviceSchema = serviceSummarySchema.extend({ ...seoFields, blocks: blocksSchema })

export const jobOfferSummarySchema = z.object({
  id: idSchema,
  slug: z.string(),
  title: headingSchema,
  location: optionalWords,
  /** ISO 3166-1 alpha-2. */
  country: optionalText,
  employmentType: optionalWords,
  publicationDate: dateSchema,
  validThrough: dateSchema,
  lead: optionalWords,
})
export const jobOfferSchema = jobOfferSummarySchema.extend({ ...seoFields, blocks: blocksSchema })

export const contactPersonSchema = z.object({
  id: idSchema,
  name: headingSchema,
  position: optionalWords,
  phone: optionalText,
  email: optionalText,
  region: optionalWords,
  photo: optional(imageFor('portrait')),
})

export const productCategorySchema = z.object({
  id: idSchema,
  name: headingSchema,
  path: z.string(),
  parentBranch: optionalList(idSchema),
})

export const searchResultSchema = z.object({
  title: z.string(),
  content: z.string(),
  slug: z.string(),
  updatedAt: dateSchema,
})

export const hiddenPageSchema = z.object({ id: idSchema, slug: z.string(), title: z.string(), blocks: blocksSchema })

/**
 * The marks that the service over content files adds to a document with faults: the name of its file, the line of each
 * wrong field, and the fault of the file as a whole, worded to follow its name.
 */
export const fileMarksSchema = z.object({
  '@file': z.string(),
  '@lines': z.record(z.string(), z.number()).optional(),
  '@problem': z.string().optional(),
})
export type FileMarks = z.output<typeof fileMarksSchema>

/** The schema of each kind of document that pages are made from. */
export const documentSchemas = {
  pages: pageSchema,
  posts: postSchema,
  services: serviceSchema,
  job_offers: jobOfferSchema,
}
/** The schema of the members of each collection. */
export const memberSchemas = {
  posts: postSummarySchema,
  services: serviceSummarySchema,
  job_offers: jobOfferSummarySchema,
  contact_people: contactPersonSchema,
  product_categories: productCategorySchema,
}

export type Html = z.output<typeof htmlSchema>
export type Image = z.output<typeof imageSchema>
export type SitemapNode = z.output<typeof sitemapNodeSchema>
export type NodeType = SitemapNode['nodeType']
export type Crumb = z.output<typeof crumbSchema>
export type Theme = z.output<typeof themeSchema>
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
