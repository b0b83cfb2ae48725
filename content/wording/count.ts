/** A number with its noun, in words for people: `1 page`, `2 addresses`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`
}

/** A whole number with its digits in groups of three. `Intl` does the same, but takes longer to load than a page to render. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}
