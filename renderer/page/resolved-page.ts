import type { Image } from '#content/schema.ts'
import type { PageView } from '#templates/page-view.ts'

/** A page ready for its template, with the data that only the head of the document needs. */
export type ResolvedPage = PageView & {
  seo: { title?: string; description?: string; image?: Image }
  isIndexable: boolean
  /** When a post was edited after its publication, in ISO 8601. */
  editedAt?: string
}
