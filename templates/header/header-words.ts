import type { Reader } from '#blocks/_shared/reader.ts'
import { sharedWords } from '#blocks/_shared/shared-content.ts'
import { topEntries } from './top-entries.ts'

const em = '\u2003'
const gap = `${em}\u2002`

/**
 * All words of the bar as one text, and all words of the line above it as another. Em spaces represent the room between
 * and beside the words. `header.css` lays out these texts invisibly, and turns the menu into a drawer where one of them
 * breaks.
 */
export type HeaderWords = { 'data-bar': string; 'data-line': string }

export function headerWords(reader: Reader): HeaderWords {
  const current = reader.languages().find(({ isCurrent }) => isCurrent)
  const line = sharedWords(reader, 'line-words', () => lineWords(reader).join(gap))
  return {
    'data-bar': sharedWords(reader, 'bar-words', () => barWords(reader).join(gap)),
    'data-line': [...named(line), ...named(current?.name, 3)].join(gap),
  }
}

function barWords(reader: Reader): string[] {
  const { brand } = reader.site
  return [
    // The logo is set 1.5 times as large as the words beside it, so it counts 1.5 times.
    brand + brand.slice(0, Math.ceil(brand.length / 2)),
    ...reader.menu('main').flatMap(({ name, children }) => named(name, children.length > 0 ? 2 : 0)),
    ...(reader.page('demo') ? named(reader.text('header.demo')) : []),
  ]
}

function lineWords(reader: Reader): string[] {
  const { phone, applicationUrl } = reader.site
  return [
    ...topEntries(reader).flatMap(({ name }) => named(name)),
    ...named(phone),
    ...(applicationUrl ? named(reader.text('header.login'), 2) : []),
  ]
}

function named(words: string | undefined, room = 0): string[] {
  return words ? [words + em.repeat(room)] : []
}
