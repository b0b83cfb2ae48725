import * as z from 'zod'
import type { ImageUse } from '#blocks/_shared/reader.ts'
import { presetSchema } from '#publish/pictures/picture-preset.ts'

type PresetInput = z.input<typeof presetSchema>

// The widths of all presets are rungs of one ladder, so that places of one shape share files. A rung is the square root of two times the
// one before; 720 is for a column of a phone at two dots a pixel. Which rungs a place has follows from the `sizes` of its component
// (`column-sizes.ts`), at one, two and, on telephones, three dots a pixel.
const ladder = [75, 106, 150, 212, 300, 425, 600, 720, 850, 1200, 1700, 2400]
// Banners lie below a mask and a scrim, which hide what a lower quality costs.
const banner = {
  widths: rungs(850, 2400),
  narrow: { ratio: 3 / 4, widths: [540, 780, 1180] },
  quality: { avif: 35, webp: 66 },
}
// Small pictures in rows, at which nobody looks closely.
const inRows = { quality: { avif: 44 } }
const defaults: Record<ImageUse, PresetInput> = {
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

/** What is made of pictures, by the place they fill; a preset that the settings name replaces ours. */
export const picturePresetsSchema = z.strictObject(shape).prefault({})
