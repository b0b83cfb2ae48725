import { basename } from 'node:path'

/** Puts the name of a site on one line. */
export function onOneLine(name: string): string {
  return name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Returns the name that is offered for the site in a folder. */
export function nameOf(folder: string): string {
  const words = onOneLine(basename(folder).replaceAll(/[-_]+/g, ' '))
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : 'My site'
}
