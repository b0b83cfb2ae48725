import { hash } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { onceEach } from '#content/once-each.ts'

/** A text that changes whenever a file may hold other bytes: no tool can set when an inode last changed. */
export function stampOf({ ctimeMs, mtimeMs, size, ino }: Stats): string {
  return `${ctimeMs} ${mtimeMs} ${size} ${ino}`
}

/** What is known of a file: its stamp and the checksum of its bytes. A file that may still change unseen (`youngMs`) has an empty stamp. */
export type KnownSource = [stamp: string, checksum: string]

/** Checksums of sources, named from the folder of the tool; those of a site outside of it begin with `../`. */
export type SourceChecksums = {
  /** Empty for a file that cannot be read. */
  checksumOf(source: string): string
  /** Whether the file was changed since this process started: the process may then run older code than the file holds. */
  isEdited(source: string): boolean
  /** What a later process need not read again. A file that was edited since this process started gets a checksum that no file has. */
  known(sources: Iterable<string>): Record<string, KnownSource>
}

/** Clocks of file systems tick every few milliseconds: what was changed just now may change again within the same tick. */
const youngMs = 2000

/** Gives checksums of files below `root`. A file whose stamp is the one in `before` is not read, any other is read once. */
export function openSourceChecksums(root: string, before: Record<string, KnownSource> = {}): SourceChecksums {
  const look = onceEach((source: string) => {
    const file = `${root}/${source}` // `join` would take as long as the look at the file
    const stats = statSync(file, { throwIfNoEntry: false })
    const time = stats?.ctimeMs ?? 0
    const stamp = stats && Date.now() - time >= youngMs ? stampOf(stats) : ''
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

/** The checksum of what a file holds; empty for one that cannot be read. */
export function checksumOfFile(file: string): string {
  try {
    return hash('sha256', readFileSync(file), 'base64url')
  } catch {
    return '' // unlike the checksum of any file, so that a source that has gone counts as changed
  }
}
