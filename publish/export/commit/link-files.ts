import { constants, copyFileSync, linkSync, mkdirSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { standingFile } from './scan-export.ts'

/** Why a file cannot have a second name: another disk, too many names, no such thing there, or a file of somebody else. */
const unlinkable = new Set(['EXDEV', 'EMLINK', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])
/** After so many files signals are heard, so that a build can be interrupted. */
const filesAtOnce = 200

/**
 * Gives files of one folder the same place in another, where nothing stands in their way; where one cannot be linked it is copied.
 * Gives the modification times of copies.
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

/** Gives the modification time, which is that of the source as exactly as it can be set. */
function copy(source: string, place: string): number {
  const { mtimeMs } = standingFile(source)
  copyFileSync(source, place, constants.COPYFILE_FICLONE)
  utimesSync(place, mtimeMs / 1000, mtimeMs / 1000)
  return standingFile(place).mtimeMs
}
