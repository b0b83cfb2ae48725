import type { Documents } from '#content/crawl.ts'
import { collectionsOfBlocks } from '#content/needed-collections.ts'
import { shownBlocks } from '#content/shown-blocks.ts'

/** A document of one kind. */
export type DocumentOf<K extends keyof Documents> = Documents[K] extends Map<string, infer D> ? D : never
export type AnyDocument = { [K in keyof Documents]: DocumentOf<K> }[keyof Documents]

/** What of a document other pages and the files for machines depend on; all else only its own page reads. */
export type DocumentFacts = {
  title?: string
  layout?: string
  noindex?: boolean
  author?: string
  /** Dates as the service gives them. */
  updatedAt?: string
  publishedAt?: string
  /** Posts on each page of its list, where it has one. */
  postsPerPage?: number
  /** Names of the collections that its blocks show, which have to be read. */
  lists?: string
}

const defaultPostsPerPage = 12

/** Whether pages and their addresses are alike with either; dates stand only in the files for machines. */
export function areFactsAlike(one: DocumentFacts = {}, other: DocumentFacts = {}): boolean {
  const shown = ({ updatedAt: _, publishedAt: __, ...facts }: DocumentFacts): string => JSON.stringify(facts)
  return shown(one) === shown(other)
}

/** Takes the facts out of a document. Planning, indexing and listing know documents by these alone. */
export function documentFacts(document: AnyDocument): DocumentFacts {
  const { title, layout, noindex, author, updatedAt, publicationDate, theme } = document as Partial<DocumentFacts> & {
    publicationDate?: string
    theme?: { publicationDate?: string | undefined }
  } // each kind of document has some of these fields
  const blocks = shownBlocks(document)
  const lists = collectionsOfBlocks(blocks)
  const perPage = blocks.flatMap((block) => (block.type === 'blog_list' ? [block.perPage ?? defaultPostsPerPage] : []))
  const publishedAt = publicationDate ?? theme?.publicationDate
  return {
    ...(title !== undefined && { title }),
    ...(layout !== undefined && { layout }),
    ...(noindex !== undefined && { noindex }),
    ...(author !== undefined && { author }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(publishedAt !== undefined && { publishedAt }),
    ...(perPage.length > 0 && { postsPerPage: Math.min(...perPage) }),
    ...(lists.length > 0 && { lists: lists.join() }),
  }
}
