import type { Href } from '#blocks/_shared/reader.ts'
import type { DocumentFacts } from '#content/crawl/document-notes.ts'
import type { Documents } from '#content/crawl/locale-content.ts'
import type { Finding } from '#content/finding.ts'
import type { ProductCategory, SitemapNode } from '#content/schema.ts'
import type { ShellPattern } from '#publish/redirects/shell-pattern.ts'

/**
 * Pages that are shown instead of a page that cannot be shown. The service worker
 * shows `offline` if there is no connection.
 */
export type ErrorStatus = (typeof errorStatuses)[number]

export const errorStatuses = [404, 500, 'offline'] as const

/** The source of a route's content. */
export type RouteSource =
  | { kind: 'document'; collection: keyof Documents; key: string }
  | { kind: 'category'; category: ProductCategory }
  | ({ kind: 'restricted' } & ShellPattern)
  | { kind: 'error'; status: ErrorStatus }

/** A list with several pages. `pageOfList` makes the addresses of its pages from the first one. */
export type PagedList = { first: Href; pages: number }

/** An address in one locale, and the file that answers it. */
export type Route = {
  locale: string
  /** Origin of the domain family the locale belongs to. */
  origin: string
  /** The slug: without locale prefix, decoded. */
  slug: string
  /** The path: with locale prefix, decoded. */
  path: string
  href: Href
  file: string
  node?: SitemapNode
  source: RouteSource
  /** The facts of its document, if it was read. */
  facts?: DocumentFacts
  /** Id of the collection member that fills the node's placeholder. */
  memberId?: string
  /** Page number in a paged list, from 1. */
  page: number
  /** The list, if it has several pages. */
  list?: PagedList
  /** Equal for all translations of a page. */
  pairing: string
  /**
   * Address of the page that shows the same content by an earlier node of the locale. Search engines are sent there.
   */
  canonical?: Href
}

/** Reports a fault of a page. */
export type ReportFinding = (finding: Finding) => void
