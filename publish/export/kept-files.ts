import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { whyOf } from '#content/machine-fault.ts'
import { nonBlocking } from '#publish/non-blocking.ts'
import { replaceFile } from '#publish/replace-file.ts'
import { isExport } from './claim-folder.ts'

/** A file of a cache, and whether it is used by an export that still exists where it was built. */
export type KeptFile = { file: string; bytes: number; isUsed: boolean }

export type CacheSize = { files: number; bytes: number }

const recordSchema = z.object({ out: z.string(), files: z.array(z.string()).default([]) })

/**
 * Records in the folder of a cache that the export in the folder `out` uses it, and which of its files. If that fails,
 * returns a sentence with the reason instead of throwing, so that no export fails because of its cache.
 */
export function noteExport(folder: string, out: string, files: string[] = []): string | undefined {
  const path = resolve(out)
  const name = hash('sha256', path).slice(0, 16)
  const notes = join(folder, 'exports')
  try {
    mkdirSync(notes, { recursive: true })
    replaceFile(join(notes, `${name}.json`), JSON.stringify({ out: path, files }))
    return undefined
  } catch (error) {
    return `${storeFailure(notes, error)} "site cache --prune" will treat files of this export as unused.`
  }
}

/** A sentence that says why nothing can be kept in the folder of a cache, and what to do about it. */
export function storeFailure(folder: string, error: unknown): string {
  const { why, hint } = whyOf(error, '--cache')
  return `Nothing can be kept in the cache "${folder}": ${why}. ${hint}`.trim()
}

/** The records of `noteExport` about exports that still exist where they were built. Damaged records are skipped. */
export function notedExports(folder: string): { out: string; files: string[] }[] {
  return namesIn(join(folder, 'exports')).flatMap((name) => {
    const record = recordSchema.safeParse(readJson(join(folder, 'exports', name)))
    return record.success && isExport(record.data.out) ? [record.data] : []
  })
}

/** A cache names all of its files by a digest. Any other file in its folder is not ours. */
const ourName = /^[0-9a-f]{16}/

/** A file that `replaceFile` is about to rename, or that a killed build left. */
const draftName = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const minuteMs = 60_000

/**
 * The files that a cache keeps in a folder. Empty if the folder is missing. A file that a running build may be writing
 * counts as used.
 */
export function listFiles(folder: string, isUsed: (name: string) => boolean): KeptFile[] {
  return namesIn(folder).flatMap((name) => {
    if (!ourName.test(name)) return []
    const file = join(folder, name)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (!stats?.isFile()) return []
    const isBegun = draftName.test(name) && Date.now() - stats.mtimeMs < minuteMs
    return [{ file, bytes: stats.size, isUsed: isBegun || isUsed(name) }]
  })
}

export function measureFiles(files: KeptFile[]): { all: CacheSize; unused: CacheSize } {
  return { all: sumOf(files), unused: sumOf(files.filter(({ isUsed }) => !isUsed)) }
}

/** Removes the files that no export uses, and returns their number and total size. */
export function pruneFiles(files: KeptFile[]): CacheSize {
  const unused = files.filter(({ isUsed }) => !isUsed)
  for (const { file } of unused) rmSync(file, { force: true })
  return sumOf(unused)
}

/** The value of a JSON file; `undefined` if the file is missing or is not JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, { encoding: 'utf8', flag: nonBlocking }))
  } catch {
    return undefined
  }
}

export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function sumOf(files: KeptFile[]): CacheSize {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}
