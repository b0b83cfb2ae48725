import { hash } from 'node:crypto'
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type KeptFile,
  listFiles,
  notedExports,
  noteExport,
  readJson,
  storeFailure,
} from '#publish/export/kept-files.ts'
import { replaceFile } from '#publish/replace-file.ts'
import { readSealed, sealedSize, writeSealed } from '#publish/sealed-file.ts'

/**
 * A cache that machines share. `get` returns the value that was put under a name, as `open` parses it, or `undefined`.
 * It never throws.
 */
export type SharedPictures = {
  get<T>(name: string, open: (bytes: Buffer) => T): Promise<T | undefined>
  put(name: string, bytes: Buffer): unknown
}

/**
 * Pictures that are kept between builds, in `FOLDER/pictures`. `FOLDER/exports` records which export uses which of
 * them.
 */
export type PictureCache = {
  readFacts(hash: string): Promise<unknown>
  /** Stores the facts of a picture, if possible. */
  writeFacts(hash: string, facts: object): void
  /** Puts the bytes of a source into the cache, unless it has them already, and returns their file. */
  keepSource(hash: string, body: Buffer): Promise<string>
  /** The file that `keepSource` returns. */
  sourceFile(hash: string): string
  /** The bytes of a key; `undefined` if they were never made or are damaged. */
  read(key: string): Promise<Buffer | undefined>
  /** The number of bytes of a key, found without reading them; 0 if they were never made. */
  sizeOf(key: string): number
  /** Whether a key has bytes. Fetches them if only the remote cache has them. */
  has(key: string): Promise<boolean>
  write(key: string, bytes: Buffer): void
  /** Records what the export in a folder needs, and replaces its earlier record. */
  remember(out: string): void
}

export type PictureCacheOptions = {
  shared?: SharedPictures
  /** Called with a sentence if something cannot be kept. */
  onLost?: (sentence: string) => void
}

/**
 * Opens the cache in a folder. Files that it does not have are looked for in `shared`. Damaged files count as missing.
 * Files are written atomically. If the folder cannot be written, pictures are kept in a temporary folder until this
 * process ends.
 */
export async function openPictureCache(
  folder: string,
  { shared, onLost }: PictureCacheOptions = {},
): Promise<PictureCache> {
  const encoder = shared ? (await import('./encode/encoder.ts')).encoder : '' // slow to load
  const pictures = writableFolder(join(folder, 'pictures'), onLost)
  const makeFolder = () => mkdirSync(pictures, { recursive: true })
  const used = new Set<string>()
  const fileOf = (name: string): string => {
    used.add(name)
    return join(pictures, name)
  }
  const pictureOf = (key: string): string => fileOf(`${key}.picture`)
  const sourceFile = (source: string): string => fileOf(`${source}.source`)
  const factsOf = (source: string): string => fileOf(`${source}.json`)
  // Another version of the encoder may have found different facts about the same picture.
  const sharedFacts = (source: string): string => `facts/${hash('sha256', encoder).slice(0, 16)}/${source}`
  return {
    readFacts: async (hash) =>
      readJson(factsOf(hash)) ?? (await shared?.get(sharedFacts(hash), (bytes) => JSON.parse(bytes.toString()))),
    writeFacts(hash, facts) {
      const json = JSON.stringify(facts)
      try {
        replaceFile(factsOf(hash), json)
      } catch {
        // The disk is full or read-only: the next build determines the facts again.
      }
      shared?.put(sharedFacts(hash), Buffer.from(json))
    },
    async keepSource(hash, body) {
      const file = sourceFile(hash)
      const known = await stat(file).catch(() => undefined)
      makeFolder() // a preview continues even if somebody removes the cache
      if (known?.size !== body.length) replaceFile(file, body)
      return file
    },
    sourceFile,
    read: (key) => readSealed(pictureOf(key)),
    sizeOf: (key) => sealedSize(pictureOf(key)),
    async has(key) {
      if (sealedSize(pictureOf(key))) return true
      const bytes = await shared?.get(`pictures/${key}`, nonEmpty)
      if (bytes) writeSealed(pictureOf(key), bytes)
      return bytes !== undefined
    },
    write(key, bytes) {
      makeFolder()
      writeSealed(pictureOf(key), bytes)
      shared?.put(`pictures/${key}`, bytes)
    },
    remember(out) {
      const lost = noteExport(folder, out, [...used].sort())
      if (lost) onLost?.(lost)
    },
  }
}

/** Makes a folder. Returns a temporary folder instead if nothing can be written in it. */
function writableFolder(folder: string, onLost: PictureCacheOptions['onLost']): string {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    onLost?.(storeFailure(folder, error))
    const temporary = mkdtempSync(join(tmpdir(), 'site-pictures-'))
    process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
    return temporary
  }
}

function nonEmpty(bytes: Buffer): Buffer {
  if (bytes.length > 0) return bytes
  throw new Error('a picture without bytes')
}

/** The files of the picture cache in a folder. */
export function cachedPictures(folder: string): KeptFile[] {
  const used = new Set(notedExports(folder).flatMap(({ files }) => files))
  return listFiles(join(folder, 'pictures'), (name) => used.has(name))
}
