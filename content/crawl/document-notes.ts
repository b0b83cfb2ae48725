import type { z } from 'zod'
import { defaultPostsPerPage } from '#content/blocks/block-facts.ts'
import { shownBlocks } from '#content/blocks/shown-blocks.ts'
import { pictureFieldsOf } from '#content/fields.ts'
import { type Block, documentSchemas, type FileMarks } from '#content/schema.ts'
import { type CollectionName, collectionsOfBlocks } from './needed-collections.ts'

/** A document of any kind, without blocks of unknown type. */
type AnyDocument = { layout?: string | undefined; blocks: Block[] }

/**
 * The data that is kept of a document while it is not rendered. `pictures` is JSON text, which takes a third of the
 * memory; `picturesInNotes` parses it.
 */
export type DocumentNotes = {
  facts: DocumentFacts
  pictures: string
  unknown?: UnknownBlock[]
  /** Whether the document has no title of its own, so that its slug is used. */
  isNamedBySlug?: true
}

/**
 * A block of unknown type: its place in the document, its type, and, if the content is in files, the marks of its file.
 */
export type UnknownBlock = { index: number; name: string; marks?: FileMarks }

/** The addresses of the pictures in a block. `block` is its type and id, and is missing for pictures outside blocks. */
export type NotedPictures = { block?: string | undefined; urls: string[] }

/** Returns the addresses of the pictures in rich text. */
export type PicturesIn = (html: string) => string[]

/**
 * The parts of a document that other pages, feeds and sitemaps depend on. Only the
 * document's own page reads the other parts.
 */
export type DocumentFacts = {
  title?: string
  layout?: string
  noindex?: boolean
  author?: string
  /** Dates as the service sends them. */
  updatedAt?: string
  publishedAt?: string
  /** How many posts a page of its blog list shows, if it has a blog list. */
  postsPerPage?: number
  /** Names of the collections that its blocks show and that must be read. */
  lists?: CollectionName[]
}

/** Whether facts are equal except for their dates, which no other page shows. Only feeds and sitemaps contain them. */
export function areFactsAlike(one: DocumentFacts = {}, other: DocumentFacts = {}): boolean {
  const shown = ({ updatedAt: _, publishedAt: __, ...facts }: DocumentFacts): string => JSON.stringify(facts)
  return shown(one) === shown(other)
}

/**
 * Notes what planning, indexing and listings need from a document. Without
 * `picturesIn`, pictures in rich text are left out.
 */
export function noteDocument(
  kind: keyof typeof documentSchemas,
  document: AnyDocument,
  picturesIn?: PicturesIn,
): DocumentNotes {
  const pictures = picturesOf(document, documentSchemas[kind], picturesIn)
  return { facts: documentFacts(document), pictures: JSON.stringify(pictures) }
}

/** The pictures in a document's notes. */
export function picturesInNotes({ pictures }: DocumentNotes): NotedPictures[] {
  return JSON.parse(pictures) // as `noteDocument` wrote it
}

/**
 * The pictures in the fields of a document or member. `picturesIn` finds those in
 * rich text; without it, they are left out.
 */
export function picturesOf(document: unknown, schema: z.ZodType, picturesIn: PicturesIn = () => []): NotedPictures[] {
  const ofBlocks = Map.groupBy(pictureFieldsOf(document, schema), ({ path }) => blockAt(document, path))
  return [...ofBlocks].flatMap(([block, fields]) => {
    const urls = fields.flatMap(({ kind, value }) => (kind === 'html' ? picturesIn(value) : kind ? [value] : []))
    return urls.length > 0 ? { block, urls } : []
  })
}

function blockAt(document: unknown, path: string): string | undefined {
  const [, at] = /^blocks\[(\d+)\]/.exec(path) ?? []
  const block = (document as { blocks?: { type: string; id: string }[] }).blocks?.[Number(at)]
  return block && `${block.type} ${block.id}`
}

function documentFacts(document: AnyDocument): DocumentFacts {
  const { title, layout, noindex, author, updatedAt, publicationDate, theme } = document as Partial<DocumentFacts> & {
    publicationDate?: string
    theme?: { publicationDate?: string | undefined }
  } // each kind of document has some of these fields
  const blocks = shownBlocks(document)
  const lists = collectionsOfBlocks(blocks)
  const perPage = blocks.flatMap((block) => (block.type === 'blog_list' ? [block.perPage ?? defaultPostsPerPage] : []))
  const publishedAt = publicationDate ?? theme?.publicationDate
  return {
    ...{ title, layout, noindex, author, updatedAt, publishedAt },
    ...(perPage.length > 0 && { postsPerPage: Math.min(...perPage) }),
    ...(lists.length > 0 && { lists }),
  }
}
