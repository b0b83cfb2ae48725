import type { z } from 'zod'
import { fieldsOf } from '#content/fields.ts'
import type { SearchResult, SitemapNode } from '#content/schema.ts'
import { textOfHtml } from '#content/text-of-html.ts'
import { type ContentKind, contentKinds } from '#demo/source/content-kinds.ts'
import type { Content, Listing, RawDocument, Scope, Stored } from '#demo/source/read-content.ts'

/** Reads each kind once per search, and remembers the newest change. */
type Reader = { read<S extends z.ZodType>(kind: ContentKind<S>): Listing<z.output<S>>; modified(): number }
type Listed = {
  id: string
  slug: string
  title: string
  blocks: unknown[]
  updatedAt?: string | undefined
  publicationDate?: string | undefined
}
type Found = { title: string; slug: string; updatedAt?: string | undefined; text: { plain: string; folded: string } }

const unlistedTypes = new Set(['search', 'login'])
const letters: Record<string, string> = { ł: 'l', ß: 'ss', ø: 'o', œ: 'oe', æ: 'ae', đ: 'd', ı: 'i' }
const titleWeight = 1000

/**
 * The indexable documents of a locale that contain every word of the phrase, hits in the title first. An empty phrase
 * lists all documents in the order of the nodes. Case and diacritics are ignored.
 */
export function searchContent(
  content: Content,
  scope: Scope,
  phrase: string,
): { results: SearchResult[]; modified: number } {
  const reader = openReader(content, scope)
  const words = fold(phrase).split(/\s+/).filter(Boolean)
  const results = listIndexable(reader)
    .map((found) => ({ ...found, rank: rankOf(found, words) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ title, text, slug, updatedAt }) => ({ title, content: text.plain, slug, updatedAt }))
  return { results, modified: reader.modified() }
}

/** The address of a collection's member: its slug (the path of a category) replaces the last `:param`. */
export function fillSlug(pattern: string, slug: string): string {
  const from = pattern.lastIndexOf(':')
  const to = pattern.indexOf('/', from)
  return from < 0 ? pattern : `${pattern.slice(0, from)}${slug}${to < 0 ? '' : pattern.slice(to)}`
}

function openReader(content: Content, scope: Scope): Reader {
  const listings = new Map<string, Listing<unknown>>()
  return {
    read<S extends z.ZodType>(kind: ContentKind<S>) {
      // A listing kept under the path of a kind is of that kind.
      const listing = (listings.get(kind.path) as Listing<z.output<S>> | undefined) ?? content.read(kind, scope)
      listings.set(kind.path, listing)
      return listing
    },
    modified: () => Math.max(0, ...[...listings.values()].map((listing) => listing.modified)),
  }
}

const isRight = (stored: Stored<unknown>): boolean => stored.isRight

/** Ranks a document: higher is better, below 0 if a word is missing. */
function rankOf({ title, text: { folded } }: Found, words: readonly string[]): number {
  const foldedTitle = fold(title)
  if (!words.every((word) => foldedTitle.includes(word) || folded.includes(word))) return -1
  const titleHits = words.filter((word) => foldedTitle.includes(word)).length
  const hits = words.reduce((sum, word) => sum + folded.split(word).length - 1, 0)
  return titleHits * titleWeight + Math.min(hits, titleWeight - 1)
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łßøœæđı]/g, (letter) => letters[letter] ?? letter)
}

function listIndexable(reader: Reader): Found[] {
  const nodes = reader.read(contentKinds.nodes).documents.filter(isRight)
  const listed = nodes.filter(({ data }) => !unlistedTypes.has(data.nodeType))
  return listed.flatMap(({ data: node }) =>
    membersOf(node, reader).map((found) => ({ ...found, updatedAt: found.updatedAt ?? node.updatedAt })),
  )
}

function membersOf(node: SitemapNode, reader: Reader): Found[] {
  if (!node.slug.includes('/:')) return pageOf(node, reader)
  if (node.nodeReference === 'product_categories') return categoriesOf(node, reader)
  const kind = collectionKind(node.nodeReference)
  if (!kind) return []
  return reader
    .read(kind)
    .documents.filter(isRight)
    .map(({ data, raw }) => ({
      slug: fillSlug(node.slug, data.slug),
      title: data.title,
      updatedAt: data.updatedAt ?? data.publicationDate,
      text: textOf(raw, kind),
    }))
}

function collectionKind(reference: string | undefined): ContentKind<z.ZodType<Listed>> | undefined {
  if (reference === 'posts') return contentKinds.posts
  if (reference === 'services') return contentKinds.services
  return reference === 'job_offers' ? contentKinds.jobOffers : undefined
}

function pageOf(node: SitemapNode, reader: Reader): Found[] {
  const stored = reader.read(contentKinds.pages).ids.get(node.nodeReference)?.find(isRight)
  if (!stored || stored.data.noindex || unlistedTypes.has(stored.data.layout ?? '')) return []
  const title = stored.data.title ?? node.crumbs.at(-1)?.name ?? node.slug
  return [{ slug: node.slug, title, updatedAt: stored.data.updatedAt, text: textOf(stored.raw, contentKinds.pages) }]
}

function categoriesOf(node: SitemapNode, reader: Reader): Found[] {
  const categories = reader.read(contentKinds.productCategories).documents.filter(isRight)
  return categories.map(({ data }) => {
    const children = categories.filter((other) => other.data.parentBranch.includes(data.id))
    const plain = children.map((child) => child.data.name).join(', ')
    return { slug: fillSlug(node.slug, data.path), title: data.name, text: { plain, folded: fold(plain) } }
  })
}

const texts = new WeakMap<RawDocument, Found['text']>()

function textOf(raw: RawDocument, { schema }: ContentKind): Found['text'] {
  const known = texts.get(raw)
  if (known) return known
  const { title: _title, ...fields } = raw
  const plain = plainText(fields, schema)
  const forEngines = fieldsOf(fields, schema).flatMap(({ kind, value }) => (kind === 'search' ? value : []))
  const text = { plain, folded: fold([plain, ...forEngines].join(' ')) }
  texts.set(raw, text)
  return text
}

/** All readable text of a document of the contract, as one line of plain text. */
function plainText(document: unknown, schema: z.ZodType): string {
  const texts = fieldsOf(document, schema).flatMap(({ kind, value }) => {
    if (kind === 'html') return textOfHtml(value)
    return kind === 'heading' || kind === 'words' ? value : []
  })
  return texts.join(' ').replace(/\s+/g, ' ').trim()
}
