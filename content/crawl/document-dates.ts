import type { SitemapNode } from '#content/schema.ts'

/**
 * When each document was changed, by its key, according to its nodes or list
 * members; `undefined` if one of them has no date.
 */
export type DocumentDates = Map<string, string | undefined>

type Dated = { updatedAt?: string | undefined }

/** The dates of pages by their id. A page may have several nodes. */
export function datesOfPages(nodes: SitemapNode[]): DocumentDates {
  return datesOf(nodes.flatMap((node) => (node.nodeReference ? [[node.nodeReference, node]] : [])))
}

/** The dates of a collection's members by their slug. */
export function datesOfMembers(members: (Dated & { slug: string })[]): DocumentDates {
  return datesOf(members.map((member) => [member.slug, member]))
}

/** The date of each key. Different dates are joined by spaces. `undefined` if one of them is missing. */
function datesOf(dated: [key: string, by: Dated][]): DocumentDates {
  const dates: DocumentDates = new Map()
  for (const [key, { updatedAt }] of dated) {
    const earlier = dates.get(key)
    const isFirst = !dates.has(key) || earlier === updatedAt
    dates.set(key, isFirst ? updatedAt : earlier && updatedAt && `${earlier} ${updatedAt}`)
  }
  return dates
}
