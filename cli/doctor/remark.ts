import { type Finding, type Findings, SiteError, UsageError } from '#content/finding.ts'

/** Permanent names of what only the doctor tells; `docs/doctor.md` explains each. What a build would tell has the name of its finding. */
export const doctorCodes = [
  'answer-changes',
  'cache-large',
  'charset-wrong',
  'compression-broken',
  'content-type-wrong',
  'cors-headers',
  'cors-method',
  'cors-missing',
  'cors-origin',
  'cors-status',
  'disk-short',
  'document-other',
  'error-in-200',
  'etag-changes',
  'etag-ignored',
  'etag-lies',
  'etag-shared',
  'folder-unwritable',
  'form-missing',
  'hidden-open',
  'html-for-json',
  'id-twice',
  'json-broken',
  'json-cut',
  'last-modified-lies',
  'locale-ignored',
  'locale-missing',
  'no-answer',
  'node-old',
  'not-found',
  'not-modified-always',
  'order-wrong',
  'paging-endless',
  'preview-broken',
  'preview-open',
  'preview-refused',
  'rate-limit-blind',
  'redirect',
  'redirect-elsewhere',
  'search-empty',
  'search-ignores-phrase',
  'search-paged',
  'settings-wrong',
  'slow',
  'slug-encoded',
  'slug-prefixed',
  'status-wrong',
  'token-ignored',
  'token-needed',
  'translations-unpaired',
  'unsteady',
] as const
export type DoctorCode = (typeof doctorCodes)[number]

/** What differs from the contract, and what to do. An error makes a build fail; one that `mayPass` only if the service stays ill. */
export type Remark = {
  code: DoctorCode | Finding['code']
  isError: boolean
  mayPass?: true
  message: string
  hint: string
}

/** What was found at one endpoint in one locale; `locale` is empty where it is of none. */
export type Row = { endpoint: string; locale: string; found: string; remarks: Remark[] }

/** The rows of an examination in the order in which they were begun. */
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

/** Adds a remark to a row, once. */
export function note(row: Row, remark: Remark): void {
  if (!row.remarks.some(({ code, message }) => code === remark.code && message === remark.message))
    row.remarks.push(remark)
}

/** Adds a remark that makes no build fail: its code, what differs, and what to do. */
export type Warn = (code: Remark['code'], message: string, hint: string) => void

/** Warns in a row; messages follow the words of `subject`, where there are any. */
export function warnIn(row: Row, subject?: string): Warn {
  return (code, message, hint) =>
    note(row, { code, isError: false, message: subject === undefined ? message : `${subject} ${message}`, hint })
}

/** Adds what reading has found; with `areErrors: false` nothing of it makes a build fail. */
export function noteFindings(row: Row, { errors, warnings }: Findings, { areErrors = true } = {}): void {
  for (const finding of errors) note(row, remarkOf(finding, areErrors))
  for (const finding of warnings) note(row, remarkOf(finding, false))
}

/** Adds why something of the site or the machine cannot be used; whatever else went wrong is thrown again. */
export function noteFailure(row: Row, error: unknown): void {
  if (error instanceof SiteError) note(row, remarkOf(error.finding, true))
  else if (error instanceof UsageError) {
    const { message, hint = 'Correct it and run the command again.' } = error
    note(row, { code: 'settings-wrong', isError: true, message, hint })
  } else throw error
}

export function remarkOf(
  { code, message, hint = 'docs/findings.md of the tool tells more.' }: Finding,
  isError: boolean,
): Remark {
  return { code, isError, message, hint }
}
