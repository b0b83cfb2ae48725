import { hash } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { memoize } from '#content/memoize.ts'

/** A text that changes whenever a file may hold other bytes, because no tool can set the change time of an inode. */
export function stampOf({ ctimeMs, mtimeMs, size, ino }: Stats): string {
  return `${ctimeMs} ${mtimeMs} ${size} ${ino}`
}

/**
 * The stamp of a file and the checksum of its bytes. A file that may still change unnoticed (`trustedAgeMs`) has an empty
 * stamp.
 */
export type KnownSource = [stamp: string, checksum: string]

/**
 * Checksums of sources, named relative to the folder of the tool. Names of a site outside the tool begin with `../`.
 */
export type SourceChecksums = {
  /** The checksum of a source; empty if the file cannot be read. */
  checksumOf(source: string): string
  /**
   * Whether the file was changed after this process started. In that case the
   * process may run older code than the file holds.
   */
  isEdited(source: string): boolean
  /**
   * The stamps and checksums that save a later process from reading the files again. A file that was edited after this
   * process started gets a checksum that no file has.
   */
  known(sources: Iterable<string>): Record<string, KnownSource>
}

/**
 * Clocks of file systems tick every few milliseconds. A file that was just
 * changed may change again within the same tick.
 */
const trustedAgeMs = 2000

/**
 * Opens the checksums of files below `root`. A file with the same stamp as in
 * `before` is not read; any other file is read once.
 */
export function openSourceChecksums(root: string, before: Record<string, KnownSource> = {}): SourceChecksums {
  const look = memoize((source: string) => {
    const file = `${root}/${source}` // `join` would take as long as looking at the file
    const stats = statSync(file, { throwIfNoEntry: false })
    const time = stats?.ctimeMs ?? 0
    const stamp = stats && Date.now() - time >= trustedAgeMs ? stampOf(stats) : ''
    const [knownStamp, knownChecksum = ''] = before[source] ?? []
    const checksum = stamp !== '' && stamp === knownStamp ? knownChecksum : checksumOfFile(file)
    return { time, stamp, checksum }
  })
  const isEdited = (source: string): boolean => look(source).time >= performance.timeOrigin
  return {
    checksumOf: (source) => look(source).checksum,
    isEdited,
    known: (sources) =>
      Object.fromEntries(
        [...sources].map((source) => {
          const { stamp, checksum } = look(source)
          return [source, isEdited(source) ? ['', 'edited'] : [stamp, checksum]]
        }),
      ),
  }
}

/** The checksum of a file's content; empty if the file cannot be read. */
export function checksumOfFile(file: string): string {
  try {
    return hash('sha256', readFileSync(file), 'base64url')
  } catch {
    return '' // differs from the checksum of any file, so that a removed source counts as changed
  }
}
