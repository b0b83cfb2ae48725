import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { SiteError } from '#content/finding.ts'
import { dominantTone } from './dominant-tone.ts'
import { sanitizeSvg } from './sanitize-svg.ts'

const factsSchema = z.object({
  format: z.enum(['jpeg', 'png', 'webp', 'gif', 'svg', 'avif']),
  /** Size in pixels as it is seen, orientation applied. */
  width: z.number(),
  height: z.number(),
  isAnimated: z.boolean(),
  /** Class of the dominant colour; none for pictures that let their ground through. */
  tone: z.string().optional(),
})

/** What a picture is, found by reading all of it once. */
export type PictureFacts = z.output<typeof factsSchema>

export type PictureSource = PictureFacts & {
  url: string
  /** SHA-256 of its bytes, in hex. */
  hash: string
  /** Readable part of the names of its files. */
  name: string
}

/** Keeps small texts by key. */
export type FactsStore = {
  readFacts: (hash: string) => Promise<unknown>
  writeFacts: (hash: string, facts: object) => Promise<unknown>
}

const formats: Record<string, PictureFacts['format']> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  svg: 'svg',
  heif: 'avif',
}

export type ReadSourceOptions = { url: string; maxPixels: number; facts?: FactsStore | undefined }

/**
 * Finds out what the bytes at an address are; gives them back too, because those of an SVG are made safe. Throws a `SiteError`
 * (`image-invalid`) for what is empty, broken, cut short, too large, or no picture; its size is known before it is decoded.
 */
export async function readSource(
  received: Buffer,
  { url, maxPixels, facts: store }: ReadSourceOptions,
): Promise<{ source: PictureSource; body: Buffer }> {
  if (received.length === 0) throw invalidPicture(url, 'is empty')
  const safe = sanitizeSvg(received)
  const body = safe ?? received
  const hash = createHash('sha256').update(body).digest('hex')
  const known = factsSchema.safeParse(await store?.readFacts(hash))
  const isKnown = known.success && known.data.width * known.data.height <= maxPixels
  const facts = isKnown ? known.data : await inspect(body, { url, maxPixels, isSafe: safe !== undefined })
  if (!isKnown) await store?.writeFacts(hash, facts)
  return { source: { ...facts, url, hash, name: readableName(url) }, body }
}

type InspectOptions = { url: string; maxPixels: number; isSafe: boolean }

async function inspect(body: Buffer, { url, maxPixels, isSafe }: InspectOptions): Promise<PictureFacts> {
  const unreadable = (cause: unknown): never => {
    throw invalidPicture(url, 'is not a picture that can be read', cause)
  }
  const metadata = await sharp(body, { limitInputPixels: false }).metadata().catch(unreadable)
  const { width, height } = metadata.autoOrient
  const pages = metadata.pages ?? 1
  if (width * height > maxPixels)
    throw invalidPicture(url, `has ${width} x ${height} pixels, more than the limit of ${maxPixels}`)
  if (width * height * pages > maxPixels)
    throw invalidPicture(url, `has ${pages} frames of ${width} x ${height} pixels, more than the limit of ${maxPixels}`)
  const format = formats[metadata.format]
  if (format === 'svg' && !isSafe) throw invalidPicture(url, 'is an SVG that is not plain text in UTF-8')
  if (!format) throw invalidPicture(url, `is of the type "${metadata.format}", which is not a picture for the web`)
  // A header says nothing of a file that was cut short, so all of it is decoded once.
  const isAnimated = format === 'webp' && pages > 1
  const image = sharp(body, { limitInputPixels: maxPixels, failOn: 'truncated', animated: isAnimated })
  const tone = await dominantTone(image).catch(unreadable)
  const isOpaque = !metadata.hasAlpha && format !== 'gif' && format !== 'svg'
  return { format, width, height, isAnimated, ...(isOpaque && { tone }) }
}

export function invalidPicture(url: string, reason: string, cause?: unknown): SiteError {
  return new SiteError({ code: 'image-invalid', message: `The picture "${url}" ${reason}.` }, { cause })
}

/** The last part of an address, reduced to what every host and file system takes. */
function readableName(url: string): string {
  const file = (url.split(/[?#]/)[0] ?? '').split('/').at(-1) ?? ''
  const name = file.slice(0, file.length - extname(file).length)
  return (
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'picture'
  )
}
