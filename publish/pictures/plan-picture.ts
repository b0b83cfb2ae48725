import { hash } from 'node:crypto'
import type { Format, PicturePreset } from './picture-preset.ts'
import type { PictureSource } from './picture-source.ts'

/** One file to be made of a source. */
export type Variant = {
  /** SHA-256 over source bytes, what is made of them, and the encoder; names the file in the cache. */
  key: string
  /** Path in the export. */
  path: string
  source: PictureSource
  format: Format
  width: number
  height: number
  quality: number
  /** How long the encoder tries to make it small, 0 to 9. */
  effort: number
  /** Whether it is the first frame of a source that moves. */
  isStill?: boolean | undefined
  /** Whether more is cut off below than above, as of a tall picture. */
  isCutBelow: boolean
  /** A larger picture of one colour, in the middle of which it stands. */
  frame?: (Size & { ground: string }) | undefined
}

/** A picture as a page shows it: an address for every browser, and others for browsers that can more. */
export type ShownPicture = {
  src: string
  /** Size in pixels of the largest file. */
  width: number
  height: number
  sources?: ShownSource[]
  /** How it moves, `long` for more than five seconds; missing where it stands still. */
  motion?: 'short' | 'long'
  /** The first frame of a picture that moves, for visitors who want less motion. */
  stills?: ShownSource[]
  /** Address of the largest file, for a look at the whole picture. */
  full?: string
  /** Classes of the dominant colour. */
  tone?: string
  /** Whether it shows nothing but nearly white on a transparent ground. */
  isPale?: true
}

export type ShownSource = { type: string; srcSet: string; media?: string }

/** What the settings say of all pictures, and the file of one that is published as it came. */
export type PlanOptions = {
  effort: number
  /** The name of the encoder (`encoder.ts`). */
  encoder: string
  original?: ShownPicture | undefined
}

const narrowWindow = '(max-width: 40rem)'
const mostFallbackWidth = 1280
/** The longest edge that WebP and AVIF can have. */
const mostEdge = 16_000
const extensions: Record<Format, string> = { avif: 'avif', webp: 'webp', jpeg: 'jpg', png: 'png' }

/** The effort when the settings name none. The names of its files do not contain it. */
const quickEffort = 1

type Size = { width: number; height: number }
/** How a picture is shown, and the files that are made of it. */
export type PlannedPicture = { shown: ShownPicture; variants: Variant[] }
type Crop = Size & { widths: number[] }

/** How a page shows a picture that is published as it came. */
export function originalOf({ name, hash, format, width, height, motion, isPale }: PictureSource): ShownPicture {
  const src = `/assets/${name}-${hash.slice(0, 10)}.${format === 'jpeg' ? 'jpg' : format}`
  return { src, width, height, ...(motion && { motion }), ...(isPale && { isPale }) }
}

/** Decides the files of a picture for a place and how a page names them. Pure, and without any pixels: the names come from content. */
export function planPicture(source: PictureSource, preset: PicturePreset, options: PlanOptions): PlannedPicture {
  const { motion } = source
  const { effort, encoder, original } = options
  // Readers outside of the site show no motion: they get a still of their own shape.
  if (preset.only || (!original && !motion)) return planSizes({ source, preset, effort, encoder })
  const moving = original ? { shown: original, variants: [] } : planSizes({ source, preset, effort, encoder })
  if (!motion) return moving
  // A still has the shape of the picture it stands for, and a picture that is published as it came is not cut.
  const whole = { ...preset, ratio: undefined, narrow: undefined }
  const still = planSizes({ source, preset: original ? whole : preset, effort, encoder, isStill: true })
  const { sources: stills = [] } = still.shown
  const variants = still.variants.filter(({ path }) => stills.some(({ srcSet }) => srcSet.includes(path)))
  return { shown: { ...moving.shown, motion, stills }, variants: [...moving.variants, ...variants] }
}

type Wanted = { source: PictureSource; preset: PicturePreset; effort: number; encoder: string; isStill?: boolean }

/** The moving form or the still of a picture, in the sizes of its place. */
function planSizes(wanted: Wanted): PlannedPicture {
  const { source, preset } = wanted
  const frame = frameOf(preset)
  if (frame && (source.width < frame.width || source.height < frame.height)) return planFramed(wanted, frame)
  const main = cropOf(source, preset.ratio, preset.widths)
  const fallback = fallbackFormat(source, preset)
  const modern = modernFormats(wanted)
  const variants: Variant[] = []
  const make = (format: Format, crop: Crop, width: number): Variant => {
    const variant = variantOf(wanted, { format, crop, width })
    variants.push(variant)
    return variant
  }
  const sourceOf = (format: Format, crop: Crop, media?: string) => {
    const srcSet = crop.widths.map((width) => `/${make(format, crop, width).path} ${width}w`).join(', ')
    return { type: `image/${format}`, srcSet, ...(media && { media }) }
  }
  const narrow = preset.narrow && cropOf(source, preset.narrow.ratio, preset.narrow.widths)
  const sources = [
    ...(narrow ? modern.map((format) => sourceOf(format, narrow, narrowWindow)) : []),
    ...modern.map((format) => sourceOf(format, main)),
  ]
  const width = main.widths.findLast((one) => one <= mostFallbackWidth) ?? main.widths[0] ?? 1
  const { path } = make(fallback, main, width)
  const largest = main.widths.at(-1) ?? width
  const full = variants.findLast((variant) => variant.format === 'webp' && variant.width === largest)
  const { tone, isPale } = source
  return {
    variants: [...new Map(variants.map((variant) => [variant.key, variant])).values()],
    shown: {
      src: `/${path}`,
      width: largest,
      height: heightAt(largest, main),
      ...(sources.length > 0 && { sources }),
      ...(full && { full: `/${full.path}` }),
      ...(tone && { tone }),
      ...(isPale && { isPale }),
    },
  }
}

/** The frame of a preset with one format and one shape: it is for readers outside of the site, who want that very size. */
function frameOf({ only, ratio, widths }: PicturePreset): Size | undefined {
  const width = Math.max(...widths)
  return only && ratio ? { width, height: Math.round(width / ratio) } : undefined
}

/** The whole of a picture that is smaller than its frame: not enlarged, on a ground of its dominant colour. */
function planFramed(wanted: Wanted, frame: Size): PlannedPicture {
  const { source, preset } = wanted
  const scale = Math.min(1, frame.width / source.width, frame.height / source.height)
  const width = Math.max(1, Math.floor(source.width * scale))
  const framed = { ...frame, ground: groundOf(source.tone) }
  const format = fallbackFormat(source, preset)
  const variant = variantOf(wanted, { format, crop: { ...source, widths: [width] }, width, frame: framed })
  return { shown: { src: `/${variant.path}`, ...frame }, variants: [variant] }
}

/** The colour of a tone, in the middle of each of its levels; white without a tone. */
function groundOf(tone: string | undefined): string {
  const levels = tone?.match(/\d/g) ?? [7.5, 7.5, 7.5]
  return `rgb(${levels.map((level) => Math.min(255, 16 + 32 * Number(level))).join(',')})`
}

function modernFormats({ source, preset, isStill }: Wanted): Format[] {
  if (preset.only) return []
  return source.isAnimated && !isStill ? ['webp'] : ['avif', 'webp'] // encoders of AVIF here make stills only
}

function fallbackFormat({ format }: PictureSource, { only }: PicturePreset): Format {
  if (only) return only
  return format === 'jpeg' || format === 'png' ? format : 'webp'
}

/** The part of a source that is shown, and the widths that are made of it: none beyond the part's own. */
function cropOf(source: PictureSource, ratio: number | undefined, wanted: number[]): Crop {
  const own = source.width / source.height
  const width = ratio && own > ratio ? Math.max(1, Math.round(source.height * ratio)) : source.width
  const height = ratio && own < ratio ? Math.max(1, Math.round(source.width / ratio)) : source.height
  const most = Math.max(1, Math.min(width, Math.floor((mostEdge * width) / height)))
  const widths = [...new Set(wanted)].filter((one) => one <= most).sort((a, b) => a - b)
  const largest = widths.at(-1) ?? 0
  const isShort = most < Math.max(...wanted) && most > largest * 1.1
  return { width, height, widths: isShort ? [...widths, most] : widths }
}

function heightAt(width: number, crop: Crop): number {
  return Math.min(mostEdge, Math.max(1, Math.round((width * crop.height) / crop.width)))
}

type WantedVariant = Pick<Variant, 'format' | 'width' | 'frame'> & { crop: Crop }

function variantOf({ source, preset, effort, encoder, isStill }: Wanted, wanted: WantedVariant): Variant {
  const { format, crop, width, frame } = wanted
  const height = Math.min(heightAt(width, crop), frame?.height ?? mostEdge) // a picture one pixel wide would outgrow its frame
  const isCutBelow = source.height > source.width && crop.height < source.height && !source.isAnimated
  const quality = format === 'png' ? 100 : preset.quality[format]
  const recipe = [source.hash, format, width, height, quality, encoder, frame ?? null]
  const more = [
    ...(effort !== quickEffort && (format === 'avif' || format === 'webp') ? [`effort ${effort}`] : []),
    ...(isStill ? ['still'] : []),
    ...(isCutBelow ? ['cut below'] : []),
    ...(source.isPalette && format === 'png' ? ['palette'] : []),
  ]
  const key = hash('sha256', JSON.stringify([...recipe, ...more]))
  const path = `assets/${source.name}-${frame?.width ?? width}-${key.slice(0, 10)}.${extensions[format]}`
  return { key, path, source, format, width, height, quality, effort, isStill, isCutBelow, ...(frame && { frame }) }
}
