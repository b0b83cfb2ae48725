import * as z from 'zod'

export type Format = 'avif' | 'webp' | 'jpeg' | 'png'

const widths = z.array(z.number().int().min(16).max(4096)).min(1)
const quality = z.number().int().min(1).max(100)
const ratio = z.number().positive()

/** What is made of a picture for one kind of place, as the settings name it. */
export const presetSchema = z.strictObject({
  /** Widths in pixels; a picture is never made wider than its source. */
  widths,
  /** Width through height to crop to. */
  ratio: ratio.optional(),
  /** A crop of its own for windows narrower than 40rem. */
  narrow: z.strictObject({ ratio, widths }).optional(),
  /** Quality of each format; a higher one looks better, and takes more bytes. */
  quality: z
    .strictObject({ avif: quality.default(50), webp: quality.default(74), jpeg: quality.default(78) })
    .prefault({}),
  /** Makes files of this format alone, for readers outside of the site, such as social networks. */
  only: z.literal('jpeg').optional(),
})

export type PicturePreset = z.output<typeof presetSchema>
