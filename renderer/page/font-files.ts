const extendedLatin = ['bs', 'cs', 'hr', 'hu', 'lt', 'lv', 'ro', 'sk', 'sl', 'tr']

/** Names of the bundled fonts that every page of a locale needs (`templates/fonts/fonts.css`). */
export function fontFiles(locale: string): string[] {
  const [language = ''] = locale.split('-')
  const further = language === 'pl' ? ['font-polish'] : extendedLatin.includes(language) ? ['font-latin-ext'] : []
  return ['font-basic', ...further]
}
