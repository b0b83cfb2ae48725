import { type Finding, type Findings, SiteError, UsageError } from '#content/finding.ts'
import { type hintedByCase, hints } from './hints.ts'

type HintedCode = keyof typeof hints
type Code = HintedCode | (typeof hintedByCase)[number] | Finding['code']

/**
 * A difference from the contract, and what to do about it. An error makes a build fail. An error that `mayPass` does so
 * only if the service keeps failing.
 */
export type Remark = {
  code: Code
  isError: boolean
  mayPass?: true
  message: string
  hint: string
}

/** What was found at one endpoint in one locale. `locale` is empty if the endpoint does not depend on a locale. */
export type Row = { endpoint: string; locale: string; found: string; remarks: Remark[] }

/** The rows of an examination, in the order in which they were first used. */
export class Rows {
  readonly #rows = new Map<string, Row>()

  of(endpoint: string, locale = ''): Row {
    const key = `${endpoint} ${locale}`
    const row = this.#rows.get(key) ?? { endpoint, locale, found: '', remarks: [] }
    this.#rows.set(key, row)
    return row
  }

  get all(): Row[] {
    return [...this.#rows.values()]
  }
}

/** Adds a remark to a row, unless the row already has it. */
export function note(row: Row, remark: Remark): void {
  const isReported = row.remarks.some(({ code, message }) => code === remark.code && message === remark.message)
  if (!isReported) row.remarks.push(remark)
}

/**
 * A remark as checks pass it: its code, its message, and a hint. Without a hint, that of the code in `hints` is used.
 */
export type RemarkArgs =
  | readonly [code: HintedCode, message: string]
  | readonly [code: Code, message: string, hint: string]

/** Makes a remark. The words of `subject`, if there are any, precede its message. */
export function createRemark([code, message, hint]: RemarkArgs, subject?: string): Remark {
  const words = subject === undefined ? message : `${subject} ${message}`
  return { code, isError: false, message: words, hint: hint ?? hints[code as HintedCode] } // `RemarkArgs` guarantees a hint
}

/** Adds a remark that does not make a build fail. */
export type Warn = (...parts: RemarkArgs) => void

/** Returns a function that adds warnings to a row. The words of `subject`, if there are any, precede each message. */
export function warnIn(row: Row, subject?: string): Warn {
  return (...parts) => note(row, createRemark(parts, subject))
}

/**
 * Adds each finding to its row. With `areErrors: false`, none of them makes a build fail. Findings of reads that failed
 * have no message, because the row of the read says why.
 */
export function noteFindings(
  rowOf: (finding: Finding) => Row,
  { errors, warnings }: Findings,
  { areErrors = true } = {},
): void {
  for (const finding of errors.filter(({ message }) => message)) note(rowOf(finding), remarkOf(finding, areErrors))
  for (const finding of warnings) note(rowOf(finding), remarkOf(finding, false))
}

/** Notes why something of the site or the machine cannot be used. Throws any other error again. */
export function noteFailure(row: Row, error: unknown): void {
  if (error instanceof SiteError) note(row, remarkOf(error.finding, true))
  else if (error instanceof UsageError) {
    const { message, hint = 'Fix it and run the command again.' } = error
    note(row, { code: 'settings-wrong', isError: true, message, hint })
  } else throw error
}

export function remarkOf(
  { code, message, hint = 'See docs/findings.md of the tool.' }: Finding,
  isError: boolean,
): Remark {
  return { code, isError, message, hint }
}
