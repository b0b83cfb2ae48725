import type { Href } from '#blocks/_shared/reader.ts'
import type { DocumentFacts } from '#content/crawl/document-notes.ts'
import type { Documents } from '#content/crawl/locale-content.ts'
import type { Finding } from '#content/finding.ts'
import type { ProductCategory, SitemapNode } from '#content/schema.ts'
import type { ShellPattern } from '#publish/redirects/shell-pattern.ts'

/** Pages that are shown in place of a page that cannot be. The service worker shows `offline` without a connection. */
export type ErrorStatus = (typeof errorStatuses)[number]

export const errorStatuses = [404, 500, 'offline'] as const

/** Where the content of a route comes from. */
export type RouteSource =
  | { kind: 'document'; collection: keyof Documents; key: string }
  | { kind: 'category'; category: ProductCategory }
  | ({ kind: 'restricted' } & ShellPattern)
  | { kind: 'error'; status: ErrorStatus }

/** A list on several pages; `pageOfList` makes their addresses of the first. */
export type PagedList = { first: Href; pages: number }

/** One address of one locale and the file that answers it. */
export type Route = {
  locale: string
  /** Origin of the domain family the locale belongs to. */
  origin: string
  /** Without locale prefix, decoded. */
  slug: string
  /** With locale prefix, decoded. */
  path: string
  href: Href
  file: string
  node?: SitemapNode
  source: RouteSource
  /** The facts of its document, where that was read. */
  facts?: DocumentFacts
  /** Id of the member of a collection that fills the node's placeholder. */
  memberId?: string
  /** Page of a paged list, from 1. */
  page: number
  /** The list, when it has several pages. */
  list?: PagedList
  /** Equal for translations of one page. */
  pairing: string
  /** Address of the page that shows the same by an earlier node of the locale; search engines are sent there. */
  canonical?: Href
}

/** Reports what is wrong with a page. */
export type Tell = (finding: Finding) => void
