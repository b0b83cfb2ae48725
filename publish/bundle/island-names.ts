import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

export const islandFolder = 'hydrate/islands'

/** Names of the islands, sorted. Each has one file in the folder. */
export function islandNames(toolRoot: string): string[] {
  const files = readdirSync(join(toolRoot, islandFolder)).filter((name) => /^[a-z-]+\.tsx$/.test(name))
  return files.map((name) => basename(name, '.tsx')).sort()
}
