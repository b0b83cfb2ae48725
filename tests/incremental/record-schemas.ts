import type { z } from 'zod'
import {
  contactPersonSchema,
  jobOfferSchema,
  menuItemSchema,
  pageSchema,
  postSchema,
  productCategorySchema,
  searchResultSchema,
  serviceSchema,
  sitemapNodeSchema,
} from '#content/schema.ts'

const schemas: Record<string, z.ZodType> = {
  nodes: sitemapNodeSchema,
  menus: menuItemSchema,
  pages: pageSchema,
  posts: postSchema,
  services: serviceSchema,
  job_offers: jobOfferSchema,
  contact_people: contactPersonSchema,
  product_categories: productCategorySchema,
  search: searchResultSchema,
}

/** The schema for records of a kind, as fixtures name the kinds. */
export function schemaAt(kind: string): z.ZodType {
  const schema = schemas[kind]
  if (!schema) throw new Error(`Fixtures have no records of the kind "${kind}".`)
  return schema
}
