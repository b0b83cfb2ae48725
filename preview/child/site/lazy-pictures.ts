import pLimit from 'p-limit'
import type { ContentClient } from '#content/client/client.ts'
import { type Finding, Findings, SiteError } from '#content/finding.ts'
import type { LoadedJob } from '#preview/child/load-job.ts'
import type { EncodeJob } from '#publish/pictures/encode/encode-queue.ts'
import { encoder } from '#publish/pictures/encode/encoder.ts'
import {
  cachedSourceFile,
  encodeJob,
  type Pictures,
  type ReadPictureOptions,
  readPicture,
} from '#publish/pictures/open-pictures.ts'
import { openPictureCache } from '#publish/pictures/picture-cache.ts'
import { type PictureSource, readSource } from '#publish/pictures/picture-source.ts'
import { originalOf } from '#publish/pictures/plan-picture.ts'
import { type KnownPicture, type PictureData, planPictures } from '#publish/pictures/plan-pictures.ts'
import { reportPicture } from '#publish/pictures/report-picture.ts'
import { drawSocialCard } from '#publish/pictures/social-card.ts'
import { pictureSettings } from '#renderer/build/open-site-pictures.ts'

/** The cache folder is the one that builds use, so that nothing is encoded twice. */
export type LazyPicturesOptions = Pick<LoadedJob, 'settings' | 'cache' | 'images'> & { client: ContentClient }

type Known = KnownPicture | { finding: Finding }

/** What is known about pictures, for the next renderer. */
export type PictureSnapshot = [url: string, Known][]

/** Pictures with the addresses that a build gives them. Their files are made when a browser requests them. */
export type LazyPictures = Pick<Pictures, 'get' | 'card'> & {
  /** The pictures that could be read. */
  readonly data: PictureData
  /**
   * Reads those of these pictures that were never read. Resolves to true if there were any, because pages with them
   * must be rendered again.
   */
  read(urls: string[]): Promise<boolean>
  /**
   * Returns the bytes of `assets/…`, or `undefined` if no page shows the file. Pictures that are shown unchanged are
   * fetched again each time. Rejects with a `SiteError` if the picture cannot be read.
   */
  file(path: string): Promise<Uint8Array | undefined>
  /** Returns what is known about a picture: its source, or why it cannot be read. */
  known(url: string): { source?: PictureSource; finding?: Finding } | undefined
  /**
   * Reads every picture again. Resolves to true if the bytes of a picture, or the reason why it cannot be read, have
   * changed.
   */
  recheck(): Promise<boolean>
  snapshot(): PictureSnapshot
}

const readsAtOnce = 8

/** Opens the pictures of a preview. `before` are those of the renderer that this one replaces. */
export async function openLazyPictures(options: LazyPicturesOptions, before?: PictureSnapshot): Promise<LazyPictures> {
  const { client, settings, images } = options
  const { fetchFile, maxPixels, recipe } = pictureSettings(settings, client)
  const isEncoded = images === 'on'
  const onLost = (message: string): void => void process.stderr.write(`${message}\n`)
  // a later renderer loses the same files, which have already been reported
  const cache = await openPictureCache(options.cache, before ? {} : { onLost })
  const all = new Map<string, Known>(before)
  /** Addresses of the pictures that are shown unchanged, by the path of their file. */
  const originals = new Map<string, string>()
  const jobs = new Map<string, EncodeJob>()
  const limit = pLimit(readsAtOnce)
  const data: PictureData = { known: new Map(), ...(isEncoded && { encoding: { ...recipe, encoder } }) }
  const put = (url: string, picture: Known): void => {
    all.set(url, picture)
    if ('source' in picture) data.known.set(url, picture)
    else data.known.delete(url)
    if ('original' in picture && picture.original) originals.set(picture.original.src.slice(1), url)
  }
  for (const [url, picture] of all) put(url, picture)

  const reading: ReadPictureOptions = {
    ...{ fetchFile, maxPixels, cache: isEncoded ? cache : undefined, facts: cache },
    publishOriginal: originalOf,
  }
  const read = async (url: string): Promise<void> => {
    try {
      put(url, await readPicture(url, reading))
    } catch (error) {
      if (!(error instanceof SiteError)) throw error
      put(url, { finding: findingOf(error, url) })
    }
  }
  /** Files that are being made. A page that is loaded again asks for them again. */
  const underWay = new Map<string, Promise<Buffer>>()
  const make = async (job: EncodeJob): Promise<Buffer> => {
    const made = await job.make()
    cache.write(job.key, made)
    return made
  }
  const readOriginal = async (url: string): Promise<Buffer> => {
    const { body, hash } = await fetchFile(url)
    return (await readSource(body, { url, hash, maxPixels, facts: cache })).body
  }
  const fileOf = (source: PictureSource) => cachedSourceFile(source, cache, fetchFile)

  return {
    data,
    async read(urls) {
      const unread = [...new Set(urls)].filter((url) => !all.has(url))
      await Promise.all(unread.map((url) => limit(read, url)))
      return unread.length > 0
    },
    get(url, use) {
      for (const variant of planPictures(data).picture(url, use)?.variants ?? [])
        jobs.set(variant.path, encodeJob(variant, fileOf, maxPixels))
    },
    card(title) {
      const planned = planPictures(data).card(title)
      if (planned) jobs.set(planned.path, { ...planned, make: () => drawSocialCard(planned.card) })
    },
    async file(path) {
      const original = originals.get(path)
      if (original) return readOriginal(original)
      const job = jobs.get(path)
      if (!job) return undefined
      const kept = await cache.read(job.key)
      if (kept) return kept
      const making = underWay.get(job.key) ?? make(job).finally(() => underWay.delete(job.key))
      underWay.set(job.key, making)
      return making
    },
    known: (url) => all.get(url),
    async recheck() {
      const before = new Map([...all].map(([url, picture]) => [url, fingerprintOf(picture)]))
      await Promise.all([...before.keys()].map((url) => limit(read, url)))
      return [...before].some(([url, fingerprint]) => fingerprintOf(all.get(url)) !== fingerprint)
    },
    snapshot: () => [...all],
  }
}

/** Returns a text that changes with the bytes of a picture, or with the reason why it cannot be read. */
function fingerprintOf(picture: Known | undefined): string | undefined {
  return picture && ('source' in picture ? picture.source.hash : picture.finding.message)
}

/** Returns the finding of a build about a picture, without the pages that show it, which the caller adds. */
function findingOf(error: SiteError, url: string): Finding {
  const findings = new Findings()
  reportPicture(error, { url, uses: [{ url }], findings, strict: false })
  return { ...(findings.warnings[0] ?? error.finding), message: error.finding.message }
}
