import { isOnGlobe } from '#blocks/_shared/globe.ts'

export type Marker = { name: string; lat: number; lng: number; address?: string }
/** `number` is the marker's position in the list, from 1. */
export type PlacedMarker = Marker & { number: number; x: number; y: number }
/** A line of the grid: its distance from the edge, and its degrees, which are negative in the south and the west. */
export type GridLine = { at: number; degrees: number }
export type Schematic = { markers: PlacedMarker[]; meridians: GridLine[]; parallels: GridLine[] }

export const mapSize = { width: 960, height: 540 } as const

const margin = 0.16
const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 45]

/**
 * Places the markers on a drawing of `mapSize` with north at the top, and adds a grid of degrees or fractions of them.
 * The drawing covers at least the span of a tile map at `zoom`. Markers and grid lines outside the globe are left out.
 */
export function placeMarkers(markers: readonly Marker[], zoom: number): Schematic {
  const real = markers.map((marker, at) => ({ ...marker, number: at + 1 })).filter(isOnGlobe)
  if (real.length === 0) return { markers: [], meridians: [], parallels: [] }
  const middle = { lat: middleOf(real.map(({ lat }) => lat)), lng: middleOf(real.map(({ lng }) => lng)) }
  const squeeze = Math.max(0.05, Math.cos((middle.lat * Math.PI) / 180))
  const least = 360 / 2 ** Math.min(18, Math.max(1, zoom))
  const widths = real.flatMap(({ lat, lng }) => [
    Math.abs(lng - middle.lng) * squeeze * 2,
    (Math.abs(lat - middle.lat) * 2 * mapSize.width) / mapSize.height,
  ])
  const span = Math.max(least, ...widths) / (1 - 2 * margin)
  const scale = mapSize.width / span
  const x = (lng: number) => round(mapSize.width / 2 + (lng - middle.lng) * squeeze * scale)
  const y = (lat: number) => round(mapSize.height / 2 - (lat - middle.lat) * scale)
  const step = steps.find((size) => span / size <= 6) ?? 90
  const reach = { lng: span / squeeze / 2, lat: (span * mapSize.height) / mapSize.width / 2 }
  return {
    markers: real.map((marker) => ({ ...marker, x: x(marker.lng), y: y(marker.lat) })),
    meridians: gridValues(middle.lng, reach.lng, step, 180).map((degrees) => ({ at: x(degrees), degrees })),
    parallels: gridValues(middle.lat, reach.lat, step, 90).map((degrees) => ({ at: y(degrees), degrees })),
  }
}

function middleOf(values: number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2
}

function gridValues(middle: number, reach: number, step: number, most: number): number[] {
  const first = Math.ceil(Math.max(-most, middle - reach) / step)
  const last = Math.floor(Math.min(most, middle + reach) / step)
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toFixed(2)))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
