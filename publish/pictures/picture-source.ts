import { hash } from 'node:crypto'
import { extname } from 'node:path'
import type { Metadata } from 'sharp'
import * as z from 'zod'
import { SiteError } from '#content/finding.ts'
import { plainName } from '#publish/plain-name.ts'
import { decodeText } from '#publish/redirects/request-path.ts'
import { dominantTone } from './dominant-tone.ts'
import { decodingBytes, maxDecodingBytes, withinMemory } from './encode/decoding-memory.ts'
import { frameDrawing } from './frame-drawing.ts'
import { isPale, isPaleDrawing } from './is-pale.ts'
import { isCutShort, motionOf, onlyMovesAsItIs } from './moving-picture.ts'
import type { PictureCache } from './picture-cache.ts'
import { sanitizeSvg } from './sanitize-svg.ts'

const formats = ['jpeg', 'png', 'webp', 'gif', 'svg', 'avif'] as const
const factsSchema = z.object({
  format: z.enum(formats),
  /** Size in pixels as displayed, with the orientation applied. */
  width: z.number(),
  height: z.number(),
  /** Whether the picture is a WebP with several frames. All of its frames are made smaller. */
  isAnimated: z.boolean(),
  /**
   * Whether the picture is published unchanged: an SVG, or a moving picture that would become a still in our encoders.
   */
  isKept: z.boolean(),
  /** How the picture moves on pages: `long` for more than five seconds, `null` if it does not move. */
  motion: z.enum(['short', 'long']).nullable(),
  /** Whether the picture has a palette of few colours. As a PNG with all colours it would be several times larger. */
  isPalette: z.boolean(),
  /** Whether the picture has only nearly white shapes on a transparent background. */
  isPale: z.boolean(),
  /** Bytes that decoding the picture holds at the same time. */
  decodingBytes: z.number(),
  /** Class of the dominant colour. Missing for pictures with a transparent background. */
  tone: z.string().optional(),
})

/** The facts about a picture, found by reading all of it once. */
export type PictureFacts = z.output<typeof factsSchema>

export type PictureSource = PictureFacts & {
  url: string
  /** SHA-256 of the bytes, in hex. */
  hash: string
  /** The readable part of its file names. */
  name: string
}

/** Stores the facts of pictures. */
export type FactsStore = Pick<PictureCache, 'readFacts' | 'writeFacts'>

export type ReadSourceOptions = {
  url: string
  /** SHA-256 of the bytes in hex, if known. */
  hash?: string
  maxPixels: number
  facts?: FactsStore
}

/** Throws a `SiteError` for a text that is not an address. An empty text would be the address of the service itself. */
export function checkPictureAddress(url: string): void {
  if (url.trim() === '' || !URL.canParse(url, 'http://service.invalid'))
    throw invalidPicture(url, 'has no valid address')
}

/**
 * Determines the facts of a picture from its bytes. Returns the bytes as well, because those of an SVG are made safe.
 * Throws a `SiteError` (`image-invalid`) for bytes that are empty, invalid, cut short, too large, or not a picture. The
 * size is checked before decoding.
 */
export async function readSource(
  received: Buffer,
  options: ReadSourceOptions,
): Promise<{ source: PictureSource; body: Buffer }> {
  const { url, maxPixels, facts: store } = options
  if (received.length === 0) throw invalidPicture(url, 'is empty')
  const { body, hash, isSafe } = await readBytes(received, options.hash)
  const { success, data } = factsSchema.safeParse(await store?.readFacts(hash))
  const isKnown = success && data.width * data.height <= maxPixels && data.decodingBytes <= maxDecodingBytes
  const facts = isKnown ? data : await inspect(body, options, isSafe)
  if (!isKnown) store?.writeFacts(hash, facts)
  return { source: { ...facts, url, hash, name: readableName(url) }, body }
}

/**
 * The bytes of a picture as they are published (an SVG is made safe, and can be scaled), and their SHA-256 in hex.
 * `known` is the SHA-256 of the received bytes.
 */
export async function readBytes(
  received: Buffer,
  known?: string,
): Promise<{ body: Buffer; hash: string; isSafe: boolean }> {
  const safe = sanitizeSvg(received)
  const body = safe ? await frameDrawing(safe) : received
  const checksum = (!safe && known) || hash('sha256', body)
  return { body, hash: checksum, isSafe: safe !== undefined }
}

type Colours = Pick<PictureFacts, 'isPale' | 'tone'>

async function inspect(body: Buffer, options: ReadSourceOptions, isSafe: boolean): Promise<PictureFacts> {
  const { sharp } = await import('./encode/sharp.ts')
  const { url, maxPixels } = options
  const unreadable = (cause?: unknown): never => {
    throw invalidPicture(url, 'is not a picture that can be read', { cause })
  }
  // The decoder would unpack a gzipped SVG to any size.
  if (body[0] === 0x1f && body[1] === 0x8b)
    throw invalidPicture(url, 'is compressed with gzip, but pictures for the web must not be')
  const metadata = await sharp(body, { limitInputPixels: false }).metadata().catch(unreadable)
  checkSize(metadata, options)
  const format = formats.find((one) => one === (metadata.format === 'heif' ? 'avif' : metadata.format))
  if (format === 'svg' && !isSafe)
    throw invalidPicture(
      url,
      'is an SVG that is not plain UTF-8 text, or whose elements or references are nested too deeply',
    )
  if (!format) throw invalidPicture(url, `is of the type "${metadata.format}", which is not a picture for the web`)
  const bytes = decodingBytes(metadata, body)
  checkMemory(bytes, url)
  // A header does not show whether the file was cut short, so all of it is decoded once. An SVG is not decoded: it was
  // read completely, and may take hours to draw.
  const isAnimated = format === 'webp' && (metadata.pages ?? 1) > 1
  const image = sharp(body, { limitInputPixels: maxPixels, failOn: 'truncated', animated: isAnimated })
  const coloursOf = async (): Promise<Colours> =>
    metadata.hasAlpha ? { isPale: await isPale(image) } : { isPale: false, tone: await dominantTone(image) }
  const colours: Colours =
    format === 'svg' ? { isPale: isPaleDrawing(String(body)) } : await withinMemory(bytes, coloursOf).catch(unreadable)
  if (isCutShort(format, body)) unreadable()
  const isKept = format === 'svg' || onlyMovesAsItIs(format, body)
  const { width, height } = isAnimated ? metadata : metadata.autoOrient
  const motion = isAnimated || isKept ? motionOf(metadata, body) : null
  const facts = { format, width, height, isAnimated, isKept, motion, isPalette: metadata.isPalette }
  return {
    ...facts,
    decodingBytes: bytes,
    isPale: colours.isPale,
    ...(colours.tone !== undefined && !isKept && { tone: colours.tone }),
  }
}

/** Each frame takes a decoder and an encoder about a millisecond, however small it is. */
const maxFrames = 10_000

function checkSize({ width, height, pages = 1 }: Metadata, { url, maxPixels }: ReadSourceOptions): void {
  const size = `${width} x ${height}`
  if (width * height > maxPixels) throw invalidPicture(url, `has ${size} pixels, more than the limit of ${maxPixels}`)
  if (width * height * pages > maxPixels)
    throw invalidPicture(url, `has ${pages} frames of ${size} pixels, more than the limit of ${maxPixels}`)
  if (pages > maxFrames) throw invalidPicture(url, `has ${pages} frames, more than the limit of ${maxFrames}`)
}

function checkMemory(bytes: number, url: string): void {
  if (bytes <= maxDecodingBytes) return
  const reason = `takes ${megabytes(bytes)} of memory to decode, more than the limit of ${megabytes(maxDecodingBytes)}`
  const hint = 'Upload a smaller picture, or a JPEG or PNG that is neither progressive nor interlaced.'
  throw invalidPicture(url, reason, { hint })
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`
}

type Details = { cause?: unknown; hint?: string }

export function invalidPicture(url: string, reason: string, { cause, hint }: Details = {}): SiteError {
  return new SiteError({ code: 'image-invalid', message: `The picture "${url}" ${reason}.`, hint }, { cause })
}

/** The last part of an address, without its extension. */
function readableName(url: string): string {
  const file = decodeText((url.split(/[?#]/)[0] ?? '').split('/').at(-1) ?? '')
  return plainName(file.slice(0, file.length - extname(file).length)).slice(0, 60) || 'picture'
}
