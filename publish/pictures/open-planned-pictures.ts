import { SiteError } from '#content/finding.ts'
import { openEncodeQueue } from './encode-queue.ts'
import { encodeJob, type Pictures, type PicturesOptions } from './open-pictures.ts'
import { openPictureCache } from './picture-cache.ts'
import { readBytes } from './picture-source.ts'
import { type PictureData, planPictures } from './plan-pictures.ts'
import { drawSocialCard } from './social-card.ts'

export type PlannedPicturesOptions = Omit<PicturesOptions, 'uses'> & {
  /** What another process found the pictures to be. */
  data: PictureData
  /** Whether a picture that is published as it came is put into this export. */
  isOwn: (url: string) => boolean
}

/** Makes files of pictures that were read elsewhere: each is fetched when one of its files has to be made, and must be what it was. */
export async function openPlannedPictures({ data, isOwn, ...options }: PlannedPicturesOptions): Promise<Pictures> {
  const { write, keep, encoding, maxPixels, fetchFile } = options
  const cache = encoding && (await openPictureCache(encoding.cache, encoding.shared))
  const queue = cache && (await openEncodeQueue(cache, options))
  const plans = planPictures(data)
  const files = new Map<string, Promise<string>>()
  let bytesOfOriginals = 0

  const readBody = async (url: string): Promise<Buffer> => {
    const received = await fetchFile(url)
    const { body, hash } = readBytes(received.body, received.hash)
    if (hash !== data.known.get(url)?.source.hash) throw changedMeanwhile(url)
    return body
  }
  const fileOf = (url: string): Promise<string> => {
    const file =
      files.get(url) ??
      readBody(url).then((body) => cache?.keepSource(data.known.get(url)?.source.hash ?? '', body) ?? '')
    files.set(url, file)
    return file
  }
  const publishOriginal = async (url: string, path: string): Promise<void> => {
    const body = await readBody(url)
    bytesOfOriginals += body.length
    if (!keep?.(path)) await write(path, body)
  }

  return {
    data,
    get(url, use) {
      for (const variant of plans.picture(url, use)?.variants ?? [])
        queue?.add(encodeJob(variant, () => fileOf(url), maxPixels))
    },
    card(title) {
      const planned = plans.card(title)
      if (planned) queue?.add({ ...planned, make: () => drawSocialCard(planned.card) })
    },
    async finish(onProgress) {
      const originals = new Map<string, string>()
      for (const [url, { original }] of data.known)
        if (original && isOwn(url)) originals.set(original.src.slice(1), url)
      await Promise.all([...originals].map(([path, url]) => publishOriginal(url, path)))
      await queue?.finish(onProgress)
      if (encoding) cache?.remember(encoding.out)
    },
    get counts() {
      const { variants = 0, encoded = 0, fromCache = 0 } = queue?.counts ?? {}
      return { sources: files.size, variants, encoded, fromCache }
    },
    get bytes() {
      return bytesOfOriginals + (queue?.counts.bytes ?? 0)
    },
    async [Symbol.asyncDispose]() {
      await queue?.stop()
    },
  }
}

function changedMeanwhile(url: string): SiteError {
  return new SiteError({
    code: 'document-changed',
    message: `The picture "${url}" is another one than when the site was planned.`,
    where: { url },
    hint: 'Make a new plan, and build its shards.',
  })
}
