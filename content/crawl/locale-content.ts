import type { z } from 'zod'
import type { AnyBlock, Block, documentSchemas, MenuItem, memberSchemas, SitemapNode } from '#content/schema.ts'
import type { DocumentNotes } from './document-notes.ts'

/** Collections of a locale. A collection that nothing needs is not read and stays empty. */
export type Collections = { [N in keyof typeof memberSchemas]: z.output<(typeof memberSchemas)[N]>[] }

/** Collections whose members have a document of their own at `/{collection}/{slug}`. */
export const documentCollections = ['posts', 'services', 'job_offers'] as const

export type DocumentCollection = (typeof documentCollections)[number]

/** A document without its blocks of unknown type. */
export type Document<T extends { blocks: AnyBlock[] }> = Omit<T, 'blocks'> & { blocks: Block[] }

export type Documents = {
  [K in keyof typeof documentSchemas]: Map<string, Document<z.output<(typeof documentSchemas)[K]>>>
}

/** Notes of documents, by the kind of the document and the checksum of the bytes that the service sent (`notesKey`). */
export type KnownNotes = ReadonlyMap<string, DocumentNotes>

export function notesKey(kind: keyof Documents, hash: string): string {
  return `${kind}/${hash}`
}

export type DocumentOf<K extends keyof Documents> = Documents[K] extends Map<string, infer D> ? D : never

export type AnyDocument = { [K in keyof Documents]: DocumentOf<K> }[keyof Documents]

/** Everything the service says about one locale. `documents` is keyed by page id, or by the slug of a member. */
export type LocaleContent = {
  locale: string
  /** The items that pages show, each with its group. */
  menus: MenuItem[]
  nodes: SitemapNode[]
  collections: Collections
  /** Empty if the crawl holds no documents (`holdsDocuments`). */
  documents: Documents
  /** The notes of every document, keyed like `pages/12` or `posts/my-slug`. */
  notes: Map<string, DocumentNotes>
  /** SHA-256 (hexadecimal) of every document as the service sent it, keyed like `notes`. */
  digests: Map<string, string>
}

/** The content of a locale from which nothing has been read yet. */
export function emptyContent(locale: string): LocaleContent {
  return {
    ...{ locale, menus: [], nodes: [] },
    collections: { posts: [], services: [], job_offers: [], contact_people: [], product_categories: [] },
    documents: { pages: new Map(), posts: new Map(), services: new Map(), job_offers: new Map() },
    ...{ notes: new Map(), digests: new Map() },
  }
}

/** Keeps the notes and the checksum of a document that was read. */
export function keepNotes(
  { notes, digests }: LocaleContent,
  found: { kind: keyof Documents; key: string; hash: string; notes: DocumentNotes },
): void {
  notes.set(`${found.kind}/${found.key}`, found.notes)
  digests.set(`${found.kind}/${found.key}`, found.hash)
}

/** Whether the slug of a node contains a `:param`. */
export function isPattern(node: SitemapNode): boolean {
  return /\/:[^/]+/.test(node.slug)
}
