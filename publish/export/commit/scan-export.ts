import { lstatSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { SiteError } from '#content/finding.ts'
import { isFolder } from '#publish/export/releases.ts'
import { foldersAbove, type NextExport } from './next-export.ts'

/** A file of the export: where it can be read, its size and modification time. */
export type ExistingFile = { location: string; bytes: number; mtimeMs: number }

/** The content of a folder, by path. `others` are links, sockets and the like, which are never followed or read. */
export type Scan = { files: Map<string, ExistingFile>; folders: Set<string>; others: Set<string> }

export const emptyScan = (): Scan => ({ files: new Map(), folders: new Set(), others: new Set() })

/**
 * Scans a whole folder; `undefined` for a folder that is missing or a link. Throws a `SiteError` for a file or folder
 * that is listed but cannot be found.
 */
export function scanExport(root: string): Scan | undefined {
  if (!isFolder(root)) return undefined
  const scan = emptyScan()
  try {
    look(root, '', scan)
  } catch (cause) {
    const { code, path } = cause as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw cause
    throw unreachable(path, cause)
  }
  return scan
}

function unreachable(path: string | undefined, cause: unknown): SiteError {
  const message = `The export contains "${path}", which cannot be found at this name: the name is not in UTF-8, or another program has just removed it.`
  const hint = 'If it is still there, remove it, because no build can. Then run the command again.'
  return new SiteError({ code: 'export-unwritable', message, hint }, { cause })
}

function look(root: string, folder: string, scan: Scan): void {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      scan.folders.add(path)
      look(root, path, scan)
    } else if (entry.isFile()) {
      scan.files.set(path, existingFile(`${root}/${path}`))
    } else {
      scan.others.add(path)
    }
  }
}

/** One file of a folder; `undefined` if there is no such file or its path contains a link. */
export function inspectFile(root: string, path: string): ExistingFile | undefined {
  const isReached = [root, ...foldersAbove(path).map((folder) => join(root, folder))].every(isFolder)
  const location = `${root}/${path}`
  return isReached && lstatSync(location, { throwIfNoEntry: false })?.isFile() ? existingFile(location) : undefined
}

/** Describes a file as it is on disk. Throws if it does not exist. */
export function existingFile(location: string): ExistingFile {
  const { size, mtimeMs } = lstatSync(location)
  return { location, bytes: size, mtimeMs }
}

/**
 * Paths to remove: files and whole folders that the next export does not have. Files inside such a folder are not
 * listed.
 */
export function leftovers({ files, folders, others }: Scan, next: Pick<NextExport, 'hasFile' | 'hasFolder'>): string[] {
  const isTopmost = (path: string) => !path.includes('/') || next.hasFolder(posix.dirname(path))
  return [...files.keys(), ...folders, ...others].filter(
    (path) => isTopmost(path) && !next.hasFile(path) && !next.hasFolder(path),
  )
}
