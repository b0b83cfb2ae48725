import { type Field, type FormSpec, fileCount } from './form-spec.ts'
import {
  checkEmail,
  checkFiles,
  checkMinLength,
  checkNip,
  checkPhone,
  checkRequired,
  type FileLimits,
} from './rules.ts'
import { isWhatItIsNamed } from './sniff-file.ts'

export type CheckRules = { spec: FormSpec; locale: string; files: FileLimits }

/** Key of the text that says what is wrong with a typed value, or nothing. */
export function checkText(field: Field, value: string, locale: string): string | undefined {
  const text = value.trim()
  if (!text) return field.required && checkRequired(text)
  if (text.length > (field.maxLength ?? text.length)) return 'validation.invalid'
  return checkKind(field, text, locale) ?? (field.minLength === 3 ? checkMinLength(text) : undefined)
}

function checkKind({ kind }: Field, text: string, locale: string): string | undefined {
  if (kind === 'email') return checkEmail(text)
  if (kind === 'phone') return checkPhone(text, locale)
  if (kind === 'nip') return checkNip(text)
  const pattern = patterns[kind]
  return !pattern || pattern.test(text) ? undefined : 'validation.invalid'
}

const patterns: Partial<Record<Field['kind'], RegExp>> = {
  url: /^(?:https?:\/\/)?[^\s@/]+\.[^\s@]{2,}$/i,
  integer: /^[1-9]\d{0,8}$/,
  date: /^\d{4}-\d\d-\d\d$/,
}

/** The same for chosen files: their number, names, sizes, then whether their first bytes are what their names say. */
export async function checkChosen(
  field: Field,
  chosen: readonly File[],
  { spec, files }: CheckRules,
): Promise<string | undefined> {
  if (chosen.length === 0) return field.required && 'validation.required'
  const problem = checkFiles(chosen, { ...files, maxCount: fileCount(spec, field, files.maxCount) })
  if (problem) return problem
  const areGood = await Promise.all(chosen.map(isWhatItIsNamed))
  return areGood.every(Boolean) ? undefined : 'validation.fileFormat'
}
