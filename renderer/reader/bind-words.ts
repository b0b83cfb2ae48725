import { unitAtStart } from '#blocks/_shared/figures/units.ts'

/** In any language: blanks between a number and what may be its unit, between the groups of a number, and after `§`. */
const afterNumber = /(?<=\d) (?=\S)/g
const inNumbers = /(?<=\d) (?=\d{3}(?!\d))|(?<=§) (?=\d)/g
/** The dash of a range, after which lines may end otherwise. */
const inRanges = /(?<=\d)–(?=\d)/g
/** How many signs after a number are looked at: more than the longest unit has, with the sign after it. */
const longestUnit = 8

/** By language, the blanks at which no line may end. */
const bonds = new Map([
  // Prepositions and conjunctions of one letter.
  ['pl', /(?<=(?<![\p{L}\p{N}])[aiouwz]) (?=\S)/giu],
  ['cs', /(?<=(?<![\p{L}\p{N}])[aiouvksz]) (?=\S)/giu],
  // Abbreviations of two words, such as "z. B.".
  ['de', /(?<=(?<!\p{L})[zdus]\.) (?=[BhaÄo]\.)/gu],
  ['fr', / (?=[:;!?»])|(?<=«) /g],
])

/** Keeps together what the language does not part at the end of a line: blanks become no-break spaces, dashes of ranges get a word joiner. */
export function bindWords(text: string, locale: string): string {
  const [language = ''] = locale.split('-')
  const bound = /\d/.test(text) ? bindNumbers(text) : text // most texts have no number
  const own = bonds.get(language)
  return own ? bound.replaceAll(own, '\u00a0') : bound
}

function bindNumbers(text: string): string {
  const hasUnit = (at: number): boolean => unitAtStart.test(text.slice(at, at + longestUnit))
  return text
    .replaceAll(afterNumber, (blank, at: number) => (hasUnit(at + 1) ? '\u00a0' : blank))
    .replaceAll(inNumbers, '\u00a0')
    .replaceAll(inRanges, '–\u2060')
}
