import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the export: its path, the digest of its bytes in hex, and how many they are. */
export type ExportedFile = { path: string; sha256: string; bytes: number }

/**
 * What a commit changed, each list sorted by path: files that are new, files with other bytes than before, and files that went
 * away (with the digest and size they had).
 */
export type Changes = { added: ExportedFile[]; changed: ExportedFile[]; removed: ExportedFile[] }

/** Writes the changes of a build to `DIR/changes.json`, for purge lists and uploads of what differs. */
export function publishChanges(directory: string, { added, changed, removed }: Changes): void {
  const file = join(directory, 'changes.json')
  const text = `${JSON.stringify({ added, changed, removed }, null, 2)}\n`
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

/** Sorts files by path, as code units compare. */
export function byPath<File extends { path: string }>(files: Iterable<File>): File[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
}
