import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import { type Findings, SiteError, type Where } from '#content/finding.ts'
import {
  type EncodeJob,
  type EncodeQueue,
  type KeepFile,
  openEncodeQueue,
  untilAborted,
  type WriteFile,
} from './encode/encode-queue.ts'
import { openPictureCache, type PictureCache, type PictureCacheOptions } from './picture-cache.ts'
import {
  checkPictureAddress,
  type FactsStore,
  invalidPicture,
  type PictureSource,
  readBytes,
  readSource,
} from './picture-source.ts'
import { originalOf, type ShownPicture, type Variant } from './plan-picture.ts'
import { type Encoding, type KnownPicture, type PictureData, planPictures } from './plan-pictures.ts'
import { isOfOutage, reportPicture } from './report-picture.ts'
import { drawSocialCard } from './social-card.ts'

/** Reads one file of the content, with the content client in builds. `hash` is the SHA-256 of its bytes in hex. */
export type FetchFile = (url: string) => Promise<{ body: Buffer; hash?: string }>

export type PicturesOptions = {
  /** The addresses of all pictures, and for messages, the places that show them. */
  uses: { urls: ReadonlySet<string>; placesOf(url: string): Where[] }
  fetchFile: FetchFile
  write: WriteFile
  /** Keeps published files by their names, which identify their content, so the files are not compared. */
  keep?: KeepFile
  maxPixels: number
  findings: Findings
  strict?: boolean
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
  /** Folder of a cache that keeps facts about pictures, if no picture is encoded. */
  factsCache?: string
  /** How pictures are made smaller. Without it, all pictures are published unchanged. */
  encoding?:
    | (PictureCacheOptions & {
        recipe: Omit<Encoding, 'encoder'>
        cache: string
        /** Folder of the export, for the records of the cache. */
        out: string
      })
    | undefined
}

export type PictureCounts = { sources: number; variants: number; encoded: number; fromCache: number }

export type Pictures = AsyncDisposable & {
  /** Every picture that could be read. */
  readonly data: PictureData
  /** Requests the files of a picture for a kind of place. They are made in the background. */
  get(url: string, use: string): void
  /** Whether a picture is not among those that were to be read. */
  isUnread(url: string): boolean
  /** Requests the file of the social card for a title. */
  card(title: string): void
  /** Writes every requested file into the export. To be called before the commit. */
  finish(onProgress?: (done: number, total: number) => void): Promise<void>
  readonly counts: PictureCounts
  /** Bytes of pictures in the export. */
  readonly bytes: number
}

const readsAtOnce = 8

/**
 * Reads every picture once, to find its size, its colour, and whether it is complete. SVGs (made safe) and pictures
 * that would lose their motion are written to the export immediately, the others when pages request them. A picture
 * that cannot be read is one finding, which names the places that show it.
 */
export async function openPictures(options: PicturesOptions): Promise<Pictures> {
  const { write, keep, encoding, factsCache, signal } = options
  const cache = encoding && (await openPictureCache(encoding.cache, encoding))
  // A build that encodes no pictures works without the cache.
  const facts = cache ?? (factsCache ? await openPictureCache(factsCache).catch(() => undefined) : undefined)
  const queue = cache && (await openEncodeQueue(cache, { write, keep, signal }))
  const originals = openOriginals(write, keep)
  const known = await untilAborted(readAll(options, { cache, facts, publishOriginal: originals.publish }), signal)

  const completeEncoding = encoding && { ...encoding.recipe, encoder: (await import('./encode/encoder.ts')).encoder }
  const lost = new Set([...options.uses.urls].filter((url) => !known.has(url)))
  const data: PictureData = { known, lost, encoding: completeEncoding }
  const fileOf: FileOf = (source) => (cache ? cachedSourceFile(source, cache, options.fetchFile) : '')
  return makePictures(options, { data, cache, queue, fileOf, originals, sources: known })
}

/** Returns the file with the source of a picture, from which its variants are made. */
type FileOf = (source: PictureSource) => string | Promise<string>

type Making = {
  data: PictureData
  /** Cache and queue. If they are missing, no files are made. */
  cache: PictureCache | undefined
  queue: EncodeQueue | undefined
  fileOf: FileOf
  /** Pictures that are published unchanged. `finish` publishes those that are not published yet. */
  originals: { bytes: () => number; finish?: () => Promise<void> }
  /** The pictures that were read, for the counts. */
  sources: { size: number }
}

/** Returns pictures whose files are made in the background as pages request them. */
export function makePictures(
  { encoding, maxPixels }: Pick<PicturesOptions, 'encoding' | 'maxPixels'>,
  { data, cache, queue, fileOf, originals, sources }: Making,
): Pictures {
  const plans = planPictures(data)
  return {
    data,
    isUnread: plans.isUnread,
    get(url, use) {
      for (const variant of plans.picture(url, use)?.variants ?? []) queue?.add(encodeJob(variant, fileOf, maxPixels))
    },
    card(title) {
      const planned = plans.card(title)
      if (planned) queue?.add({ ...planned, make: () => drawSocialCard(planned.card) })
    },
    async finish(onProgress) {
      await originals.finish?.()
      await queue?.finish(onProgress)
      if (encoding) cache?.remember(encoding.out)
    },
    get counts() {
      const { variants = 0, encoded = 0, fromCache = 0 } = queue?.counts ?? {}
      return { sources: sources.size, variants, encoded, fromCache }
    },
    get bytes() {
      return originals.bytes() + (queue?.counts.bytes ?? 0)
    },
    async [Symbol.asyncDispose]() {
      await queue?.stop()
    },
  }
}

/**
 * The file of a source in the cache. The source is fetched again if `site cache --prune` has removed it in the
 * meantime.
 */
export async function cachedSourceFile(
  { url, hash }: PictureSource,
  cache: PictureCache,
  fetchFile: PicturesOptions['fetchFile'],
): Promise<string> {
  const file = cache.sourceFile(hash)
  if (!existsSync(file)) {
    const received = await fetchFile(url)
    const again = await readBytes(received.body, received.hash)
    await cache.keepSource(again.hash, again.body)
  }
  return file
}

/** The job that makes the file of a variant. `fileOf` is called only if the cache does not have the variant. */
export function encodeJob(variant: Variant, fileOf: FileOf, maxPixels: number): EncodeJob {
  const { path, key, width, format, source } = variant
  const make = async () => {
    const { encodeVariant } = await import('./encode/encode-variant.ts')
    const read = async () => readFile(await fileOf(source))
    // If `site cache --prune` removes the source in between, it is read again.
    const encode = async () => encodeVariant(await read().catch(read), variant, maxPixels)
    return encode().catch((cause) => {
      throw invalidPicture(source.url, `cannot be encoded as ${format} with a width of ${width} px`, { cause })
    })
  }
  return { path, key, make }
}

type PublishOriginal = (source: PictureSource, body: Buffer) => ShownPicture | Promise<ShownPicture>

/** Everything that is needed to read a picture. */
export type ReadPictureOptions = Pick<PicturesOptions, 'fetchFile' | 'maxPixels'> & {
  /** Keeps the sources from which files are made. Without it, all pictures are published unchanged. */
  cache: PictureCache | undefined
  facts: FactsStore | undefined
  publishOriginal: PublishOriginal
}

async function readAll(
  options: PicturesOptions,
  into: Omit<ReadPictureOptions, 'fetchFile' | 'maxPixels'>,
): Promise<Map<string, KnownPicture>> {
  const { uses, findings, strict = false } = options
  const known = new Map<string, KnownPicture>()
  const outages = new Map<string, { error: SiteError; url: string; uses: Where[] }>()
  let done = 0
  const readOne = async (url: string): Promise<void> => {
    options.signal?.throwIfAborted()
    try {
      known.set(url, await readPicture(url, { ...options, ...into }))
    } catch (error) {
      // A picture that was read but does not fit on the disk must not be left out of its pages.
      if (!(error instanceof SiteError) || error.finding.code === 'export-unwritable') throw error
      const places = uses.placesOf(url)
      if (isOfOutage(error.finding)) {
        const outage = outages.get(error.message) ?? { error, url, uses: [] }
        for (const place of places) outage.uses.push(place)
        outages.set(error.message, outage)
      } else reportPicture(error, { url, uses: places, findings, strict })
    }
    done += 1
    options.onProgress?.(done, uses.urls.size)
  }
  const limit = pLimit(readsAtOnce)
  await Promise.all([...uses.urls].map((url) => limit(readOne, url)))
  for (const { error, ...outage } of outages.values()) reportPicture(error, { ...outage, findings, strict })
  return known
}

/**
 * Reads a picture, and publishes it unchanged if no files are made from it. Throws a `SiteError` if it cannot be read.
 */
export async function readPicture(url: string, by: ReadPictureOptions): Promise<KnownPicture> {
  const { fetchFile, maxPixels, cache, facts, publishOriginal } = by
  checkPictureAddress(url)
  const { body: received, hash } = await fetchFile(url)
  const { source, body } = await readSource(received, { url, hash, maxPixels, facts })
  const original = !cache || source.isKept ? await publishOriginal(source, body) : undefined
  if (source.format !== 'svg') await cache?.keepSource(source.hash, body)
  return { source, original }
}

/** Writes pictures into the export unchanged. Pictures with the same name and bytes are written once. */
function openOriginals(
  write: WriteFile,
  keep: KeepFile = () => undefined,
): { publish: PublishOriginal; bytes: () => number } {
  const written = new Map<string, { done: unknown; bytes: number }>()
  return {
    async publish(source, body) {
      const original = originalOf(source)
      const path = original.src.slice(1)
      const writing = written.get(path) ?? { done: keep(path) || write(path, body), bytes: body.length }
      written.set(path, writing)
      await writing.done
      return original
    },
    bytes: () => [...written.values()].reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
