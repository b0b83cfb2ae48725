import { existsSync } from 'node:fs'
import { SiteError } from '#content/finding.ts'
import { openEncodeQueue } from './encode/encode-queue.ts'
import { makePictures, type Pictures, type PicturesOptions } from './open-pictures.ts'
import { openPictureCache } from './picture-cache.ts'
import { type PictureSource, readBytes } from './picture-source.ts'
import type { PictureData } from './plan-pictures.ts'
import { hintOfOutage } from './report-picture.ts'

export type PlannedPicturesOptions = Omit<PicturesOptions, 'uses'> & {
  /** The pictures as another process read them. */
  data: PictureData
  /** Whether a picture that is published unchanged is written to this export. */
  isOwn: (url: string) => boolean
}

/**
 * Makes the files of pictures that another process has read. A picture is fetched only if one of its files has to be
 * made. Throws a `SiteError` if the picture has changed since, or was removed.
 */
export async function openPlannedPictures({ data, isOwn, ...options }: PlannedPicturesOptions): Promise<Pictures> {
  const { write, keep, encoding, fetchFile } = options
  const cache = encoding && (await openPictureCache(encoding.cache, encoding))
  const queue = cache && (await openEncodeQueue(cache, options))
  const sources = new Map<string, Promise<string>>()
  let bytes = 0

  const readBody = async ({ url, hash: planned }: PictureSource): Promise<Buffer> => {
    const received = await fetchFile(url).catch((error) => Promise.reject(sinceThePlan(url, error)))
    const { body, hash } = await readBytes(received.body, received.hash)
    if (hash !== planned) throw changedMeanwhile(url, 'has changed')
    return body
  }
  const fetchSource = (source: PictureSource): Promise<string> => {
    const file = readBody(source).then((body) => cache?.keepSource(source.hash, body) ?? '')
    sources.set(source.url, file)
    return file
  }
  const fileOf = async (source: PictureSource): Promise<string> => {
    const file = await (sources.get(source.url) ?? fetchSource(source))
    return existsSync(file) ? file : fetchSource(source) // "site cache --prune" may have removed it
  }
  const publishOriginal = async (path: string, source: PictureSource): Promise<void> => {
    const body = await readBody(source)
    bytes += body.length
    if (!keep?.(path)) await write(path, body)
  }

  const finish = async (): Promise<void> => {
    const sourceOf = new Map<string, PictureSource>()
    for (const [url, { original, source }] of data.known)
      if (original && isOwn(url)) sourceOf.set(original.src.slice(1), source)
    await Promise.all([...sourceOf].map(([path, source]) => publishOriginal(path, source)))
  }
  return makePictures(options, { data, cache, queue, fileOf, originals: { bytes: () => bytes, finish }, sources })
}

function changedMeanwhile(url: string, what: string, cause?: unknown): SiteError {
  const finding = {
    code: 'document-changed',
    message: `The picture "${url}" ${what} since the site was planned.`,
    where: { url },
    hint: 'Make a new plan, and build its shards.',
  } as const
  return new SiteError(finding, { cause })
}

/** The error for a picture that could be read when the site was planned, and cannot be read now. */
function sinceThePlan(url: string, error: unknown): unknown {
  if (!(error instanceof SiteError)) return error
  const { finding } = error
  if (/^(?:404|410)$/.test(finding.failure?.kind ?? '')) return changedMeanwhile(url, 'was removed', error)
  return new SiteError({ ...finding, hint: finding.hint ?? hintOfOutage }, { cause: error })
}
