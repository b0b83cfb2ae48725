import { hash } from 'node:crypto'
import type { KnownNotes } from '#content/crawl/locale-content.ts'
import type { Finding } from '#content/finding.ts'
import type { Figures } from '#renderer/build/report.ts'
import type { PrintedNames } from '#renderer/reader/asset-placeholders.ts'
import type { Reason } from './compare-answers.ts'

/** A digest of an answer as JSON, or of a row, long enough to tell them apart. */
export function digestOf(json: string): string {
  return hash('sha256', json, 'buffer').toString('base64url', 0, 15)
}

/** A question that pages asked, with the answer that they got. */
export type KnownQuestion = {
  /** Never given to another question, so that a row of an earlier build cannot be taken for one of this build. */
  id: number
  question: string
  /** Digest of the answer as JSON; where it is a document, what `sourceOf` tells of it. */
  answer: string
}

/** What is known of a page of the export. */
export type KnownPage = {
  file: string
  locale: string
  slug: string
  href: string
  /** What the page shows, as `shownAt` names it. */
  shows?: string
  /** Ids of its questions, in the order it asked them. */
  asked: Uint32Array
  /** Its `Placeholder`s as JSON: few of them are ever looked at. */
  placeholders: string
  findings: Finding[]
  /** Checksum of its bytes in hex, and their number. */
  sha256: string
  bytes: number
  /** Why it was rendered, and in which build. */
  reasons: Reason[]
  build: number
}

/** What a step of the build made of its inputs: files of the export with the checksums of their bytes, and a result as JSON. */
export type KnownStep = {
  inputs: string
  sources: Record<string, string>
  files: Record<string, string>
  result: unknown
}

/** All that is known of one build into an export; objects are never changed, only replaced. */
export type KnownBuild = {
  questions: ReadonlyMap<number, KnownQuestion>
  pages: ReadonlyMap<string, KnownPage>
  steps: ReadonlyMap<string, KnownStep>
  /** Notes of documents, made by the code and limits that `facts.notedBy` tells. */
  documents: KnownNotes
  facts: BuildFacts
}

/** What a build tells of itself. Before the first build no field is there. */
export type BuildFacts = {
  /** The number of the build, from 1, and the tools that it was made with. */
  build?: number
  identity?: string
  /** The highest id that a question of any build ever had. */
  lastQuestion?: number
  /** What the notes of documents depend on besides the bytes of the documents. */
  notedBy?: string
  /** The names of bundled files that pages were published with. */
  names?: PrintedNames
  /** Folder of the export. */
  out?: string
  locales?: string[]
  /** Figures of the whole export, for the report. */
  figures?: Figures
}

/** What `site render` needs of the whole site, in parts that are read one by one. */
export type SiteParts = ReadonlyMap<string, Uint8Array>
