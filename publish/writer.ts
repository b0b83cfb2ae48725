import { hash } from 'node:crypto'
import type { Besides } from './beside.ts'
import type { Changes, ExportedFile } from './export-changes.ts'
import { exportPath, startExport } from './next-export.ts'

export { openDirectoryWriter } from './directory-writer.ts'

/** `isNew` is false when these very bytes are published already: nothing is staged then, and the file keeps its modification time. */
export type WrittenFile = ExportedFile & { isNew: boolean }

/** The one door out. What is written becomes visible at `commit`; until then nothing published changes. */
export type Writer = {
  /** A sentence on what is not known of the published files, where something was lost. */
  readonly notice?: string
  /**
   * Writes a file by its path in the export (`en/help/index.html`). Throws for a path outside of the export, one written twice or
   * kept with other bytes, and one inside of a file.
   */
  write(path: string, content: string | Uint8Array): Promise<WrittenFile>
  /**
   * Lets the published file at a path stand as it is; a path may be kept any number of times. False when nothing, or not what was
   * published there (size or modification time differ from the manifest) stands there, or other bytes were written.
   */
  keep(path: string): boolean
  /** Lets every file stand that was published and not written, whatever it holds now: for builds of some pages only. */
  keepOthers(): Promise<void>
  /** What `keep` would let stand. */
  published(path: string): ExportedFile | undefined
  /** Bytes of the file that was published before, unless it is missing or holds other bytes now. */
  read(path: string): Promise<Buffer | undefined>
  /** What the export will hold: everything written or kept so far. */
  planned(): ExportedFile[]
  /**
   * Publishes what was written, and removes whatever was neither written nor kept. What `besidesOf` gives, which is not asked in a dry
   * run, comes with it: all of it is published, or nothing.
   */
  commit(besidesOf?: (changes: Changes) => Besides): Promise<Changes>
  /** Drops everything written. */
  discard(): Promise<void>
}

/** A writer that keeps files in memory, for tests. `files` holds what was committed; the next build may begin after a commit. */
export function openMemoryWriter(): Writer & { files: Map<string, Uint8Array> } {
  const files = new Map<string, Buffer>()
  let staged = new Map<string, Buffer>()
  let next = startExport()

  function published(path: string): ExportedFile | undefined {
    const name = exportPath(path)
    const bytes = files.get(name)
    return bytes && describeFile(name, bytes)
  }

  return {
    files,
    published,
    async write(path, content) {
      const bytes = Buffer.from(content)
      const file = describeFile(exportPath(path), bytes)
      const { isKept } = next.write(file)
      const before = files.get(file.path)
      if (isKept || before?.equals(bytes)) return { ...file, isNew: false }
      next.note(file.path, before ? 'changed' : 'added')
      staged.set(file.path, bytes)
      return { ...file, isNew: true }
    },
    keep(path) {
      const file = published(path)
      return file !== undefined && next.keep(file)
    },
    async keepOthers() {
      for (const [path, bytes] of files) if (next.isFree(path)) next.keep(describeFile(path, bytes))
    },
    async read(path) {
      return files.get(exportPath(path))
    },
    planned: () => next.files(),
    async commit() {
      const removed = [...files].filter(([path]) => !next.hasFile(path))
      const changes = next.changes(removed.map(([path, bytes]) => describeFile(path, bytes)))
      for (const [path] of removed) files.delete(path)
      for (const [path, bytes] of staged) files.set(path, bytes)
      staged = new Map()
      next = startExport()
      return changes
    },
    async discard() {
      staged = new Map()
      next = startExport()
    },
  }
}

export function describeFile(path: string, bytes: Uint8Array): ExportedFile {
  return { path, sha256: hash('sha256', bytes), bytes: bytes.length }
}
