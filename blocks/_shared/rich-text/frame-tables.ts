/** Puts each table into a box that scrolls by keyboard too. Sanitised markup holds `<table` only where an element starts. */
export function frameTables(markup: string, label: string): string {
  const name = label.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const tables = markup.split('</table>').map(markNumbers).join('</table></div>')
  return tables.replaceAll(
    /<table\b/g,
    `<div class="rich-text__scroll" role="group" aria-label="${name}" tabindex="0"><table`,
  )
}

/**
 * Matches a number with what may stand before and after it, as in "−1 240,50 €", or the dash for none. It matches no telephone number with
 * the code of a country or a town, and no date as in "12.03." or "3. Mai".
 */
const number =
  /^(?!\+\d+\s\d|.*\d\.(?:\s|$))(?:[–—-]|[^\p{L}\p{N}]{0,3}(?!0\d)(?:\d{1,3}(?:[\s.,'’]\d{3})+|\d+)(?:[.,]\d+)?(?:\s?[^\d\s]{1,5}){0,2})$/u

/** Such a number may stand among others, but a column of nothing else holds years. */
const year = /^(?:19|20)\d\d$/

/**
 * Marks the cells of columns that hold nothing but numbers, which are set one below the other. The first column names the rows. A table
 * with a cell that spans others stays as it is, because its columns are not known; some editors write a span of 1 into every cell.
 */
function markNumbers(markup: string): string {
  const start = markup.lastIndexOf('<table')
  const table = markup.slice(start)
  if (start < 0 || /\s(?:col|row)span="(?!1")/.test(table)) return markup
  const rows = table.split('<tr').map((row) => row.split(/(?=<t[dh]\b)/))
  const ofNumbers = new Set<number>()
  const ofWords = new Set([1]) // the first column; at 0 is what stands before it
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
