/** Whether a place is one on the globe. */
export function isOnGlobe({ lat, lng }: { lat: number; lng: number }): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

/** How near maps show a place at most; at 0 they show the whole world. */
export const closestZoom = 19

/** The zoom of a map, kept within the range that maps have. */
export function shownZoom(zoom: number): number {
  return Math.min(closestZoom, Math.max(0, zoom))
}
