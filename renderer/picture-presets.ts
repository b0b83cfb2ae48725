import * as z from 'zod'
import type { ImageUse } from '#blocks/_shared/reader.ts'
import { presetSchema } from '#publish/pictures/picture-preset.ts'

// The widths of all presets are rungs of one ladder, so that places of the same shape share files. Each rung is √2
// times the one before, except 720, which is for a phone's column at two dots per pixel. The rungs of a place follow
// from the `sizes` of its component (`column-sizes.ts`), at one, two and, on phones, three dots per pixel.
const ladder = [75, 106, 150, 212, 300, 425, 600, 720, 850, 1200, 1700, 2400]
// Banners are below a mask and a scrim, which hide the flaws of a lower quality.
const banner = {
  widths: rungs(850, 2400),
  narrow: { ratio: 3 / 4, widths: [540, 780, 1180] },
  quality: { avif: 35, webp: 66 },
}
// Small pictures in rows, which nobody looks at closely.
const inRows = { quality: { avif: 44 } }
const defaults: Record<ImageUse, z.input<typeof presetSchema>> = {
  header_intro_thumb: banner,
  banner,
  hero: { ...banner, narrow: { ...banner.narrow, ratio: 9 / 16 } },
  post_list_thumb: { widths: rungs(425, 1200), ratio: 3 / 2, ...inRows },
  text: { widths: rungs(425, 1700) },
  tile: { widths: rungs(425, 1200), ...inRows },
  drawing: { widths: rungs(212, 1200) },
  gallery: { widths: rungs(425, 1700) },
  logo: { widths: rungs(75, 425) },
  offer: { widths: rungs(212, 425), ratio: 3 / 2, ...inRows },
  portrait: { widths: [106, 212], ratio: 1 },
  social: { widths: [1200], ratio: 1200 / 630, only: 'jpeg' },
}

function rungs(from: number, to: number): number[] {
  return ladder.filter((width) => width >= from && width <= to)
}

const shape = Object.fromEntries(
  Object.entries(defaults).map(([use, preset]) => [use, presetSchema.prefault(preset)]),
) as { [U in ImageUse]: z.ZodPrefault<typeof presetSchema> }

/** How pictures are made for each place. A preset in the settings replaces ours. */
export const picturePresetsSchema = z.strictObject(shape).prefault({})
