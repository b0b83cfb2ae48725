import { decodeHTMLStrict } from 'entities/decode'

const characterName = /&#?[a-z0-9]+;/gi
const beyondAscii = /^[^\0-\x7f]+$/

/**
 * HTML with the characters beyond ASCII that editors write by name or number (`&oacute;`, `&nbsp;`, `&#8211;`) written as themselves.
 * It means the same; words with such letters can then be hyphenated.
 */
export function decodeCharacters(html: string): string {
  if (!html.includes('&')) return html
  return html.replaceAll(characterName, (name) => {
    const character = decodeHTMLStrict(name)
    return beyondAscii.test(character) ? character : name
  })
}
