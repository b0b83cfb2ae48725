import pLimit from 'p-limit'
import { type Findings, SiteError, type Where } from '#content/finding.ts'
import { type EncodeQueue, openEncodeQueue, type WriteFile } from './encode-queue.ts'
import { encodeVariant } from './encode-variant.ts'
import { openPictureCache, type PictureCache } from './picture-cache.ts'
import type { PicturePreset } from './picture-preset.ts'
import { invalidPicture, type PictureSource, readSource } from './picture-source.ts'
import { planPicture, type ShownPicture } from './plan-picture.ts'
import { reportPicture } from './report-picture.ts'
import { planSocialCard, type SocialCard } from './social-card.ts'

/** Reads one file of the content; the content client in builds. */
export type FetchFile = (url: string) => Promise<{ body: Buffer }>

export type PicturesOptions = {
  /** Every address of a picture, with the places that show it, for messages. */
  uses: Map<string, Where[]>
  fetchFile: FetchFile
  write: WriteFile
  maxPixels: number
  findings: Findings
  strict?: boolean | undefined
  onProgress?: (done: number, total: number) => void
  /** How pictures are made small; without it all are published as they are. */
  encoding?:
    | {
        presets: Record<string, PicturePreset>
        /** What every social card shows beside its title; no cards without it. */
        card?: Omit<SocialCard, 'title'>
        cache: string
        /** Folder of the export, for the records of the cache. */
        out: string
      }
    | undefined
}

export type PictureCounts = { sources: number; variants: number; encoded: number; fromCache: number }

export type Pictures = AsyncDisposable & {
  /** The picture for a kind of place, with final addresses; its files are made meanwhile. Nothing when it cannot be had. */
  get(url: string, use: string): ShownPicture | undefined
  /** The social card of a title; nothing when pictures are published as they are. */
  card(title: string): ShownPicture | undefined
  /** Before the commit: puts every file that was asked for into the export. */
  finish(onProgress?: (done: number, total: number) => void): Promise<void>
  readonly counts: PictureCounts
  /** Bytes of pictures in the export. */
  readonly bytes: number
}

type Opened = { source: PictureSource; file?: string; original?: ShownPicture }

const readsAtOnce = 8

/**
 * Reads every picture, once each: its size, its colour, and whether it is whole. GIFs and SVGs go into the export at once (an
 * SVG made safe), the others as pages ask for them. One that cannot be had is a finding for each place that shows it.
 */
export async function openPictures(options: PicturesOptions): Promise<Pictures> {
  const { write, encoding, maxPixels } = options
  const cache = encoding && (await openPictureCache(encoding.cache))
  const queue = cache && openEncodeQueue(cache, write)
  const originals = openOriginals(write)
  const opened = await readAll(options, cache, originals.publish)
  const shown = new Map<string, ShownPicture | undefined>()

  const show = (url: string, use: string): ShownPicture | undefined => {
    const picture = opened.get(url)
    if (!picture || picture.original) return picture?.original
    const preset = encoding?.presets[use]
    if (!preset) throw new Error(`There is no picture preset "${use}".`)
    const plan = planPicture(picture.source, preset)
    for (const variant of plan.variants) {
      const make = () =>
        encodeVariant(picture.file ?? '', variant, maxPixels).catch((cause) => {
          throw invalidPicture(url, `cannot be made ${variant.width} px wide as ${variant.format}`, cause)
        })
      queue?.add({ path: variant.path, key: variant.key, make })
    }
    return plan.shown
  }

  return {
    get(url, use) {
      const key = `${use} ${url}`
      if (!shown.has(key)) shown.set(key, show(url, use))
      return shown.get(key)
    },
    card(title) {
      if (!queue || !encoding?.card) return undefined
      const card = planSocialCard({ title, ...encoding.card })
      queue.add(card.job)
      return card.shown
    },
    async finish(onProgress) {
      await queue?.finish(onProgress)
      if (encoding) await cache?.remember(encoding.out)
    },
    get counts() {
      const { variants, encoded, fromCache } = queue?.counts ?? noCounts
      return { sources: opened.size, variants, encoded, fromCache }
    },
    get bytes() {
      return originals.bytes() + (queue?.counts ?? noCounts).bytes
    },
    async [Symbol.asyncDispose]() {
      await queue?.stop()
    },
  }
}

const noCounts: EncodeQueue['counts'] = { variants: 0, encoded: 0, fromCache: 0, bytes: 0 }

type PublishOriginal = (source: PictureSource, body: Buffer) => Promise<ShownPicture>

async function readAll(
  options: PicturesOptions,
  cache: PictureCache | undefined,
  publishOriginal: PublishOriginal,
): Promise<Map<string, Opened>> {
  const { uses, fetchFile, findings, strict = false, maxPixels } = options
  const opened = new Map<string, Opened>()
  let done = 0
  const readOne = async (url: string, places: Where[]): Promise<void> => {
    try {
      if (!URL.canParse(url, 'http://service.invalid')) throw invalidPicture(url, 'has no valid address')
      const fetched = await fetchFile(url)
      const { source, body } = await readSource(fetched.body, { url, maxPixels, facts: cache })
      const isKept = !cache || source.format === 'gif' || source.format === 'svg'
      if (isKept) opened.set(url, { source, original: await publishOriginal(source, body) })
      else opened.set(url, { source, file: await cache.keepSource(source.hash, body) })
    } catch (error) {
      if (!(error instanceof SiteError)) throw error
      reportPicture(error, { url, uses: places, findings, strict })
    }
    done += 1
    options.onProgress?.(done, uses.size)
  }
  const limit = pLimit(readsAtOnce)
  await Promise.all([...uses].map(([url, places]) => limit(readOne, url, places)))
  return opened
}

/** Puts pictures into the export as they are, equal ones of one name once. */
function openOriginals(write: WriteFile): { publish: PublishOriginal; bytes: () => number } {
  const written = new Map<string, { done: Promise<unknown>; bytes: number }>()
  return {
    async publish({ name, hash, format, width, height }, body) {
      const path = `assets/${name}-${hash.slice(0, 10)}.${format === 'jpeg' ? 'jpg' : format}`
      const writing = written.get(path) ?? { done: write(path, body), bytes: body.length }
      written.set(path, writing)
      await writing.done
      return { src: `/${path}`, width, height }
    },
    bytes: () => [...written.values()].reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
