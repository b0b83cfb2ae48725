import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isExport } from '#publish/export/claim-folder.ts'
import { type KeptFile, listFiles, namesIn } from '#publish/export/kept-files.ts'
import { readBuildFacts } from '#renderer/reads/page-store.ts'

/**
 * The memory files in a cache folder whose exports still exist. Files of the same export have the same name up to the
 * first dot.
 */
export function keptMemories(cache: string): KeptFile[] {
  const folder = join(cache, 'builds')
  const memories = namesIn(folder).filter((name) => name.endsWith('.pages.sqlite'))
  const used = new Set(memories.filter((name) => isOfExport(join(folder, name))).map(stem))
  return listFiles(folder, (name) => used.has(stem(name)))
}

const dayMs = 86_400_000

/** Whether the export of a page store still exists. A new page store that names none may belong to a running build. */
function isOfExport(pageStore: string): boolean {
  const { out } = readBuildFacts(pageStore)
  return out === undefined ? Date.now() - statSync(pageStore).mtimeMs < dayMs : isExport(out)
}

function stem(name: string): string {
  return name.split('.')[0] ?? name
}
