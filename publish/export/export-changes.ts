import { hash } from 'node:crypto'

/** A file of the export: its path, the digest of its bytes in hex, and how many they are. */
export type ExportedFile = { path: string; sha256: string; bytes: number }

/** Describes a file of the export by its bytes. */
export function describeFile(path: string, bytes: Uint8Array): ExportedFile {
  return { path, sha256: hash('sha256', bytes), bytes: bytes.length }
}

/**
 * What a commit changed, each list sorted by path: files that are new, files with other bytes than before, and files that went
 * away (with the digest and size they had).
 */
export type Changes = { added: ExportedFile[]; changed: ExportedFile[]; removed: ExportedFile[] }

/** The changes of a build as `DIR/changes.json`, for purge lists and uploads of what differs. */
export function changesFile({ added, changed, removed }: Changes): [path: string, text: string] {
  return ['changes.json', `${JSON.stringify({ added, changed, removed }, null, 2)}\n`]
}

/** Sorts files by path, as code units compare. */
export function byPath<File extends { path: string }>(files: Iterable<File>): File[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
}
