const extendedLatin = ['bs', 'cs', 'hr', 'hu', 'lt', 'lv', 'ro', 'sk', 'sl', 'tr']

/** Files of the font that pages of other languages need than `latin` alone (`templates/fonts.css`). */
const subsets = new Map([
  ...extendedLatin.map((language): [string, string[]] => [language, ['latin', 'latin-ext']]),
  ['pl', ['basic', 'polish']],
  ['en', ['basic']],
])

/** Names of the bundled fonts that every page of a locale needs. */
export function fontFiles(locale: string): string[] {
  const [language = ''] = locale.split('-')
  return (subsets.get(language) ?? ['latin']).map((name) => `font-${name}`)
}
