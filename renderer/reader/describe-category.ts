import type { Reader } from '#blocks/_shared/reader.ts'

export type CategoryWords = { name: string; parent?: string; children: string[]; brand: string }

const maxLetters = 160

/** A sentence or two for search engines, with a category's name, its parent, and as many of its children as fit. */
export function describeCategory(
  { name, parent, children, brand }: CategoryWords,
  text: Reader['text'],
  languageTag: string,
): string {
  const place = parent
    ? text('category.describeBelow', { name, parent, brand })
    : text('category.describe', { name, brand })
  for (let count = children.length; count > 0; count -= 1) {
    const shown = children.slice(0, count)
    const isWhole = count === children.length
    const names = isWhole ? new Intl.ListFormat(languageTag).format(shown) : `${shown.join(', ')}, …`
    const description = `${place} ${text('category.describeChildren', { names })}`
    if (description.length <= maxLetters) return description
  }
  return place
}
