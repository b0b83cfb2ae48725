/** The opacity of a banner's mask in percent: up to 1 a fraction, above it percent, clamped; anything else is the default. */
export function maskPercent(value: unknown, byDefault: number): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return byDefault
  const percent = value <= 1 ? value * 100 : value
  return Math.min(100, Math.max(0, percent))
}

/** Class that lays ink of the given opacity (whole percent) over a banner's picture, in steps of five. */
export function maskClass(percent: number): string {
  return `mask-${Math.round(percent / 5) * 5}`
}
