export type Format = 'avif' | 'webp' | 'jpeg' | 'png'

/** What is made of a picture for one kind of place. */
export type PicturePreset = {
  /** Widths in pixels; those beyond the source are left out. */
  widths: number[]
  /** Width through height to crop to, around the middle; the source's own without it. */
  ratio?: number | undefined
  /** A crop of its own for windows narrower than 40rem, where a banner is taller than wide. */
  narrow?: { ratio: number; widths: number[] } | undefined
  /** Quality of each format, 1 to 100. */
  quality: { avif: number; webp: number; jpeg: number }
  /** Only this format, for readers that know no `picture`. */
  only?: 'jpeg' | undefined
}
