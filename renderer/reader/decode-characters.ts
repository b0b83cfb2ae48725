import { decodeHTMLStrict } from 'entities/decode'

const characterName = /&#?[a-z0-9]+;/gi
const beyondAscii = /^[^\0-\x7f]+$/

/**
 * Replaces references to non-ASCII characters in HTML (`&oacute;`, `&nbsp;`, `&#8211;`) with the characters. The
 * meaning stays the same, and words with such letters can then be hyphenated.
 */
export function decodeCharacters(html: string): string {
  if (!html.includes('&')) return html
  return html.replaceAll(characterName, (name) => {
    const character = decodeHTMLStrict(name)
    return beyondAscii.test(character) ? character : name
  })
}
