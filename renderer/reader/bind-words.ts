/** In any language: a number and its unit, and the groups of a number. */
const bonds = [
  String.raw`(?<=\d) (?=(?:km\/h|[kcmµ]?[mgl]|k?Wh?|kWh|[KMGT]B|h|s|min|t|ha|°C|°|%|‰|€|£|\$|zł|PLN|EUR|Mio|Mrd|Uhr|Std|mln|tys)(?![\p{L}\d]))`,
  String.raw`(?<=\d) (?=\d{3}(?!\d))`,
  String.raw`(?<=§) (?=\d)`,
]

/** What no line of the language ends with, or begins with. */
const bondsOf: Record<string, string[]> = {
  // Prepositions and conjunctions of one letter.
  pl: [String.raw`(?<=(?<![\p{L}\p{N}])[aiouwz]) (?=\S)`],
  cs: [String.raw`(?<=(?<![\p{L}\p{N}])[aiouvksz]) (?=\S)`],
  de: [String.raw`(?<=(?<!\p{L})[zdus]\.) (?=[BhaÄo]\.)`],
  fr: [` (?=[:;!?»])`, `(?<=«) `],
}

const known = new Map<string, RegExp>()

/** Keeps together what the language does not part at the end of a line: blanks become no-break spaces, nothing else changes. */
export function bindWords(text: string, locale: string): string {
  const [language = ''] = locale.split('-')
  const bond = known.get(language) ?? new RegExp([...bonds, ...(bondsOf[language] ?? [])].join('|'), 'giu')
  known.set(language, bond)
  return text.replaceAll(bond, '\u00a0')
}
