import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '#content/finding.ts'
import { makeFolder } from '#publish/export/make-folder.js'
import { replaceFile } from '#publish/replace-file.ts'

/** Throws a `UsageError` if the path is a site already, or a file. */
export function refuseSite(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError(`"${folder}" is a file.`, { hint: 'Choose a folder, which need not exist yet.' })
  if (!existsSync(join(folder, 'site.config.ts'))) return
  throw new UsageError(`There is already a site in "${folder}": it contains "site.config.ts".`, {
    hint: 'Nothing was written. Choose another folder, or remove that file to create it and all other missing files again.',
  })
}

/**
 * Writes the files that the folder lacks. Returns the paths of those that it already has. The folder `content` counts
 * as one file, because our pages would not fit among existing ones. `package.json` is always written. If a file cannot
 * be written, removes the files written so far and throws a `UsageError`.
 */
export function writeMissing(folder: string, files: Record<string, string>): string[] {
  const partOf = (path: string): string => (path.startsWith('content/') ? 'content' : path)
  const isKept = (path: string): boolean => path !== 'package.json' && isThere(join(folder, path))
  const kept = [...new Set(Object.keys(files).map(partOf))].filter(isKept)
  const written: string[] = []
  for (const [path, text] of Object.entries(files)) {
    if (kept.includes(partOf(path))) continue
    const file = join(folder, path)
    try {
      makeFolder(dirname(file))
      if (path !== 'package.json') {
        closeSync(openSync(file, 'wx'))
        written.push(file)
      }
      replaceFile(file, text) // a full disk leaves no partial file
    } catch (cause) {
      for (const one of written) rmSync(one, { force: true })
      throw new UsageError(`"${file}" cannot be written.`, {
        hint: 'No site was created. Check the permissions and the free space on the disk, and try again.',
        cause,
      })
    }
  }
  return kept
}

/** Whether a path exists. A folder without a file does not count: a failed `site init` leaves its folders. */
function isThere(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats !== undefined
  return readdirSync(path, { recursive: true, withFileTypes: true }).some((entry) => !entry.isDirectory())
}
