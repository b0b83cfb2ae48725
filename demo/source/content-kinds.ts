import type { z } from 'zod'
import { parseIsoDate } from '#content/iso-date.ts'
import {
  contactPersonSchema,
  hiddenPageSchema,
  jobOfferSchema,
  menuItemSchema,
  pageSchema,
  postSchema,
  productCategorySchema,
  serviceSchema,
  sitemapNodeSchema,
} from '#content/schema.ts'

/**
 * One kind of document: a list in one file (`path` ends in `.yaml`), or a folder with one file per document. Without
 * `order`, files are sorted by name.
 */
export type ContentKind<S extends z.ZodType = z.ZodType> = {
  path: string
  schema: S
  order?(a: z.output<S>, b: z.output<S>): number
}

type Dated = { publicationDate?: string | undefined }

/** Every kind of document in the folder of a locale. */
export const contentKinds = {
  menus: { path: 'menus.yaml', schema: menuItemSchema },
  nodes: { path: 'nodes.yaml', schema: sitemapNodeSchema },
  contactPeople: { path: 'contact-people.yaml', schema: contactPersonSchema },
  productCategories: { path: 'product-categories.yaml', schema: productCategorySchema },
  pages: { path: 'pages', schema: pageSchema },
  posts: { path: 'posts', schema: postSchema, order: byDate },
  services: { path: 'services', schema: serviceSchema, order: byId },
  jobOffers: { path: 'job-offers', schema: jobOfferSchema, order: byDate },
  hiddenPages: { path: 'hidden-pages', schema: hiddenPageSchema },
} satisfies Record<string, ContentKind>

/** Newest first. */
function byDate(a: Dated, b: Dated): number {
  const time = ({ publicationDate }: Dated): number => parseIsoDate(publicationDate)?.time ?? 0
  return time(b) - time(a)
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id.localeCompare(b.id, 'en', { numeric: true })
}
