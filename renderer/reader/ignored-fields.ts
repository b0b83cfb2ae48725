import { closestZoom, isOnGlobe, shownZoom } from '#blocks/_shared/globe.ts'
import { isMaskOpacity } from '#blocks/_shared/mask.ts'
import type { Finding } from '#content/finding.ts'
import type { Block, Theme } from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import type { Place } from '#renderer/site/place.ts'

type Fields = { theme?: Theme | undefined; blocks?: readonly Block[] }

/** A field whose value is not shown, though its shape is right: where it stands, in words, and what is to be done. */
type IgnoredField = { place: string; block?: string; words: string; hint: string }

/** Tells of the fields of a document in whose place its page shows something else, or nothing. */
export function ignoredFields(
  { locale, href }: Pick<Place, 'locale' | 'href'>,
  { theme, blocks = [] }: Fields,
): Finding[] {
  return [...mask('the theme', theme?.maskOpacity), ...blocks.flatMap(ofBlock)].map(
    ({ place, block, words, hint }) => ({
      code: 'field-ignored',
      message: `In ${place} of the page "${href}" stands ${words}.`,
      where: { locale, path: href, ...(block && { block }) },
      hint,
    }),
  )
}

function ofBlock(block: Block): IgnoredField[] {
  const name = `${block.type} ${block.id}`
  const place = `the block "${name}"`
  const found =
    block.type === 'banner'
      ? mask(place, block.maskOpacity)
      : block.type === 'maps'
        ? [
            ...offScale(place, block.zoom),
            ...block.markers.filter((one) => !isOnGlobe(one)).map((one) => offGlobe(place, one)),
          ]
        : []
  return found.map((one) => ({ ...one, block: name }))
}

function mask(place: string, value: unknown): IgnoredField[] {
  const isMissing = value === undefined || value === null || value === ''
  if (isMissing || isMaskOpacity(value)) return []
  const words = `the maskOpacity ${quoteValue(value)}, which is no number from 0 to 100; pages show ${typeof value === 'number' ? 'the nearest' : 'the default'} in its place`
  return [{ place, words, hint: 'Write a fraction up to 1, or percent above it, at the service: 0.6 or 60.' }]
}

function offScale(place: string, zoom: number | undefined): IgnoredField[] {
  if (zoom === undefined || shownZoom(zoom) === zoom) return []
  const words = `the zoom ${zoom}, which is no number from 0 to ${closestZoom}; pages show the nearest in its place`
  return [{ place, words, hint: `Write "zoom" from 0, the whole world, to ${closestZoom}, a house, at the service.` }]
}

function offGlobe(place: string, { name, lat, lng }: { name: string; lat: number; lng: number }): IgnoredField {
  const words = `the marker ${quoteValue(name)} at ${lat}, ${lng}, which is nowhere on the globe; the map leaves it out`
  return { place, words, hint: 'Write "lat" from -90 to 90 and "lng" from -180 to 180 at the service.' }
}
