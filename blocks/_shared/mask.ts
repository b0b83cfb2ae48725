/** The opacity of a banner's mask in percent: up to 1 a value is a fraction, above it percent, clamped. Anything else gives the default. */
export function maskPercent(value: unknown, byDefault: number): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return byDefault
  const percent = value <= 1 ? value * 100 : value
  return Math.min(100, Math.max(0, percent))
}

/** Whether a mask opacity is one that is shown as it is given. */
export function isMaskOpacity(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 100
}

/** Classes that lay ink of the given opacity (percent, rounded) over a banner's picture; `mask.css` adds up tens and ones. */
export function maskClass(percent: number): string {
  const whole = Math.round(percent)
  return `mask mask-tens-${Math.floor(whole / 10)} mask-ones-${whole % 10}`
}
