import { constants, copyFileSync, linkSync, mkdirSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { existingFile } from './scan-export.ts'

/**
 * Errors that say that a file cannot have a second name: another disk, too many names, a file of another user, or a
 * file system without links.
 */
const unlinkable = new Set(['EXDEV', 'EMLINK', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])
/** After this many files, the process handles pending signals, so that a build can be interrupted. */
const filesAtOnce = 200

/**
 * Creates hard links to files of one folder at the same paths in another, which must be free. A file that cannot be
 * linked is copied. Returns the modification times of the copies.
 */
export async function linkFiles(
  paths: string[],
  { from, to }: { from: string; to: string },
): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  const made = new Set<string>()
  for (const [index, path] of paths.entries()) {
    if (index % filesAtOnce === filesAtOnce - 1) await turn()
    const [source, place] = [join(from, path), join(to, path)]
    const folder = dirname(place)
    if (!made.has(folder)) mkdirSync(folder, { recursive: true })
    made.add(folder)
    try {
      linkSync(source, place)
    } catch (error) {
      if (!isUnlinkable(error)) throw error
      times.set(path, copy(source, place))
    }
  }
  return times
}

/** Whether an error says that a file cannot have a second name. */
export function isUnlinkable(error: unknown): boolean {
  return unlinkable.has((error as NodeJS.ErrnoException).code ?? '')
}

/** Copies a file and returns the modification time of the copy, which is set as exactly as the system can. */
function copy(source: string, place: string): number {
  const { mtimeMs } = existingFile(source)
  copyFileSync(source, place, constants.COPYFILE_FICLONE)
  utimesSync(place, mtimeMs / 1000, mtimeMs / 1000)
  return existingFile(place).mtimeMs
}
