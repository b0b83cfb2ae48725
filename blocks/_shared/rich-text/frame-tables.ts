/** Puts each table, in the language of a locale, into a box that scrolls by keyboard too. Sanitised markup holds `<table` only where an element starts. */
export function frameTables(markup: string, label: string, locale: string): string {
  const name = label.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const tables = markup
    .split('</table>')
    .map((part) => markNumbers(part, locale))
    .join('</table></div>')
  return tables.replaceAll(
    /<table\b/g,
    `<div class="rich-text__scroll" role="group" aria-label="${name}" tabindex="0"><table`,
  )
}

/**
 * A number with what may stand before and after it, as in "−1 240,50 €", or the dash for none. Neither is a telephone number that tells of
 * its country or its town, nor a date as in "12.03." or "3. Mai".
 */
const number =
  /^(?!\+\d+\s\d|.*\d\.(?:\s|$))(?:[–—-]|[^\p{L}\p{N}]{0,3}(?!0\d)(?:\d{1,3}(?:[\s.,'’]\d{3})+|\d+)(?:[.,]\d+)?(?:\s?[^\d\s]{1,5}){0,2})$/u

/** It may be a number among others; a column of nothing but these is one of years. */
const year = /^(?:19|20)\d\d$/

/** Whether a number has the name of a month behind it, as in "14 May" or "3 sept.". */
function isDate(words: string, locale: string): boolean {
  const [, name] = /^\d{1,2}\s(\p{L}+)\.?$/u.exec(words.toLowerCase()) ?? []
  return (
    name !== undefined &&
    Array.from({ length: 12 }).some((_, month) =>
      (['short', 'long'] as const).some((style) =>
        new Intl.DateTimeFormat(locale, { day: 'numeric', month: style })
          .formatToParts(Date.UTC(2000, month, 15))
          .some(({ type, value }) => type === 'month' && value.toLowerCase().replace('.', '') === name),
      ),
    )
  )
}

/**
 * Marks the cells of columns that hold nothing but numbers, which are set one below the other. The first column names the rows. Where a
 * cell spans others, nobody knows the columns; some editors write a span of 1 into every cell.
 */
function markNumbers(markup: string, locale: string): string {
  const start = markup.lastIndexOf('<table')
  const table = markup.slice(start)
  if (start < 0 || /\s(?:col|row)span="(?!1")/.test(table)) return markup
  const rows = table.split('<tr').map((row) => row.split(/(?=<t[dh]\b)/))
  const ofNumbers = new Set<number>()
  const ofWords = new Set([1]) // at 0 is what stands before the first cell
  for (const row of rows)
    for (const [at, cell] of row.entries()) {
      const words = cell
        .replaceAll(/<[^<>]*>/g, '')
        .replaceAll('&nbsp;', ' ')
        .trim() // browsers write it so
      if (cell.startsWith('<td') && words && !year.test(words))
        (number.test(words) && !isDate(words, locale) ? ofNumbers : ofWords).add(at)
    }
  const mark = (cell: string, at: number): string =>
    ofNumbers.has(at) && !ofWords.has(at) ? `${cell.slice(0, 3)} data-number=""${cell.slice(3)}` : cell
  return markup.slice(0, start) + rows.map((row) => row.map(mark).join('')).join('<tr')
}
