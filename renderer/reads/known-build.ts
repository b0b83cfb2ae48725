import { hash } from 'node:crypto'
import type { KnownNotes } from '#content/crawl/locale-content.ts'
import type { Finding } from '#content/finding.ts'
import type { Figures } from '#renderer/build/report.ts'
import type { PackedNames } from '#renderer/reader/asset-placeholders.ts'
import type { Reason } from './compare-answers.ts'

/** A digest of an answer as JSON text, or of a row, long enough to be unique. */
export function digestOf(json: string): string {
  return hash('sha256', json, 'buffer').toString('base64url', 0, 15)
}

/** A question that pages asked, with the answer that they got. */
export type KnownQuestion = {
  /** Never used for another question, so that a row of an earlier build cannot be mistaken for one of this build. */
  id: number
  question: string
  /** Digest of the answer as JSON text. For a document, the result of `sourceOf`. */
  answer: string
}

/** What is known of a page of the export. */
export type KnownPage = {
  file: string
  locale: string
  slug: string
  href: string
  /** The page's `contentKeyOf`. */
  contentKey?: string
  /** Ids of the page's questions, in the order in which it asked them. */
  asked: Uint32Array
  /** The page's `Placeholder`s as JSON text, because few of them are ever needed. */
  placeholders: string
  findings: Finding[]
  /** Checksum (in hex) and number of the page's bytes. */
  sha256: string
  bytes: number
  /** Why the page was rendered, and in which build. */
  reasons: Reason[]
  build: number
}

/** What a build step made from its inputs: files of the export with their checksums, and a result, which is JSON. */
export type KnownStep = {
  inputs: string
  sources: Record<string, string>
  files: Record<string, string>
  result: unknown
}

/** Everything that is known of one build into an export. Objects in it are never changed, only replaced. */
export type KnownBuild = {
  questions: ReadonlyMap<number, KnownQuestion>
  pages: ReadonlyMap<string, KnownPage>
  steps: ReadonlyMap<string, KnownStep>
  /** Notes of documents, made by the code and with the limits that `facts.notedBy` identifies. */
  documents: KnownNotes
  facts: BuildFacts
}

/** Facts about a whole build. Before the first build all fields are missing. */
export type BuildFacts = {
  /** The number of the build, from 1, and the tools that it was made with. */
  build?: number
  identity?: string
  /** The highest id that a question of any build ever had. */
  lastQuestion?: number
  /** Identifies the code and limits that the notes of documents depend on, besides the bytes of the documents. */
  notedBy?: string
  /** The names of bundled files in the published pages. */
  names?: PackedNames
  /** Folder of the export. */
  out?: string
  locales?: string[]
  /** Figures of the whole export, for the report. */
  figures?: Figures
}

/** The data of the whole site that `site render` needs, in pieces that are read separately. */
export type SitePieces = ReadonlyMap<string, Uint8Array>
