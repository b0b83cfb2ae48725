/** Whether the coordinates are valid. */
export function isOnGlobe({ lat, lng }: { lat: number; lng: number }): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

/** The highest zoom of maps. At 0 they show the whole world. */
export const closestZoom = 19

/** Clamps a zoom to the range that maps have. */
export function shownZoom(zoom: number): number {
  return Math.min(closestZoom, Math.max(0, zoom))
}
