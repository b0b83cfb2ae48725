import { hash } from 'node:crypto'

/** A file of the export: its path, and the digest (hex) and number of its bytes. */
export type ExportedFile = { path: string; sha256: string; bytes: number }

/** Describes a file of the export by its bytes. */
export function describeFile(path: string, bytes: Uint8Array): ExportedFile {
  return { path, sha256: hash('sha256', bytes), bytes: bytes.length }
}

/**
 * The changes of a commit, each list sorted by path: new files, files whose bytes changed, and removed files (with the
 * digest and size that they had).
 */
export type Changes = { added: ExportedFile[]; changed: ExportedFile[]; removed: ExportedFile[] }

/** The changes of a build as `DIR/changes.json`, for cache purge lists and partial uploads. */
export function changesFile({ added, changed, removed }: Changes): [path: string, text: string] {
  return ['changes.json', `${JSON.stringify({ added, changed, removed }, null, 2)}\n`]
}

/** Sorts files by path, by code units. */
export function byPath<File extends { path: string }>(files: Iterable<File>): File[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
}
