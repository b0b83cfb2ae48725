import type { EntryFile } from '#demo/database.ts'
import type { RequestBody } from '#demo/read-body.ts'
import { checkText } from '#hydrate/forms/fields/check-field.ts'
import { withPatterns } from '#hydrate/forms/fields/field-patterns.ts'
import { fileCount } from '#hydrate/forms/files/file-rules.ts'
import { consentName, type Field, type FormSpec } from '#hydrate/forms/form-spec.ts'
import { checkUploads, fileLimits, uploadType } from './check-upload.ts'

/** A refused field. `key` names the text with the reason. */
export type Problem = { propertyPath: string; key: string }
/** The result of checking an entry: the fields of the form only, cleaned, and the problems with them. */
export type CheckedEntry = { body: Record<string, unknown>; files: EntryFile[]; problems: Problem[] }

const maxAddressLength = 2000

/**
 * Checks a body by the rules that the browser uses (`hydrate/forms`), and uploads by their content as well. Fields that
 * the form does not have are dropped.
 */
export async function checkEntry(
  form: FormSpec,
  { values, files }: RequestBody,
  locale: string,
): Promise<CheckedEntry> {
  const entry: CheckedEntry = { body: {}, files: [], problems: [] }
  for (const field of withPatterns(form, locale).fields) {
    if (field.kind === 'file' || field.kind === 'files')
      await takeFiles(entry, form, field, files.get(field.name) ?? [])
    else takeValue(entry, field, values.get(field.name) ?? files.get(field.name))
  }
  takeConsents(entry, form, values)
  takeReferral(entry, values.get('referral'))
  return entry
}

function takeValue(entry: CheckedEntry, field: Field, value: unknown): void {
  const text = textOf(value)
  const key = text === undefined ? 'validation.invalid' : problemOf(field, text)
  if (key) entry.problems.push({ propertyPath: field.name, key })
  else if (text) entry.body[field.name] = cleaned(field, text)
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value.replace(/\r\n/g, '\n').trim() : undefined
}

function cleaned(field: Field, text: string): unknown {
  if (field.kind === 'integer') return Number(text)
  return field.kind === 'checkbox' ? isTicked(text) : text
}

function problemOf(field: Field, text: string): string | undefined {
  const key = checkText(field, text)
  if (key === 'validation.tooLong') return 'validation.invalid' // only browsers say by how much it is too long
  return key ?? (text && field.options?.includes(text) === false ? 'validation.invalid' : undefined)
}

function isTicked(value: unknown): boolean {
  return value === true || value === 'true' || value === 'on'
}

function takeConsents(entry: CheckedEntry, form: FormSpec, values: RequestBody['values']): void {
  const missing = form.consents.filter((consent) => !isTicked(values.get(consentName(consent))))
  entry.problems.push(...missing.map((consent) => ({ propertyPath: consentName(consent), key: 'validation.required' })))
  entry.body.consents = Object.fromEntries(form.consents.map((consent) => [consent, true]))
}

function takeReferral(entry: CheckedEntry, value: unknown): void {
  const referral = textOf(value)
  if (referral === undefined || referral.length > maxAddressLength)
    entry.problems.push({ propertyPath: 'referral', key: 'validation.invalid' })
  else entry.body.referral = referral
}

async function takeFiles(entry: CheckedEntry, form: FormSpec, field: Field, chosen: readonly File[]): Promise<void> {
  const isMissing = field.required && chosen.length === 0
  const most = fileCount(form, field, fileLimits.maxCount)
  const key = isMissing ? 'validation.required' : await checkUploads(chosen, most)
  if (key) entry.problems.push({ propertyPath: field.name, key })
  else
    for (const file of chosen) {
      const bytes = Buffer.from(await file.arrayBuffer())
      entry.files.push({ field: field.name, name: file.name, type: uploadType(file), bytes })
    }
}
