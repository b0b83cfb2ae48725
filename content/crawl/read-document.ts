import { type Call, nameOf, pathSegment } from '#content/client/call.ts'
import type { ContentReads, DocumentHints } from '#content/client/client.ts'
import type { Findings } from '#content/finding.ts'
import { placeInFile } from '#content/parse/file-marks.ts'
import { parseDocument } from '#content/parse/parse-document.ts'
import { parseJson } from '#content/parse/parse-json.ts'
import { type AnyBlock, documentSchemas, type FileMarks } from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { type DocumentNotes, noteDocument, type PicturesIn } from './document-notes.ts'
import { type AnyDocument, type Documents, type KnownNotes, notesKey } from './locale-content.ts'
import { reportNoTitle, withTitle } from './member-titles.ts'

export type WantedDocument = { kind: keyof Documents; key: string; locale: string } & DocumentHints

/**
 * The client to read with, and the findings to report to. With `strict`, an
 * unknown block is an error instead of a warning.
 */
export type DocumentReading = { client: ContentReads; findings: Findings; strict?: boolean | undefined }

type ReadDocument = { hash: string; notes: DocumentNotes; document?: AnyDocument }

/**
 * Reads a document and notes it. If `known` has notes for its checksum, returns these notes without the document.
 * Returns `undefined` for a document of a wrong shape, which is reported.
 */
export async function readDocument(
  wanted: WantedDocument,
  { client, findings }: DocumentReading,
  { known = new Map(), picturesIn }: { known?: KnownNotes | undefined; picturesIn?: PicturesIn | undefined } = {},
): Promise<ReadDocument | undefined> {
  const { kind, key: _, locale: __, ...hints } = wanted
  const isKnown = (hash: string): boolean => known.has(notesKey(kind, hash))
  const call = { ...callOf(wanted), ...hints, isKnown }
  const found = await client.fetchDocument(call, documentSchemas[kind], findings)
  if (!found) return undefined
  const { hash } = found
  const noted = known.get(notesKey(kind, hash))
  if (found.isKnown && noted) return { hash, notes: noted }
  const { document, ...marks } = withKnownBlocks(found.document as AnyBlocks, found.marks)
  return { hash, document, notes: { ...noteDocument(kind, document, picturesIn), ...marks } }
}

/**
 * Reads one document as the crawl does. Returns `undefined` for a document of a wrong
 * shape, which is reported. Throws like the client.
 */
export async function fetchDocument(
  wanted: WantedDocument,
  reading: DocumentReading,
): Promise<ReadDocument | undefined> {
  const found = await readDocument(wanted, reading)
  if (found) reportUnknownBlocks(found.notes, callOf(wanted), reading)
  if (found?.notes.isNamedBySlug) reportNoTitle(callOf(wanted), reading.findings)
  return found
}

/** The call that reads a document. */
export function callOf({ kind, key, locale }: WantedDocument): Call {
  return { path: `/${kind}/${pathSegment(key)}`, locale }
}

/** Parses the bytes of a document as the crawl does. Returns `undefined` for a document of a wrong shape. */
export function parseKeptDocument(kind: keyof Documents, body: Buffer): AnyDocument | undefined {
  const document = parseDocument(parseJson(body), documentSchemas[kind], () => {})
  return document && withKnownBlocks(document).document
}

type AnyBlocks = { blocks: AnyBlock[] }

function withKnownBlocks(whole: AnyBlocks, marks?: FileMarks) {
  const blocks = withOwnIds(whole.blocks.filter((block) => block.type !== 'unknown'))
  const unknown = whole.blocks.flatMap((block, index) =>
    block.type === 'unknown' ? [{ index, name: String(block.name), ...(marks && { marks }) }] : [],
  )
  const known = { ...whole, blocks }
  const titled = withTitle(known)
  return {
    document: titled as AnyDocument, // matches the schema of its kind
    ...(unknown.length > 0 && { unknown }),
    ...(titled !== known && { isNamedBySlug: true as const }),
  }
}

/**
 * Changes the id of a block if an earlier block has the same id. Labels and links find their targets by element ids
 * that are made from it.
 */
export function withOwnIds<Any extends { id: string }>(blocks: Any[]): Any[] {
  const taken = new Set<string>()
  const last = new Map<string, number>()
  return blocks.map((block) => {
    let id = block.id
    while (taken.has(id)) {
      const nth = (last.get(block.id) ?? 1) + 1
      last.set(block.id, nth)
      id = `${block.id}-${nth}`
    }
    taken.add(id)
    return id === block.id ? block : { ...block, id }
  })
}

/** Reports the blocks of unknown type that were left out of a document. */
export function reportUnknownBlocks(
  { unknown = [] }: DocumentNotes,
  call: Call,
  { findings, strict }: Pick<DocumentReading, 'findings' | 'strict'>,
): void {
  for (const { index, name, marks } of unknown) {
    const field = `blocks[${index}]`
    findings[strict ? 'error' : 'warn']({
      code: 'block-unknown',
      message: `${marks ? `${placeInFile(marks, field)},` : nameOf(call)} has a block of the unknown type ${quoteValue(name)}; the block is left out.`,
      where: { locale: call.locale, url: call.path, field, ...(marks && { file: marks['@file'] }) },
      hint: 'Correct the type, or write a block of your own for it: "site new block" creates its first files.',
    })
  }
}
