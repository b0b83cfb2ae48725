import type { Besides } from '#publish/export/beside.ts'
import type { StandingFile } from '#publish/export/commit/scan-export.ts'
import type { StagedFile } from '#publish/export/commit/stage-files.ts'
import type { Changes, ExportedFile } from '#publish/export/export-changes.ts'

/** `isNew` is false when these very bytes are published already: nothing is staged then, and the file keeps its modification time. */
export type WrittenFile = ExportedFile & { isNew: boolean }

export type Elsewhere = {
  /** Folder for `stageFiles`; `undefined` when nothing is staged. */
  folder: string | undefined
  /** The file that stands in the export at a path. */
  standing(path: string): StandingFile | undefined
  /** Takes a file that `stageFiles` put there, by the rules of `write`. */
  claim(file: StagedFile): Promise<WrittenFile>
}

/** The one door out. What is written becomes visible at `commit`; until then nothing published changes. */
export type Writer = {
  /** A sentence on what is no longer known of the published files, if something was lost. */
  readonly notice?: string
  /**
   * Writes a file by its path in the export (`en/help/index.html`). Throws for a path outside of the export, one written twice or
   * kept with other bytes, and one inside of a file.
   */
  write(path: string, content: string | Uint8Array): Promise<WrittenFile>
  /** For files that are made in other threads; without it all have to be written by `write`. */
  readonly elsewhere?: Elsewhere
  /**
   * Keeps the published file at a path as it is; a path may be kept any number of times. False when no file stands there, when it is not
   * the one that was published (size or modification time differ from the manifest), or when other bytes were written.
   */
  keep(path: string): boolean
  /** Lets every file stand that was published and not written, whatever it holds now: for builds of some pages only. */
  keepOthers(): void
  /** The file that `keep` would keep; `undefined` when there is none. */
  published(path: string): ExportedFile | undefined
  /** Bytes of the file that was published before, unless it is missing or known to hold other bytes now. */
  read(path: string): Promise<Buffer | undefined>
  /**
   * Throws a `SiteError` when the disk has no room for the texts that a commit will put beside the export. A writer that writes to no disk
   * lacks this method.
   */
  readonly expectRoom?: (besides: Besides) => void
  /** What the export will hold: everything written or kept so far. */
  planned(): ExportedFile[]
  /**
   * Publishes what was written, and removes whatever was neither written nor kept. The texts of `besidesOf`, which is not called in a dry
   * run, come with it: all of it is published, or nothing.
   */
  commit(besidesOf?: (changes: Changes) => Besides): Promise<Changes>
  /** Drops everything written. */
  discard(): Promise<void>
}

/** A writer for code that only writes files. */
export type FileWriter = Pick<Writer, 'write'>
