import { hash } from 'node:crypto'
import type { Format, PicturePreset } from './picture-preset.ts'
import type { PictureSource } from './picture-source.ts'

/** One file to be made from a source. */
export type Variant = {
  /** SHA-256 over the source bytes, the recipe of the file, and the encoder. Names the file in the cache. */
  key: string
  /** Path in the export. */
  path: string
  source: PictureSource
  format: Format
  width: number
  height: number
  quality: number
  /** How much effort the encoder puts into making the file small, 0 to 9. */
  effort: number
  /** Whether this is the first frame of a moving source. */
  isStill?: boolean
  /** Whether more is cropped at the bottom than at the top, as with a tall picture. */
  isCutBelow: boolean
  /** A larger area of one colour, in the middle of which the picture is placed. */
  frame?: Size & { ground: string }
}

/** A picture as a page shows it: an address for every browser, and further ones for browsers with better formats. */
export type ShownPicture = {
  src: string
  /** Size in pixels of the largest file. */
  width: number
  height: number
  sources?: ShownSource[]
  /** How the picture moves: `long` for more than five seconds, missing if it does not move. */
  motion?: 'short' | 'long'
  /** The first frame of a moving picture, for visitors who prefer less motion. */
  stills?: ShownSource[]
  /** Address of the largest file, to view the whole picture. */
  full?: string
  /** Classes of the dominant colour. */
  tone?: string
  /** Whether the picture has only nearly white shapes on a transparent background. */
  isPale?: true
}

export type ShownSource = { type: string; srcSet: string; media?: string }

/** The settings that apply to all pictures, and the file of a picture that is published unchanged. */
export type PlanOptions = {
  effort: number
  /** The name of the encoder (`encoder.ts`). */
  encoder: string
  original?: ShownPicture
}

const narrowWindow = '(max-width: 40rem)'
const maxFallbackWidth = 1280
/** The maximum length of an edge in WebP and AVIF. */
const maxEdge = 16_000
const extensions: Record<Format, string> = { avif: 'avif', webp: 'webp', jpeg: 'jpg', png: 'png' }

/** The default effort. File names contain only other efforts, as part of their digest. */
const quickEffort = 1

type Size = { width: number; height: number }
/** How a picture is shown, and the files that are made from it. */
export type PlannedPicture = { shown: ShownPicture; variants: Variant[] }
type Crop = Size & { widths: number[] }

/** How a page shows a picture that is published unchanged. */
export function originalOf({ name, hash, format, width, height, motion, isPale }: PictureSource): ShownPicture {
  const src = `/assets/${name}-${hash.slice(0, 10)}.${format === 'jpeg' ? 'jpg' : format}`
  return { src, width, height, ...(motion && { motion }), ...(isPale && { isPale }) }
}

/**
 * Determines the files of a picture for a place and how a page names them. Pure, and does not read pixels: the names
 * are derived from the content.
 */
export function planPicture(source: PictureSource, preset: PicturePreset, options: PlanOptions): PlannedPicture {
  const { motion } = source
  const { effort, encoder, original } = options
  // Readers outside the site show no motion, so they get a still in their own shape.
  if (preset.only) return planSizes({ source, preset, effort, encoder })
  const moving = original ? { shown: original, variants: [] } : planSizes({ source, preset, effort, encoder })
  if (!motion) return moving
  // A still has the shape of the picture that it replaces, and a picture that is published unchanged is not cropped.
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
    return { type: `image/${format}`, srcSet, media }
  }
  const narrow = preset.narrow && cropOf(source, preset.narrow.ratio, preset.narrow.widths)
  const sources = [
    ...(narrow ? modern.map((format) => sourceOf(format, narrow, narrowWindow)) : []),
    ...modern.map((format) => sourceOf(format, main)),
  ]
  const width = main.widths.findLast((one) => one <= maxFallbackWidth) ?? main.widths[0] ?? 1
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

/**
 * The frame of a preset with one format and one aspect ratio. Such a preset is for readers outside the site, who need
 * exactly that size.
 */
function frameOf({ only, ratio, widths }: PicturePreset): Size | undefined {
  const width = Math.max(...widths)
  return only && ratio ? { width, height: Math.round(width / ratio) } : undefined
}

/** Shows all of a picture that is smaller than its frame: not enlarged, on a background of its dominant colour. */
function planFramed(wanted: Wanted, frame: Size): PlannedPicture {
  const { source, preset } = wanted
  const scale = Math.min(1, frame.width / source.width, frame.height / source.height)
  const width = Math.max(1, Math.floor(source.width * scale))
  const framed = { ...frame, ground: groundOf(source.tone) }
  const format = fallbackFormat(source, preset)
  const variant = variantOf(wanted, { format, crop: { ...source, widths: [width] }, width, frame: framed })
  return { shown: { src: `/${variant.path}`, ...frame }, variants: [variant] }
}

/** The colour of a tone, in the middle of each of its levels. White if there is no tone. */
function groundOf(tone: string | undefined): string {
  const levels = tone?.match(/\d/g) ?? [7.5, 7.5, 7.5]
  return `rgb(${levels.map((level) => Math.min(255, 16 + 32 * Number(level))).join(',')})`
}

function modernFormats({ source, preset, isStill }: Wanted): Format[] {
  if (preset.only) return []
  return source.isAnimated && !isStill ? ['webp'] : ['avif', 'webp'] // our AVIF encoder makes stills only
}

function fallbackFormat({ format }: PictureSource, { only }: PicturePreset): Format {
  if (only) return only
  return format === 'jpeg' || format === 'png' ? format : 'webp'
}

/** The part of a source that is shown, and the widths to make from it, none wider than the part itself. */
function cropOf(source: PictureSource, ratio: number | undefined, wanted: number[]): Crop {
  const own = source.width / source.height
  const width = ratio && own > ratio ? Math.max(1, Math.round(source.height * ratio)) : source.width
  const height = ratio && own < ratio ? Math.max(1, Math.round(source.width / ratio)) : source.height
  const most = Math.max(1, Math.min(width, Math.floor((maxEdge * width) / height)))
  const widths = [...new Set(wanted)].filter((one) => one <= most).sort((a, b) => a - b)
  const largest = widths.at(-1) ?? 0
  const isShort = most < Math.max(...wanted) && most > largest * 1.1
  return { width, height, widths: isShort ? [...widths, most] : widths }
}

function heightAt(width: number, crop: Crop): number {
  return Math.min(maxEdge, Math.max(1, Math.round((width * crop.height) / crop.width)))
}

type WantedVariant = Pick<Variant, 'format' | 'width' | 'frame'> & { crop: Crop }

function variantOf({ source, preset, effort, encoder, isStill }: Wanted, wanted: WantedVariant): Variant {
  const { format, crop, width, frame } = wanted
  // Otherwise, a picture one pixel wide would be higher than its frame.
  const height = Math.min(heightAt(width, crop), frame?.height ?? maxEdge)
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
  return { key, path, source, format, width, height, quality, effort, isStill, isCutBelow, frame }
}
