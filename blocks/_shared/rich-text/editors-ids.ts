/** Prefix of the ids that editors write, so that none of them equals an id of our own markup. */
export const editorsIdPrefix = 'c-'

/** Replaces white space in the ids that editors write, because an id cannot contain any. */
export const blankInFragment = '-'

/** An id that an editor wrote, as pages have it. It consists of the prefix alone if the editor wrote only white space. */
export function shownId(written: string): string {
  return `${editorsIdPrefix}${written.trim().replaceAll(/\s+/g, blankInFragment)}`
}

/**
 * The fragment of an address, with ids as pages have them. `#top`, which browsers know, and text fragments
 * (`#:~:text=`) stay as they are.
 */
export function fragmentOf({ hash }: Pick<URL, 'hash'>): string {
  if (hash === '' || /^#(?:top$|:~:)/i.test(hash)) return hash
  return `#${editorsIdPrefix}${hash.slice(1).replaceAll(/(?:%20)+/g, blankInFragment)}`
}
