import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ExportedFile } from '#publish/export/export-changes.ts'
import { makeFolder } from '#publish/export/make-folder.js'
import { type ExistingFile, existingFile } from './scan-export.ts'

/**
 * The result of staging a file. `staged`: the file is in the staging folder, with this modification time. `existing`:
 * the export has these bytes already. `failed`: the file could not be written, with the reason from Node's error.
 */
export type Staged =
  | { state: 'staged'; mtimeMs: number }
  | { state: 'existing' }
  | { state: 'failed'; code: string | undefined; message: string }

export type StagedFile = ExportedFile & Staged

/** A file to write: its path in the export, its content, and the file that is there now. */
export type FileToStage = {
  path: string
  content: Uint8Array
  existing?: Pick<ExistingFile, 'location' | 'bytes'> | undefined
}

/**
 * Writes files into a staging folder, in any thread, for a writer that then claims them (`Writer.threadStaging`).
 * Without a folder nothing is written, as in a dry run.
 */
export function stageFiles(folder: string | undefined): (file: FileToStage) => Staged {
  const made = new Set<string>()
  return ({ path, content, existing }) => {
    if (existing && isAlike(existing, content)) return { state: 'existing' }
    if (folder === undefined) return { state: 'staged', mtimeMs: 0 }
    const place = join(folder, path)
    try {
      const parent = dirname(place)
      if (!made.has(parent)) makeFolder(parent)
      made.add(parent)
      writeFileSync(place, content)
      return { state: 'staged', mtimeMs: existingFile(place).mtimeMs }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return { state: 'failed', code, message }
    }
  }
}

function isAlike({ location, bytes }: Pick<ExistingFile, 'location' | 'bytes'>, other: Uint8Array): boolean {
  if (bytes !== other.length) return false
  try {
    return readFileSync(location).equals(other)
  } catch {
    return false // a file that cannot be read is replaced
  }
}
