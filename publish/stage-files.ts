import { hash } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ExportedFile } from './export-changes.ts'
import type { StandingFile } from './scan-export.ts'

/**
 * A file of the next export: `staged` in the staging folder, and when; `standing` in the export already, byte for byte; or not
 * written, and why.
 */
export type StagedFile = ExportedFile & {
  state: 'staged' | 'standing' | { code: string | undefined; message: string }
  mtimeMs?: number
}

/** A file by its path in the export, and the file that stands there. */
export type FileToStage = {
  path: string
  content: Uint8Array
  standing?: Pick<StandingFile, 'location' | 'bytes'> | undefined
}

/**
 * Puts files into a staging folder, in whatever thread, for a writer that takes them later (`Writer.elsewhere`). Without a folder they
 * are only described.
 */
export function stageFiles(folder: string | undefined): (file: FileToStage) => StagedFile {
  const made = new Set<string>()
  return ({ path, content: bytes, standing }) => {
    const file = { path, sha256: hash('sha256', bytes), bytes: bytes.length }
    if (standing && isAlike(standing, bytes)) return { ...file, state: 'standing' }
    if (folder === undefined) return { ...file, state: 'staged' }
    const place = join(folder, path)
    try {
      const parent = dirname(place)
      if (!made.has(parent)) mkdirSync(parent, { recursive: true })
      made.add(parent)
      return { ...file, state: 'staged', mtimeMs: writeWhole(place, bytes) }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return { ...file, state: { code, message } }
    }
  }
}

function isAlike({ location, bytes }: Pick<StandingFile, 'location' | 'bytes'>, other: Uint8Array): boolean {
  if (bytes !== other.length) return false
  try {
    return readFileSync(location).equals(other)
  } catch {
    return false // one that cannot be read is replaced
  }
}

/** Gives the modification time. */
function writeWhole(place: string, bytes: Uint8Array): number {
  const file = openSync(place, 'w')
  try {
    writeFileSync(file, bytes)
    return fstatSync(file).mtimeMs
  } finally {
    closeSync(file)
  }
}
