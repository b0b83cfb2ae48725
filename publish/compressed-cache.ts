import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { manifestName, readManifest } from './export-manifest.ts'

export type CompressedSize = { files: number; bytes: number }

const recordSchema = z.object({ out: z.string() })
const records = 'exports'

/** Notes that the export in the folder `out` was made with what a folder keeps. */
export async function rememberCompressed(folder: string, out: string): Promise<void> {
  const path = resolve(out)
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16)
  await mkdir(join(folder, records), { recursive: true })
  await writeFile(join(folder, records, `${name}.json`), JSON.stringify({ out: path }))
}

/** What a folder keeps, and how much of it is of no file in an export that still stands where it was built. */
export async function measureCompressed(folder: string): Promise<{ all: CompressedSize; unused: CompressedSize }> {
  const files = await listFiles(folder)
  return { all: sumOf(files), unused: sumOf(files.filter(({ isUsed }) => !isUsed)) }
}

/** Removes what no export needs; tells how much that was. */
export async function pruneCompressed(folder: string): Promise<CompressedSize> {
  const unused = (await listFiles(folder)).filter(({ isUsed }) => !isUsed)
  await Promise.all(unused.map(({ file }) => rm(file, { force: true })))
  return sumOf(unused)
}

type KeptFile = { file: string; bytes: number; isUsed: boolean }

/** Files are named by the digest of what was compressed, in folders of its first two digits. */
async function listFiles(folder: string): Promise<KeptFile[]> {
  const parts = (await readdir(folder).catch(none)).filter((name) => /^[0-9a-f]{2}$/.test(name))
  const used = await usedDigests(join(folder, records))
  const files = await Promise.all(
    parts.map(async (part) => (await readdir(join(folder, part)).catch(none)).map((name) => join(folder, part, name))),
  )
  return Promise.all(
    files.flat().map(async (file) => {
      const [, digest = ''] = /^([0-9a-f]{64})\.(?:br|gz)$/.exec(basename(file)) ?? []
      const bytes = await stat(file).then(
        ({ size }) => size,
        () => 0,
      )
      return { file, bytes, isUsed: used.has(digest) }
    }),
  )
}

async function usedDigests(folder: string): Promise<Set<string>> {
  const used = new Set<string>()
  for (const name of await readdir(folder).catch(none)) {
    const record = recordSchema.safeParse(parseJson(await readFile(join(folder, name), 'utf8').catch(() => 'null')))
    const manifest = record.success ? await readManifest(join(record.data.out, manifestName)) : undefined
    for (const { sha256 } of manifest?.files.values() ?? []) used.add(sha256)
  }
  return used
}

function sumOf(files: KeptFile[]): CompressedSize {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a spoilt record is as none
  }
}

function none(): string[] {
  return []
}
