/**
 * Returns the opacity of a banner's mask in percent, clamped. Numbers up to 1 are fractions, higher numbers are in
 * percent. `byDefault` replaces anything but a number.
 */
export function maskPercent(value: unknown, byDefault: number): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return byDefault
  const percent = value <= 1 ? value * 100 : value
  return Math.min(100, Math.max(0, percent))
}

/** Whether the value is a mask opacity that need not be clamped or replaced by the default. */
export function isMaskOpacity(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 100
}

/** Returns classes that cover a banner's picture with ink of this opacity, rounded. `mask.css` adds tens and ones. */
export function maskClass(percent: number): string {
  const whole = Math.round(percent)
  return `mask mask-tens-${Math.floor(whole / 10)} mask-ones-${whole % 10}`
}
