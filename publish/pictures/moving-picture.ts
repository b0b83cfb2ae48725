const pngEnd = Buffer.from('IEND\xae\x42\x60\x82', 'latin1')
const signatureBytes = 6

/**
 * True for a picture that moves, or may, and of which encoders here would make a still: a GIF, or an animated PNG, whose `acTL`
 * stands before its pixels.
 */
export function onlyMovesAsItIs(format: string, body: Buffer): boolean {
  return format === 'gif' || (format === 'png' && body.subarray(0, Math.max(0, body.indexOf('IDAT'))).includes('acTL'))
}

/** True when later frames of a picture are missing from its file; decoders look at the first one only. */
export function isCutShort(format: string, body: Buffer): boolean {
  if (format === 'png') return !body.includes(pngEnd)
  return format === 'gif' && !isWholeGif(body)
}

/** Follows the blocks of a GIF (GIF89a, appendix B) to its end. A file that ends between two blocks counts as whole. */
function isWholeGif(body: Buffer): boolean {
  let at = signatureBytes + 7 + colourTableBytes(body[signatureBytes + 4])
  while (at < body.length && body[at] !== 0x3b) {
    const isImage = body[at] === 0x2c
    if (!isImage && body[at] !== 0x21) return true // what follows the last frame is no part of it
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
