import { grouped } from './count.ts'

const most = 5

/** Items in words: the first few, and how many more there are, so that a sentence stays one that can be read. */
export function listSome(items: readonly string[]): string {
  if (items.length <= most) return items.join(' and ')
  return `${items.slice(0, most).join(', ')} and ${grouped(items.length - most)} more`
}
