import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import { type Finding, isFinding, SiteError } from '#content/finding.ts'
import { isExportPath } from '#publish/export/commit/next-export.ts'
import type { ExportedFile } from '#publish/export/export-changes.ts'
import { nonBlocking } from '#publish/non-blocking.ts'
import { sealOf, wrongSeal } from '#publish/seal.ts'
import type { Writer, WrittenFile } from '#publish/writer.ts'
import type { Shard } from './shard-places.ts'

/**
 * The files in the folder of a part, beside `site`: its description, its page
 * store, and the plan file that it was made from.
 */
export const partFile = 'part.json'
export const partPages = 'pages.sqlite'
export const partPlan = 'site.plan'

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const schema = z.strictObject({
  version: z.literal(1),
  /** The seal of the plan. */
  plan: z.string(),
  shard: z.strictObject({ index: z.int().positive(), count: z.int().positive() }),
  /** Every file of the part below `site`. */
  files: z.array(z.strictObject({ path: z.string().refine(isExportPath), sha256: digest, bytes: z.int().min(0) })),
  /** Checksum of the page store. */
  pages: digest,
  /** Why pages of the shard could not be made. */
  errors: z.array(z.custom<Finding>(isFinding)),
})

/** A part that was read: a folder with the files that a shard made. */
export type Part = {
  folder: string
  plan: string
  shard: Shard
  files: ReadonlyMap<string, ExportedFile>
  errors: Finding[]
}

/** What `part.json` says of a part. */
export type PartFacts = z.input<typeof schema>

/** The text of `part.json`. */
export function packPart(part: PartFacts, key: string | undefined): string {
  const text = JSON.stringify(part)
  return `${JSON.stringify({ seal: sealOf(text, key), part: text })}\n`
}

/** Reads a part. Throws a `SiteError` that names the folder if it is not a part, is incomplete, or was changed. */
export function readPart(folder: string, key: string | undefined): Part {
  const { seal, part: text } = sealedText(folder)
  const wrong = wrongSeal(seal, text, key)
  if (wrong) throw badPart(folder, `cannot be used: its "${partFile}" ${wrong}`)
  const { files, pages, ...part } = parsePart(folder, text)
  if (hash('sha256', readOf(folder, partPages)) !== pages)
    throw badPart(folder, `has a different "${partPages}" than its shard made`)
  return { ...part, folder, files: new Map(files.map((file) => [file.path, file])) }
}

/**
 * Parses the sealed text, which may still have another shape: without a key anyone can make a seal, including another
 * version of the tool.
 */
function parsePart(folder: string, text: string): PartFacts {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw badPart(folder, `cannot be used: its "${partFile}" is not of this version`, cause)
  }
}

function sealedText(folder: string): { seal: string; part: string } {
  const json = readOf(folder, partFile).toString()
  try {
    return z.strictObject({ seal: z.string(), part: z.string() }).parse(JSON.parse(json))
  } catch (cause) {
    throw badPart(folder, `cannot be used: its "${partFile}" is damaged`, cause)
  }
}

/**
 * Takes files from parts and notes them, so that in the end every file of every
 * part is proved to be what its shard made.
 */
export type TakenFiles = {
  /** Writes a file of a part into the export. Throws a `SiteError` if the file is not what the shard made. */
  take(part: Part, asked: { file: string; sha256: string }, writer: Pick<Writer, 'write'>): Promise<WrittenFile>
  /** Checks the files that were not taken. Throws a `SiteError` if one is not what the shard made. */
  proveOthers(parts: Part[]): Promise<void>
}

export function takenFiles(): TakenFiles {
  const taken = new Set<ExportedFile>()
  const refuse = ({ folder }: Part, file: string) =>
    badPart(folder, `has a different file "${file}" than its shard made`)
  return {
    async take(part, { file, sha256 }, writer) {
      const written = await writer.write(file, readOf(part.folder, join('site', file)))
      const made = part.files.get(file)
      if (written.sha256 !== sha256 || made?.sha256 !== sha256) throw refuse(part, file)
      taken.add(made)
      return written
    },
    async proveOthers(parts) {
      for (const part of parts) {
        for (const [path, file] of part.files) {
          if (taken.has(file)) continue
          await nextTurn() // lets interruptions be handled
          if (hash('sha256', readOf(part.folder, join('site', path))) !== file.sha256) throw refuse(part, path)
        }
      }
    },
  }
}

/** Reads a file of a part. Throws a `SiteError` that names the folder if the file cannot be read. */
export function readOf(folder: string, name: string): Buffer {
  try {
    return readFileSync(join(folder, name), { flag: nonBlocking })
  } catch (cause) {
    throw badPart(folder, `has no readable file "${name}"`, cause)
  }
}

/** The error for a part that cannot be merged. `what` follows the name of its folder. */
export function badPart(folder: string, what: string, cause?: unknown): SiteError {
  const hint =
    'Run that shard again with the same plan and SITE_PLAN_KEY. If the folder is left over from an earlier run, leave it out.'
  return partRefused(`The part "${folder}" ${what}.`, hint, cause)
}

/** The error for parts that do not make an export. */
export function partRefused(message: string, hint: string, cause?: unknown): SiteError {
  return new SiteError({ code: 'part-refused', message, hint }, { cause })
}
