import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { stampOf } from '#renderer/file-stamp.ts'

/** What is known of a file: a mark that differs whenever it may hold something else, and the digest of what it holds. */
export type KnownSource = [mark: string, digest: string]

/** Digests of files of the project, named from its root. */
export type SourceDigests = {
  /** Empty for a file that cannot be read. */
  digestOf(source: string): string
  /** When the file was last changed, in milliseconds. */
  changeTime(source: string): number
  /** What a later process need not read again. */
  known(): Record<string, KnownSource>
}

/** Clocks of file systems tick every few milliseconds: what was changed just now may change again within the same tick. */
const youngMs = 2000

/** Reads only files that changed since an earlier process knew them. No tool can set the time of the last change of an inode. */
export function openSourceDigests(root: string, before: Record<string, KnownSource> = {}): SourceDigests {
  const seen = new Map<string, { time: number; mark: string; digest: string }>()
  const look = (source: string) => {
    const known = seen.get(source)
    if (known) return known
    const stats = statSync(join(root, source), { throwIfNoEntry: false })
    const time = stats?.ctimeMs ?? 0
    const isSettled = stats && Date.now() - time >= youngMs
    const mark = isSettled ? stampOf(stats) : ''
    const [knownMark, knownDigest = ''] = before[source] ?? []
    const digest = mark !== '' && mark === knownMark ? knownDigest : digestOfFile(join(root, source))
    seen.set(source, { time, mark, digest })
    return { time, mark, digest }
  }
  return {
    digestOf: (source) => look(source).digest,
    changeTime: (source) => look(source).time,
    known: () =>
      Object.fromEntries([...seen].flatMap(([source, { mark, digest }]) => (mark ? [[source, [mark, digest]]] : []))),
  }
}

function digestOfFile(file: string): string {
  try {
    return hash('sha256', readFileSync(file), 'base64url')
  } catch {
    return '' // a source that has gone is another one
  }
}
