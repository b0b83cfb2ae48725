import { styleText } from 'node:util'
import { hidePasswords } from '#content/wording/hide-passwords.ts'
import { withVisibleControls } from '#content/wording/visible-controls.ts'
import type { Remark, Row } from './remark.ts'

const maxPerCode = 3

type Cells = Omit<Row, 'remarks'>

/**
 * Prints what was found as a table for people: one row for each endpoint and locale, followed by what differs and what
 * to do.
 */
export function printRows(rows: Row[], stream: NodeJS.WriteStream): void {
  const isOfLocales = rows.some(({ locale }) => locale)
  const head = { endpoint: isOfLocales ? 'endpoint' : 'checked', locale: 'locale', found: 'found' }
  const [endpoints, locales] = [widthOf([head, ...rows], 'endpoint'), widthOf([head, ...rows], 'locale')]
  const inColumns = ({ endpoint, locale, found }: Cells): string =>
    [endpoint.padEnd(endpoints), ...(isOfLocales ? [locale.padEnd(locales)] : []), safe(found)].join('  ')
  stream.write(`${styleText('dim', inColumns(head), { stream })}\n`)
  for (const { remarks, ...cells } of rows) {
    stream.write(`${inColumns(cells)}\n`)
    for (const ofOneKind of Map.groupBy(remarks, ({ code }) => code).values()) {
      const shown = ofOneKind.slice(0, maxPerCode)
      for (const [at, remark] of shown.entries()) stream.write(formatRemark(remark, shown[at + 1], stream))
      const rest = ofOneKind.length - maxPerCode
      if (rest > 0) stream.write(`  … and ${rest} more [${ofOneKind[0]?.code}], see --json\n`)
    }
  }
}

/** Formats a remark. If the next remark has the same hint, the hint is printed below that one only. */
function formatRemark(
  { code, isError, message, hint }: Remark,
  next: Remark | undefined,
  stream: NodeJS.WriteStream,
): string {
  const kind = isError ? styleText('red', 'error  ', { stream }) : styleText('yellow', 'remark ', { stream })
  return `  ${kind} ${safe(message)} [${code}]\n${hint === next?.hint ? '' : `          ${safe(hint)}\n`}`
}

/** Makes control characters visible and hides passwords, because the text may contain words of a service. */
function safe(text: string): string {
  return withVisibleControls(hidePasswords(text))
}

function widthOf(rows: Cells[], column: 'endpoint' | 'locale'): number {
  return Math.max(...rows.map((row) => row[column].length))
}
