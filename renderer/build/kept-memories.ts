import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isExport } from '#publish/export/claim-folder.ts'
import { type KeptFile, listFiles, namesIn } from '#publish/export/kept-files.ts'
import { readBuildFacts } from '#renderer/reads/page-store.ts'

/**
 * The memory files in a cache folder whose exports still exist. Files of the same export have the same name up to the
 * first dot. New files without a page store may belong to a build that has just begun.
 */
export function keptMemories(cache: string): KeptFile[] {
  const folder = join(cache, 'builds')
  const memories = namesIn(folder).filter((name) => name.endsWith('.pages.sqlite'))
  const used = new Set(memories.filter((name) => isOfExport(join(folder, name))).map(stem))
  const known = new Set(memories.map(stem))
  const isBegun = (name: string): boolean => !known.has(stem(name)) && isOfToday(join(folder, name))
  return listFiles(folder, (name) => used.has(stem(name)) || isBegun(name))
}

const dayMs = 86_400_000

/** Whether the export of a page store still exists. A new page store that names none may belong to a running build. */
function isOfExport(pageStore: string): boolean {
  const { out } = readBuildFacts(pageStore)
  return out === undefined ? isOfToday(pageStore) : isExport(out)
}

function isOfToday(file: string): boolean {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < dayMs
}

function stem(name: string): string {
  return name.split('.')[0] ?? name
}
