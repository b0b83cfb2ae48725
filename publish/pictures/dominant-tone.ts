import type { Sharp } from 'sharp'

const edge = 24
const binWidth = 64
const levelWidth = 32

/**
 * The dominant colour of a picture, as classes of `blocks/_shared/pictures/picture.css` (`tone-r3 tone-g5 tone-b1`: 8
 * levels per channel). Decodes the whole picture.
 */
export async function dominantTone(image: Sharp): Promise<string> {
  const pixels = await image
    .resize(edge, edge, { fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const bins = new Map<string, { count: number; sum: number[] }>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const colour = [...pixels.subarray(at, at + 3)]
    const key = colour.map((channel) => Math.floor(channel / binWidth)).join('')
    const bin = bins.get(key) ?? { count: 0, sum: [0, 0, 0] }
    bins.set(key, { count: bin.count + 1, sum: bin.sum.map((sum, channel) => sum + (colour[channel] ?? 0)) })
  }
  const [fullest] = [...bins.values()].sort((a, b) => b.count - a.count)
  const levels = (fullest?.sum ?? [0, 0, 0]).map((sum) => Math.floor(sum / (fullest?.count ?? 1) / levelWidth))
  return ['r', 'g', 'b'].map((channel, at) => `tone-${channel}${levels[at]}`).join(' ')
}
