import { noteDocument } from '#content/crawl/document-notes.ts'
import {
  type AnyDocument,
  type DocumentCollection,
  type Documents,
  isPattern,
  type LocaleContent,
} from '#content/crawl/locale-content.ts'
import { parseIsoDate } from '#content/iso-date.ts'
import {
  type JobOfferSummary,
  jobOfferSummarySchema,
  type PostSummary,
  type ProductCategory,
  postSummarySchema,
  type ServiceSummary,
  type SitemapNode,
  serviceSummarySchema,
} from '#content/schema.ts'

/** A draft in the form that replaces what is published. */
export type Draft =
  | { kind: keyof Documents; id: string; document: AnyDocument; nodes?: SitemapNode[] }
  | { kind: 'product_categories'; id: string; document: ProductCategory }

type Summary = PostSummary | ServiceSummary | JobOfferSummary

const summarySchemas = {
  posts: postSummarySchema,
  services: serviceSummarySchema,
  job_offers: jobOfferSummarySchema,
}

/**
 * Returns the content of a locale as if the draft were published. Everything that the draft does not change is shared
 * with `content`. Pure.
 */
export function overlayDraft(content: LocaleContent, draft: Draft): LocaleContent {
  if (draft.kind === 'product_categories') {
    const categories = replaceMember(content.collections.product_categories, draft.document)
    return { ...content, collections: { ...content.collections, product_categories: categories } }
  }
  if (draft.kind === 'pages') {
    return { ...withDocument(content, 'pages', draft), nodes: overlayNodes(content.nodes, draft) }
  }
  return overlayMember(content, draft.kind, draft)
}

/**
 * Returns the published nodes, with those of the page as the draft has them. Moved nodes keep their position. New nodes
 * come last.
 */
function overlayNodes(published: SitemapNode[], draft: { id: string; nodes?: SitemapNode[] }): SitemapNode[] {
  if (!draft.nodes) return published
  const waiting = [...draft.nodes]
  const isOwn = (node: SitemapNode): boolean => node.nodeReference === draft.id && !isPattern(node)
  const kept = published.flatMap((node) => (isOwn(node) ? waiting.splice(0, 1) : [node]))
  return [...kept, ...waiting]
}

function overlayMember(
  content: LocaleContent,
  kind: DocumentCollection,
  { id, document }: { id: string; document: AnyDocument },
): LocaleContent {
  const summary: Summary = summarySchemas[kind].parse(document)
  const members: Summary[] = content.collections[kind]
  const before = members.find((member) => member.id === id)
  return {
    ...withDocument(content, kind, { id: summary.slug, before: before?.slug, document }),
    collections: { ...content.collections, [kind]: replaceMember(members, summary) },
  }
}

type Placed = { id: string; before?: string | undefined; document: AnyDocument }

/** Returns the content with a document under its key, and with nothing under its earlier key. */
function withDocument(content: LocaleContent, kind: keyof Documents, { id, before, document }: Placed): LocaleContent {
  const documents = new Map<string, unknown>(content.documents[kind])
  const notes = new Map(content.notes)
  if (before !== undefined) {
    documents.delete(before)
    notes.delete(`${kind}/${before}`)
  }
  documents.set(id, document)
  notes.set(`${kind}/${id}`, noteDocument(kind, document))
  return { ...content, notes, documents: { ...content.documents, [kind]: documents } }
}

/**
 * Returns the members with one replaced or added. If it is new or its date has changed, its date determines its
 * position, newest first (content API).
 */
function replaceMember<T extends { id: string }>(members: T[], member: T): T[] {
  const at = members.findIndex(({ id }) => id === member.id)
  const before = members[at]
  if (before && dateOf(before) === dateOf(member)) return members.with(at, member)
  const others = members.filter(({ id }) => id !== member.id)
  const date = dateOf(member)
  if (date === undefined) return before ? members.with(at, member) : [...members, member]
  const place = others.findIndex((other) => (dateOf(other) ?? 0) < date)
  return others.toSpliced(place < 0 ? others.length : place, 0, member)
}

function dateOf(member: object): number | undefined {
  return parseIsoDate((member as { publicationDate?: string }).publicationDate)?.time
}
