import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, posix } from 'node:path'
import { manifestName } from '#publish/export/export-manifest.ts'
import { isFolder } from '#publish/export/releases.ts'
import type { Journal } from './export-journal.ts'
import { mountedIn } from './mounted-in.ts'
import { foldersAbove } from './next-export.ts'

/**
 * Makes the folders that a commit moves files into, and checks that every folder that it changes can be written, and
 * that every file that it replaces or removes may be removed, so that no commit begins that cannot end. If not, removes
 * the folders that it made and throws Node's error.
 */
export function prepareFolders(root: string, { staging, moves, removals, beside, isWhole }: Journal): void {
  const made: string[] = []
  const reached = new Set<string>()
  const { dev } = statSync(root)
  const inSite = [...moves, ...removals].map((path) => `site/${path}`)
  const paths = [...inSite, ...beside.moves, ...beside.removals, manifestName]
  try {
    keepMounted(root, isWhole ? ['site'] : inSite.slice(moves.length))
    if (isWhole || inSite.length > 0) tryToMove(join(root, staging), join(root, 'site'))
    const emptied = inSite.slice(moves.length).filter((path) => isFolder(join(root, path)))
    for (const path of new Set([...paths.map(posix.dirname), ...emptied])) {
      if (isBlocked(root, path)) continue
      const first = mkdirSync(join(root, path), { recursive: true })
      if (first !== undefined) made.push(first)
      accessSync(join(root, path), constants.W_OK)
      if (statSync(join(root, path)).dev !== dev) tryToMove(join(root, staging), join(root, path))
      reached.add(path)
    }
    for (const path of paths) if (reached.has(posix.dirname(path))) expectRemovable(join(root, path))
  } catch (error) {
    for (const folder of made) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Throws an error like Node's if something is mounted at or below one of the paths to remove, because the removal would
 * empty the mounted volume.
 */
function keepMounted(root: string, removed: string[]): void {
  const kept = mountedIn(root).find((place) => [place, ...foldersAbove(place)].some((path) => removed.includes(path)))
  if (kept === undefined) return
  throw Object.assign(new Error(`EXDEV: "${kept}" is mounted separately`), { code: 'EXDEV', dest: join(root, kept) })
}

/** Throws Node's error if nothing can be moved into a folder, for example because it is a mount point. */
function tryToMove(staging: string, folder: string): void {
  if (!isFolder(folder)) return
  const [trial, moved] = [join(staging, 'trial'), join(folder, basename(staging))]
  try {
    writeFileSync(trial, '')
    renameSync(trial, moved)
  } catch (error) {
    throw Object.assign(error as Error, { dest: folder })
  } finally {
    for (const file of [trial, moved]) rmSync(file, { force: true })
  }
}

/**
 * Throws Node's error if a file may not be removed although its folder can be written, as after "chattr +i", or if a
 * folder has anything in it that may not be removed. Other files may be removed whatever their own permissions are.
 */
function expectRemovable(place: string): void {
  const stats = lstatSync(place, { throwIfNoEntry: false })
  if (stats?.isDirectory()) {
    accessSync(place, constants.W_OK)
    for (const name of readdirSync(place)) expectRemovable(join(place, name))
  } else if (stats?.isFile() && process.platform !== 'win32') {
    try {
      accessSync(place, constants.W_OK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EPERM') throw error
    }
  }
}

/**
 * Whether something that is not a folder lies at the path of a folder or above it, so that the commit will replace it.
 * Beside the export, a file above the folder may be somebody's: then throws Node's error.
 */
function isBlocked(root: string, folder: string): boolean {
  const [first, ...others] = [...foldersAbove(folder).reverse(), folder]
  const order = first === 'site' ? [first, ...others] : [folder, ...foldersAbove(folder)]
  return order.some((path) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === false)
}
