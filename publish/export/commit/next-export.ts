import { posix } from 'node:path'
import { byPath, type Changes, type ExportedFile } from '#publish/export/export-changes.ts'

/** The next export while it is built: which file takes which path. All writers follow the same rules. */
export type NextExport = {
  /**
   * Claims the path of a file that is about to be written. `isKept` is true if a file with the same bytes is kept there
   * already. Throws if the path is already written, is kept with different bytes, lies inside a file, or is a folder.
   */
  write(file: ExportedFile): { isKept: boolean }
  /**
   * Keeps the file that is published at a path. The same path may be kept more than once. Returns false if different
   * bytes are written there.
   */
  keep(file: ExportedFile): boolean
  /** Records how a written file changed. A file without this call counts as unchanged. */
  note(path: string, change: 'added' | 'changed'): void
  hasFile(path: string): boolean
  /**
   * Whether a file of the last export may stay. No new file may have its path or the path of a folder above it, and no
   * new folder its path. The file must not be a compressed form of a file whose bytes changed, because servers would
   * send it instead of the new bytes.
   */
  mayStay(path: string): boolean
  /** Whether a folder holds files of this export. */
  hasFolder(path: string): boolean
  /** Every file, sorted by path. */
  files(): ExportedFile[]
  /** The changes. `removed` are the files that were published and are not in this export. */
  changes(removed: ExportedFile[]): Changes
}

type Entry = { file: ExportedFile; isKept: boolean; change?: 'added' | 'changed' }

export function startExport(): NextExport {
  const entries = new Map<string, Entry>()
  const folders = new Set<string>()

  function claim(file: ExportedFile, isKept: boolean): void {
    const parents = foldersAbove(file.path)
    const blocked = parents.find((folder) => entries.has(folder))
    if (blocked) throw new Error(`The file "${file.path}" of the export lies inside the file "${blocked}".`)
    if (folders.has(file.path)) throw new Error(`The file "${file.path}" of the export has the path of a folder.`)
    for (const folder of parents) folders.add(folder)
    entries.set(file.path, { file, isKept })
  }

  return {
    write(file) {
      const known = entries.get(file.path)
      if (known && !known.isKept) throw new Error(`The file "${file.path}" of the export is written twice.`)
      if (known && known.file.sha256 !== file.sha256) {
        throw new Error(`The file "${file.path}" of the export is kept, but also written with different bytes.`)
      }
      if (!known) claim(file, false)
      return { isKept: known !== undefined }
    },
    keep(file) {
      const known = entries.get(file.path)
      if (known) return known.file.sha256 === file.sha256
      claim(file, true)
      return true
    },
    note(path, change) {
      const entry = entries.get(path)
      if (entry) entry.change = change
    },
    hasFile: (path) => entries.has(path),
    mayStay(path) {
      const isFree =
        !entries.has(path) && !folders.has(path) && !foldersAbove(path).some((folder) => entries.has(folder))
      return isFree && entries.get(path.replace(/\.(?:br|gz)$/, ''))?.change === undefined
    },
    hasFolder: (path) => folders.has(path),
    files: () => byPath([...entries.values()].map(({ file }) => file)),
    changes(removed) {
      const of = (kind: 'added' | 'changed') =>
        byPath([...entries.values()].filter(({ change }) => change === kind).map(({ file }) => file))
      return { added: of('added'), changed: of('changed'), removed: byPath(removed) }
    },
  }
}

/** The normalised spelling of a path in the export (`a/b.html`). Throws for a path outside the export. */
export function exportPath(path: string): string {
  const name = posix.normalize(path).replace(/\/$/, '')
  if (!isExportPath(name)) throw new Error(`The path ${JSON.stringify(path)} points outside the export.`)
  return name
}

/** Whether a path is spelled as `exportPath` would spell it. */
export function isExportPath(path: string): boolean {
  return !/(?:^|\/)\.{0,2}(?:\/|$)/.test(path) && !path.includes('\0')
}

/** The folders that a file lies in, the nearest first, without the folder of the export itself. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end))
  return folders
}
