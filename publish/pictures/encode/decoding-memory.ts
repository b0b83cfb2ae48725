import type { Metadata } from 'sharp'

/**
 * Bytes that decoding a picture holds at the same time, measured with sharp 0.35; 0 if rows are streamed. The size
 * comes from the header, so that a tiny file cannot take as much memory as a huge picture.
 */
export function decodingBytes({ format, width, height, ...metadata }: Metadata, body: Buffer): number {
  const pixels = width * height
  const { channels = 4, depth, isProgressive, hasAlpha, pages = 1, bitsPerSample = 8 } = metadata
  switch (format) {
    case 'jpeg': // the coefficients of every scan, two bytes each
      return isProgressive ? 2 * pixels * planesOf(metadata.chromaSubsampling, channels) : 0
    case 'png': // the passes of an interlaced picture
      return isProgressive ? pixels * channels * (depth === 'ushort' ? 2 : 1) : 0
    case 'gif': // the canvas
      return 4 * pixels
    case 'webp':
      if (pages > 1) return 8 * pixels // the canvas and a frame
      if (body.includes('VP8L')) return 4 * pixels
      return hasAlpha ? pixels : 0
    case 'heif': // planes, and the data of every block in them
      return (bitsPerSample > 8 ? 30 : 20) * pixels
    default:
      return 0
  }
}

function planesOf(subsampling: string | undefined, channels: number): number {
  if (subsampling === '4:2:0') return 1.5
  return subsampling === '4:2:2' ? 2 : channels
}

/**
 * The maximum number of bytes that decoding may hold at the same time, for all pictures together. A picture that needs
 * more is refused.
 */
export const maxDecodingBytes = 300_000_000

const waiting: { bytes: number; start: () => void }[] = []
let held = 0

/**
 * Runs work that holds this many bytes as soon as there is room for them, in the order of the calls. The whole process
 * shares the room.
 */
export async function withinMemory<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  if (bytes === 0) return work()
  await new Promise<void>((start) => {
    waiting.push({ bytes, start })
    admit()
  })
  try {
    return await work()
  } finally {
    held -= bytes
    admit()
  }
}

function admit(): void {
  for (let next = waiting[0]; next && held + next.bytes <= maxDecodingBytes; next = waiting[0]) {
    waiting.shift()
    held += next.bytes
    next.start()
  }
}
