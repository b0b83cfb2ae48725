import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openPageMemory } from './reads/page-memory.ts'

export type MemorySize = { files: number; bytes: number }

const exportMarker = '.site-export'

/** What builds remember in a cache folder, and how much of it is of no export that still stands where it was built. */
export function measureMemories(cache: string): { all: MemorySize; unused: MemorySize } {
  const files = listMemories(cache)
  return { all: sumOf(files), unused: sumOf(files.filter(({ isUsed }) => !isUsed)) }
}

/** Removes what is of no export; tells how much that was. */
export function pruneMemories(cache: string): MemorySize {
  const unused = listMemories(cache).filter(({ isUsed }) => !isUsed)
  for (const { file } of unused) rmSync(file, { force: true })
  return sumOf(unused)
}

type Memory = { file: string; bytes: number; isUsed: boolean }

/** The files of one export have the same name up to the first dot. */
function listMemories(cache: string): Memory[] {
  const folder = join(cache, 'builds')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder)
  const used = new Set(
    names.filter((name) => name.endsWith('.pages.sqlite') && isOfExport(join(folder, name))).map(stem),
  )
  return names.map((name) => {
    const file = join(folder, name)
    return { file, bytes: statSync(file).size, isUsed: used.has(stem(name)) }
  })
}

function isOfExport(file: string): boolean {
  using memory = openPageMemory(file)
  const { out } = memory.last.facts
  return typeof out === 'string' && existsSync(join(out, exportMarker))
}

function stem(name: string): string {
  return name.split('.')[0] ?? name
}

function sumOf(files: Memory[]): MemorySize {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}
