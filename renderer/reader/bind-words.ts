import { unitAtStart } from '#blocks/_shared/figures/units.ts'
import { languageOf } from '#locales/translator.ts'

/** In any language: blanks between a number and a possible unit, between the groups of a number, and after `§`. */
const afterNumber = /(?<=\d) (?=\S)/g
const inNumbers = /(?<=\d) (?=\d{3}(?!\d))|(?<=§) (?=\d)/g
/** Phone numbers with the code of a country or an area, such as `+81 3-1234-5678` and `(030) 23125`. */
const phoneNumbers = /(?<!\d)(?:\+|\(?0)\d[\d ()-]{4,18}\d/g
/** The dash of a range. Without a word joiner a line may end after it. */
const inRanges = /(?<=\d)–(?=\d)/g
/** Number of characters to search for a unit after a number: more than the longest unit and the character after it. */
const longestUnit = 8

/** The blanks at which no line may end, by language. */
const bonds = new Map([
  // Prepositions and conjunctions of one letter.
  ['pl', /(?<=(?<![\p{L}\p{N}])[aiouwz]) (?=\S)/giu],
  ['cs', /(?<=(?<![\p{L}\p{N}])[aiouvksz]) (?=\S)/giu],
  ['sk', /(?<=(?<![\p{L}\p{N}])[aiouvksz]) (?=\S)/giu],
  ['uk', /(?<=(?<![\p{L}\p{N}])[абвжзійоу]) (?=\S)/giu],
  // Abbreviations of two words, such as "z. B.".
  ['de', /(?<=(?<!\p{L})[zdus]\.) (?=[BhaÄo]\.)/gu],
  ['fr', / (?=[:;!?»])|(?<=«) /g],
])

/**
 * Prevents line breaks that the language does not allow: blanks become no-break spaces, and dashes of ranges get a word
 * joiner.
 */
export function bindWords(text: string, locale: string): string {
  const bound = /\d/.test(text) ? bindNumbers(text) : text // most texts have no number
  const own = bonds.get(languageOf(locale))
  return own ? bound.replaceAll(own, '\u00a0') : bound
}

function bindNumbers(text: string): string {
  const hasUnit = (at: number): boolean => unitAtStart.test(text.slice(at, at + longestUnit))
  return text
    .replaceAll(phoneNumbers, bindPhone)
    .replaceAll(afterNumber, (blank, at: number) => (hasUnit(at + 1) ? '\u00a0' : blank))
    .replaceAll(inNumbers, '\u00a0')
    .replaceAll(inRanges, '–\u2060')
}

/** Binds dashes only after a country code. Other numbers with dashes may be those of products, which visitors copy. */
function bindPhone(number: string): string {
  const bound = number.replaceAll(' ', '\u00a0')
  return number.startsWith('+') ? bound.replaceAll('-', '-\u2060') : bound
}
