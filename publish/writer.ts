import type { ExistingFile } from '#publish/export/commit/scan-export.ts'
import type { StagedFile } from '#publish/export/commit/stage-files.ts'
import type { Changes, ExportedFile } from '#publish/export/export-changes.ts'
import type { SidecarFiles } from '#publish/export/sidecar-files.ts'

/**
 * `isNew` is false if exactly these bytes are published already. Nothing is staged then, and the file keeps its
 * modification time.
 */
export type WrittenFile = ExportedFile & { isNew: boolean }

export type ThreadStaging = {
  /** Folder for `stageFiles`; `undefined` if nothing is staged. */
  folder: string | undefined
  /** The file that the export has at a path. */
  existing(path: string): ExistingFile | undefined
  /** Accepts a file that `stageFiles` put into the folder, under the rules of `write`. */
  claim(file: StagedFile): Promise<WrittenFile>
}

/**
 * The only way into the export. Written files become visible at `commit`. Until then nothing that is published changes.
 */
export type Writer = {
  /** If something is no longer known about the published files, a sentence that says so. */
  readonly notice?: string
  /**
   * Writes a file to a path in the export (`en/help/index.html`). Throws if the path is outside the export, inside a
   * file, already written, or kept with different bytes.
   */
  write(path: string, content: string | Uint8Array): Promise<WrittenFile>
  /** For files that are made in other threads. If it is missing, all files have to be written by `write`. */
  readonly threadStaging?: ThreadStaging
  /**
   * Keeps the published file at a path unchanged. A path may be kept any number of times. Returns false if there is no
   * file, if the file is not the one that was published (its size or modification time differs from the manifest), or
   * if different bytes were written.
   */
  keep(path: string): boolean
  /** Keeps every published file that was not written, whatever it holds now. For builds of some pages only. */
  keepOthers(): void
  /** Whether the export has a file at a path, even one that differs from the published file. */
  has(path: string): boolean
  /** The file that `keep` would keep; `undefined` if there is none. */
  published(path: string): ExportedFile | undefined
  /** Bytes of the file that was published before, unless it is missing or known to hold different bytes now. */
  read(path: string): Promise<Buffer | undefined>
  /**
   * Throws a `SiteError` if the disk has no room for the texts that a commit will put beside the export. A writer that
   * does not write to a disk lacks this method.
   */
  readonly requireDiskSpace?: (sidecars: SidecarFiles) => void
  /** The files that the export will hold: everything written or kept so far. */
  planned(): ExportedFile[]
  /**
   * Publishes the written files, and removes every file that was neither written nor kept. The texts that `sidecarsOf`
   * returns are published with them: either everything is published or nothing is. `sidecarsOf` is not called in a dry
   * run.
   */
  commit(sidecarsOf?: (changes: Changes) => SidecarFiles): Promise<Changes>
  /** Discards everything that was written. */
  discard(): Promise<void>
}

/** A writer for code that only writes files. */
export type FileWriter = Pick<Writer, 'write'>
