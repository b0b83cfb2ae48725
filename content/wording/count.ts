/** A number with its noun: `1 page`, `2 addresses`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`
}

/**
 * A whole number with its digits in groups of three. `Intl` does the same, but takes
 * longer to load than a page takes to render.
 */
export function grouped(number: number | string): string {
  const digits = String(number)
  return digits.length > 3 ? `${grouped(digits.slice(0, -3))},${digits.slice(-3)}` : digits
}
