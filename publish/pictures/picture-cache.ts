import { createHash, randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/** Pictures kept between builds, in `FOLDER/pictures`; which export uses which, in `FOLDER/exports`. */
export type PictureCache = {
  readFacts(hash: string): Promise<unknown>
  writeFacts(hash: string, facts: object): Promise<void>
  /** Puts the bytes of a source there, if they are not, and gives their file. */
  keepSource(hash: string, body: Buffer): Promise<string>
  /** Bytes by key, or nothing when they were never made. */
  read(key: string): Promise<Buffer | undefined>
  /** Bytes that a key has, counted without reading them; nothing when they were never made. */
  sizeOf(key: string): Promise<number | undefined>
  write(key: string, bytes: Buffer): Promise<void>
  /** Notes what the export in a folder needs, in place of what it needed before. */
  remember(out: string): Promise<void>
}

const usesSchema = z.object({ out: z.string(), files: z.array(z.string()) })
const exportMarker = '.site-export'

/** Opens the cache of a folder. What is broken in it counts as missing; files come to be by renaming, so that none is half. */
export async function openPictureCache(folder: string): Promise<PictureCache> {
  const pictures = join(folder, 'pictures')
  const exports = join(folder, 'exports')
  await Promise.all([mkdir(pictures, { recursive: true }), mkdir(exports, { recursive: true })])
  const used = new Set<string>()
  const fileOf = (name: string): string => {
    used.add(name)
    return join(pictures, name)
  }
  const factsOf = (hash: string): string => fileOf(`${hash}.json`)
  return {
    readFacts: async (hash) => parseJson(await readFile(factsOf(hash), 'utf8').catch(nothing)),
    writeFacts: (hash, facts) => put(factsOf(hash), JSON.stringify(facts)),
    async keepSource(hash, body) {
      const file = fileOf(`${hash}.source`)
      const size = await sizeOf(file)
      if (size !== body.length) await put(file, body)
      return file
    },
    read: (key) => readFile(fileOf(`${key}.picture`)).catch(nothing),
    sizeOf: (key) => sizeOf(fileOf(`${key}.picture`)),
    write: (key, bytes) => put(fileOf(`${key}.picture`), bytes),
    remember: async (out) => {
      const path = resolve(out)
      const name = createHash('sha256').update(path).digest('hex').slice(0, 16)
      await put(join(exports, `${name}.json`), JSON.stringify({ out: path, files: [...used].sort() }))
    },
  }
}

export type CacheSize = { files: number; bytes: number }

/** What a cache holds, and how much of it no export needs that still stands where it was built. */
export async function measurePictureCache(folder: string): Promise<{ all: CacheSize; unused: CacheSize }> {
  const files = await listFiles(folder)
  return { all: sumOf(files), unused: sumOf(files.filter(({ isUsed }) => !isUsed)) }
}

/** Removes what no export needs; tells how much that was. */
export async function prunePictureCache(folder: string): Promise<CacheSize> {
  const unused = (await listFiles(folder)).filter(({ isUsed }) => !isUsed)
  await Promise.all(unused.map(({ file }) => rm(file, { force: true })))
  return sumOf(unused)
}

type CachedFile = { file: string; bytes: number; isUsed: boolean }

async function listFiles(folder: string): Promise<CachedFile[]> {
  const names = (await readdir(join(folder, 'pictures')).catch(nothing)) ?? []
  const used = await usedNames(join(folder, 'exports'))
  return Promise.all(
    names.map(async (name) => {
      const file = join(folder, 'pictures', name)
      return { file, bytes: (await sizeOf(file)) ?? 0, isUsed: used.has(name) }
    }),
  )
}

async function usedNames(folder: string): Promise<Set<string>> {
  const used = new Set<string>()
  for (const name of (await readdir(folder).catch(nothing)) ?? []) {
    const record = usesSchema.safeParse(parseJson(await readFile(join(folder, name), 'utf8').catch(nothing)))
    if (!record.success) continue
    const isThere = await access(join(record.data.out, exportMarker)).then(() => true, nothing)
    if (isThere) for (const file of record.data.files) used.add(file)
  }
  return used
}

function sumOf(files: CachedFile[]): CacheSize {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Without a pause, in which an interruption would leave a draft behind. */
async function put(file: string, content: string | Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, content)
  renameSync(draft, file)
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(nothing))?.size
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

function nothing(): undefined {
  return undefined
}
