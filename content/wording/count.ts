/** A number with its noun, in words for people: `1 page`, `2 addresses`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`
}
