import type { Besides } from '#publish/export/beside.ts'
import type { StandingFile } from '#publish/export/commit/scan-export.ts'
import type { StagedFile } from '#publish/export/commit/stage-files.ts'
import type { Changes, ExportedFile } from '#publish/export/export-changes.ts'

/** `isNew` is false when these very bytes are published already: nothing is staged then, and the file keeps its modification time. */
export type WrittenFile = ExportedFile & { isNew: boolean }

export type Elsewhere = {
  /** Folder for `stageFiles`; nothing where nothing is staged. */
  folder: string | undefined
  /** What stands in the export at a path. */
  standing(path: string): StandingFile | undefined
  /** Takes a file that `stageFiles` put there, by the rules of `write`. */
  claim(file: StagedFile): Promise<WrittenFile>
}

/** The one door out. What is written becomes visible at `commit`; until then nothing published changes. */
export type Writer = {
  /** A sentence on what is not known of the published files, where something was lost. */
  readonly notice?: string
  /**
   * Writes a file by its path in the export (`en/help/index.html`). Throws for a path outside of the export, one written twice or
   * kept with other bytes, and one inside of a file.
   */
  write(path: string, content: string | Uint8Array): Promise<WrittenFile>
  /** For files that are made in other threads; without it all have to be written by `write`. */
  readonly elsewhere?: Elsewhere
  /**
   * Lets the published file at a path stand as it is; a path may be kept any number of times. False when nothing, or not what was
   * published there (size or modification time differ from the manifest) stands there, or other bytes were written.
   */
  keep(path: string): boolean
  /** Lets every file stand that was published and not written, whatever it holds now: for builds of some pages only. */
  keepOthers(): void
  /** What `keep` would let stand. */
  published(path: string): ExportedFile | undefined
  /** Bytes of the file that was published before, unless it is missing or holds other bytes now. */
  read(path: string): Promise<Buffer | undefined>
  /**
   * Throws a `SiteError` where the disk tells that it has no room for what a commit will put beside the export, as far as that is known.
   * Without it nothing is written to a disk.
   */
  readonly expectRoom?: (besides: Besides) => void
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

/** For what only writes files. */
export type FileWriter = Pick<Writer, 'write'>
