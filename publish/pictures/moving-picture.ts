import type { Metadata } from 'sharp'

const pngSignatureBytes = 8
const pngEnd = Buffer.from('IEND\xae\x42\x60\x82', 'latin1')
const signatureBytes = 6
/** Users must be able to stop motion that lasts longer (WCAG 2.2.2). */
const longMs = 5000
/** Browsers show a frame with a very short delay for this long. */
const minFrameMs = 100

/** How a picture moves; `null` for a still picture. */
export function motionOf({ format, delay = [], loop = 0 }: Metadata, body: Buffer): 'short' | 'long' | null {
  const { delays, plays } = format === 'png' ? pngFrames(body) : { delays: delay, plays: loop }
  if (delays.length < 2) return null
  const onceMs = delays.reduce((sum, ms) => sum + (ms > 10 ? ms : minFrameMs), 0)
  return plays === 0 || onceMs * plays > longMs ? 'long' : 'short'
}

/**
 * The delays of the frames in milliseconds, and how often they are played. 0 means forever (PNG, third edition,
 * 11.3.6).
 */
function pngFrames(body: Buffer): { delays: number[]; plays: number } {
  const delays: number[] = []
  let plays = 0
  for (let at = pngSignatureBytes; at + 12 <= body.length; at += 12 + body.readUInt32BE(at)) {
    const name = body.toString('latin1', at + 4, at + 8)
    const data = body.subarray(at + 8, at + 8 + body.readUInt32BE(at))
    if (name === 'acTL' && data.length >= 8) plays = data.readUInt32BE(4)
    if (name === 'fcTL' && data.length >= 24)
      delays.push((1000 * data.readUInt16BE(20)) / (data.readUInt16BE(22) || 100))
  }
  return { delays, plays }
}

/**
 * Whether a picture moves, or may move, and would become a still in our encoders: a GIF, or an animated PNG, whose
 * `acTL` comes before its pixels.
 */
export function onlyMovesAsItIs(format: string, body: Buffer): boolean {
  return format === 'gif' || (format === 'png' && body.subarray(0, Math.max(0, body.indexOf('IDAT'))).includes('acTL'))
}

/** Whether the later frames of a picture are missing from its file. Decoders only look at the first frame. */
export function isCutShort(format: string, body: Buffer): boolean {
  if (format === 'png') return !body.includes(pngEnd)
  return format === 'gif' && !isWholeGif(body)
}

/**
 * Follows the blocks of a GIF (GIF89a, appendix B) to its end. A file that ends between two blocks counts as complete.
 */
function isWholeGif(body: Buffer): boolean {
  let at = signatureBytes + 7 + colourTableBytes(body[signatureBytes + 4])
  while (at < body.length && body[at] !== 0x3b) {
    const isImage = body[at] === 0x2c
    if (!isImage && body[at] !== 0x21) return true // bytes after the last frame are not part of the GIF
    at += isImage ? 11 + colourTableBytes(body[at + 9]) : 2
    while (at < body.length && body[at] !== 0) at += 1 + (body[at] ?? 0)
    if (at >= body.length) return false
    at += 1
  }
  return true
}

function colourTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}
