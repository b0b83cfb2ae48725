/**
 * Puts each table into a box that can also be scrolled with the keyboard. In sanitised markup `<table` is always the
 * start of an element.
 */
export function frameTables(markup: string, label: string): string {
  const name = label.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const tables = markup.split('</table>').map(markNumbers).join('</table></div>')
  return tables.replaceAll(
    /<table\b/g,
    `<div class="rich-text__scroll" role="group" aria-label="${name}" tabindex="0"><table`,
  )
}

/**
 * Matches a number with its sign and unit, such as "−1 240,50 €", or a dash that means none. It does not match phone
 * numbers with a country code or an area code, nor dates such as "12.03." or "3. Mai".
 */
const number =
  /^(?!\+\d+\s\d|.*\d\.(?:\s|$))(?:[–—-]|[^\p{L}\p{N}]{0,3}(?!0\d)(?:\d{1,3}(?:[\s.,'’]\d{3})+|\d+)(?:[.,]\d+)?(?:\s?[^\d\s]{1,5}){0,2})$/u

/** A number that may be a year. A column of numbers may contain it, but a column of nothing else holds years. */
const year = /^(?:19|20)\d\d$/

/**
 * Marks the cells of columns that hold nothing but numbers, so that they can be aligned. The first column is never
 * marked, because it names the rows. A table with a cell that spans others is left as it is, because its columns are
 * not known. Spans of 1 do not count: some editors write them into every cell.
 */
function markNumbers(markup: string): string {
  const start = markup.lastIndexOf('<table')
  const table = markup.slice(start)
  if (start < 0 || /\s(?:col|row)span="(?!1")/.test(table)) return markup
  const rows = table.split('<tr').map((row) => row.split(/(?=<t[dh]\b)/))
  const ofNumbers = new Set<number>()
  const ofWords = new Set([1]) // the first column; index 0 is the markup before it
  for (const row of rows)
    for (const [at, cell] of row.entries()) {
      const words = cell
        .replaceAll(/<[^<>]*>/g, '')
        .replaceAll('&nbsp;', ' ')
        .trim() // browsers write a no-break space as `&nbsp;`
      if (cell.startsWith('<td') && words && !year.test(words)) (number.test(words) ? ofNumbers : ofWords).add(at)
    }
  const mark = (cell: string, at: number): string =>
    ofNumbers.has(at) && !ofWords.has(at) ? `${cell.slice(0, 3)} data-number=""${cell.slice(3)}` : cell
  return markup.slice(0, start) + rows.map((row) => row.map(mark).join('')).join('<tr')
}
