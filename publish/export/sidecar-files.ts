import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Moves } from './commit/export-journal.ts'
import { foldersAbove } from './commit/next-export.ts'
import { leftovers, scanExport } from './commit/scan-export.ts'

/**
 * Texts beside the export, by their path in the folder around it. If any of them lie in `hosts/`, a commit removes all
 * other files there. A commit removes nothing elsewhere.
 */
export type SidecarFiles = ReadonlyMap<string, string>

const owned = 'hosts'

/**
 * The steps of a commit beside the export: texts that differ from the files there are moved in, and everything else in
 * `hosts/` is removed.
 */
export function planSidecars(root: string, sidecars: SidecarFiles): Moves {
  const scan = scanExport(join(root, owned))
  const moves = [...sidecars.keys()].filter((path) => {
    const isReal = !path.startsWith(`${owned}/`) || scan?.files.has(path.slice(owned.length + 1))
    return !isReal || readText(join(root, path)) !== sidecars.get(path)
  })
  const kept = [...sidecars.keys()].filter((path) => path.startsWith(`${owned}/`))
  if (!scan || kept.length === 0) return { moves: moves.sort(), removals: [] }
  const files = new Set(kept.map((path) => path.slice(owned.length + 1)))
  const folders = new Set([...files].flatMap(foldersAbove))
  const next = { hasFile: (path: string) => files.has(path), hasFolder: (path: string) => folders.has(path) }
  return { moves: moves.sort(), removals: leftovers(scan, next).map((path) => `${owned}/${path}`) }
}

/** The texts of the files that these moves bring, to count their bytes. */
export function textsToMove(sidecars: SidecarFiles, { moves }: Moves): string[] {
  return moves.map((path) => sidecars.get(path) ?? '')
}

/** Writes the files that these moves bring into a staging folder. */
export function stageSidecars(staging: string, sidecars: SidecarFiles, { moves }: Moves): void {
  for (const path of moves) {
    const file = join(staging, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, sidecars.get(path) ?? '')
  }
}

function readText(file: string): string | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : undefined
}
