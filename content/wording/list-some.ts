import { grouped } from './count.ts'

const most = 5

/**
 * Items in words, such as "a, b and c": the first few, and how many more there
 * are, so that the sentence stays readable.
 */
export function listSome(items: readonly string[]): string {
  const shown = items.length > most ? [...items.slice(0, most), `${grouped(items.length - most)} more`] : items
  return [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter((part) => part !== '').join(' and ')
}
