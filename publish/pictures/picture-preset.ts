import * as z from 'zod'

export type Format = 'avif' | 'webp' | 'jpeg' | 'png'

const widths = z.array(z.number().int().min(16).max(4096)).min(1)
const quality = z.number().int().min(1).max(100)
const ratio = z.number().positive()

/** The files that are made from a picture for one kind of place, as named in the settings. */
export const presetSchema = z.strictObject({
  /** Widths in pixels. A picture is never made wider than its source. */
  widths,
  /** The aspect ratio to crop to: width divided by height. */
  ratio: ratio.optional(),
  /** A separate crop for windows narrower than 40rem. */
  narrow: z.strictObject({ ratio, widths }).optional(),
  /** Quality of each format. A higher quality looks better and takes more bytes. */
  quality: z
    .strictObject({ avif: quality.default(50), webp: quality.default(74), jpeg: quality.default(78) })
    .prefault({}),
  /** Makes files of this format only, for readers outside the site, such as social networks. */
  only: z.literal('jpeg').optional(),
})

export type PicturePreset = z.output<typeof presetSchema>
