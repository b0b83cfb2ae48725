import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type KeptFile, listFiles, notedExports, noteExport, readJson, replaceFile } from '#publish/kept-files.ts'

/** Pictures kept between builds, in `FOLDER/pictures`; which export uses which, in `FOLDER/exports`. */
export type PictureCache = {
  readFacts(hash: string): unknown
  writeFacts(hash: string, facts: object): void
  /** Puts the bytes of a source there, if they are not, and gives their file. */
  keepSource(hash: string, body: Buffer): Promise<string>
  /** Bytes by key, or nothing when they were never made. */
  read(key: string): Promise<Buffer | undefined>
  /** Bytes that a key has, counted without reading them; nothing when they were never made. */
  sizeOf(key: string): Promise<number | undefined>
  write(key: string, bytes: Buffer): void
  /** Notes what the export in a folder needs, in place of what it needed before. */
  remember(out: string): void
}

/** Opens the cache of a folder. What is broken in it counts as missing; files come to be by renaming, so that none is half. */
export async function openPictureCache(folder: string): Promise<PictureCache> {
  const pictures = join(folder, 'pictures')
  await mkdir(pictures, { recursive: true })
  const used = new Set<string>()
  const fileOf = (name: string): string => {
    used.add(name)
    return join(pictures, name)
  }
  const factsOf = (hash: string): string => fileOf(`${hash}.json`)
  return {
    readFacts: (hash) => readJson(factsOf(hash)),
    writeFacts: (hash, facts) => replaceFile(factsOf(hash), JSON.stringify(facts)),
    async keepSource(hash, body) {
      const file = fileOf(`${hash}.source`)
      const size = await sizeOf(file)
      if (size !== body.length) replaceFile(file, body)
      return file
    },
    read: (key) => readFile(fileOf(`${key}.picture`)).catch(nothing),
    sizeOf: (key) => sizeOf(fileOf(`${key}.picture`)),
    write: (key, bytes) => replaceFile(fileOf(`${key}.picture`), bytes),
    remember: (out) => noteExport(folder, out, [...used].sort()),
  }
}

/** The files of the picture cache in a folder. */
export function cachedPictures(folder: string): KeptFile[] {
  const used = new Set(notedExports(folder).flatMap(({ files }) => files))
  return listFiles(join(folder, 'pictures'), (name) => used.has(name))
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(nothing))?.size
}

function nothing(): undefined {
  return undefined
}
