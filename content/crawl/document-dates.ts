import type { SitemapNode } from '#content/schema.ts'

/** By key of a document: when it was changed, as those that speak of it say; nothing where they do not. */
export type DocumentDates = Map<string, string | undefined>

type Dated = { updatedAt?: string | undefined }

/** Ids of the pages of nodes, with what all nodes of a page say together. */
export function datesOfPages(nodes: SitemapNode[]): DocumentDates {
  return datesOf(nodes.flatMap((node) => (node.nodeReference ? [[node.nodeReference, node]] : [])))
}

/** Slugs of the members of a collection. */
export function datesOfMembers(members: (Dated & { slug: string })[]): DocumentDates {
  return datesOf(members.map((member) => [member.slug, member]))
}

/** The distinct dates of each key; none where one that speaks of it gives no date. */
function datesOf(dated: [key: string, by: Dated][]): DocumentDates {
  const dates: DocumentDates = new Map()
  for (const [key, { updatedAt }] of dated) {
    const earlier = dates.get(key)
    const isFirst = !dates.has(key) || earlier === updatedAt
    dates.set(key, isFirst ? updatedAt : earlier && updatedAt && `${earlier} ${updatedAt}`)
  }
  return dates
}
