import type { Sharp } from 'sharp'
import type { Variant } from '#publish/pictures/plan-picture.ts'
import { withinMemory } from './decoding-memory.ts'
import { sharp } from './sharp.ts'

/**
 * A picture is scaled before it is cropped, unless the scaled picture would have more than this many times the pixels
 * that are shown.
 */
const mostWaste = 4

/**
 * Makes the bytes of a variant: upright, in sRGB with 8 bits, without metadata, with its transparency, and with every
 * frame of an animation. `input` is the bytes or the file of the source.
 */
export function encodeVariant(input: Buffer | string, variant: Variant, maxPixels: number): Promise<Buffer> {
  const { source, width, height, format, quality, effort, isStill } = variant
  const animated = source.isAnimated && format === 'webp' && !isStill
  const image = sharp(input, { limitInputPixels: maxPixels, failOn: 'truncated', animated })
  const upright = animated ? image : cutFirst(image.autoOrient(), variant)
  const sized = inFrame(upright.resize({ width, height, fit: 'cover' }), variant).toColourspace('srgb')
  return withinMemory(source.decodingBytes, () => {
    switch (format) {
      case 'avif':
        return sized.avif({ quality, effort }).toBuffer()
      case 'webp': // the maximum effort is 6; animations are encoded frame by frame, so they get less
        return sized.webp({ quality, effort: Math.min(6, Math.max(0, animated ? effort - 1 : effort + 1)) }).toBuffer()
      case 'jpeg':
        return sized.flatten({ background: '#fff' }).jpeg({ quality, progressive: true }).toBuffer()
      case 'png':
        return sized.png({ palette: source.isPalette }).toBuffer()
    }
  })
}

/**
 * Crops a picture to the shape of a variant before it is scaled, in two cases: a tall picture, which is cropped mostly
 * at the bottom, as `picture.css` does; and a very wide or tall one, because scaling all of it would take a lot of
 * memory.
 */
function cutFirst(image: Sharp, { source, width, height, isCutBelow }: Variant): Sharp {
  const scale = Math.min(source.width / width, source.height / height)
  const part = { width: Math.round(width * scale), height: Math.round(height * scale) }
  if (!isCutBelow && source.width * source.height <= mostWaste * part.width * part.height) return image
  const left = Math.floor((source.width - part.width) / 2)
  const top = Math.floor((source.height - part.height) / (isCutBelow ? 5 : 2))
  return image.extract({ left, top, width: Math.max(1, part.width), height: Math.max(1, part.height) })
}

/** Puts a picture into the middle of its frame, if it has one. */
function inFrame(image: Sharp, { width, height, frame }: Variant): Sharp {
  if (!frame) return image
  const left = Math.floor((frame.width - width) / 2)
  const top = Math.floor((frame.height - height) / 2)
  const [right, bottom] = [frame.width - width - left, frame.height - height - top]
  return image.extend({ left, top, right, bottom, background: frame.ground })
}
