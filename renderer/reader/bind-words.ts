/** In any language: a number and its unit, the groups of a number, a paragraph and its number. */
const inNumbers =
  /(?<=\d) (?=(?:km\/h|[kcmµ]?[mgl]|k?Wh?|[mk]?[AV]|[KMGT]B|h|s|min|t|ha|°C|°|%|‰|€|£|\$|zł|PLN|EUR|Mio|Mrd|Uhr|Std|mln|tys)(?![\p{L}\d]))|(?<=\d) (?=\d{3}(?!\d))|(?<=§) (?=\d)/gu

/** By language, words that no line may end with, or begin with. */
const bonds = new Map([
  // Prepositions and conjunctions of one letter.
  ['pl', /(?<=(?<![\p{L}\p{N}])[aiouwz]) (?=\S)/giu],
  ['cs', /(?<=(?<![\p{L}\p{N}])[aiouvksz]) (?=\S)/giu],
  // Abbreviations of two words, such as "z. B.".
  ['de', /(?<=(?<!\p{L})[zdus]\.) (?=[BhaÄo]\.)/gu],
  ['fr', / (?=[:;!?»])|(?<=«) /g],
])

/** Keeps together what the language does not part at the end of a line: blanks become no-break spaces, nothing else changes. */
export function bindWords(text: string, locale: string): string {
  const [language = ''] = locale.split('-')
  const bound = /[\d§]/.test(text) ? text.replaceAll(inNumbers, '\u00a0') : text // most texts have no number
  const own = bonds.get(language)
  return own ? bound.replaceAll(own, '\u00a0') : bound
}
