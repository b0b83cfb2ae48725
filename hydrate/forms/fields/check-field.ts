import type { Field } from '#hydrate/forms/form-spec.ts'

/**
 * Key of the text that says what is wrong with a value; `undefined` when nothing is (spec §5). A value of blanks only counts as missing.
 * Browsers and the demo service judge by it, each with the field as `withPatterns` gives it.
 */
export function checkText({ kind, required, minLength, maxLength, pattern }: Field, value: string): string | undefined {
  const text = value.trim()
  if (!text) return required && 'validation.required'
  const ownMessage = /email|phone|nip/.test(kind) ? `validation.${kind}` : undefined
  if (maxLength && text.length > maxLength) return kind === 'email' ? ownMessage : 'validation.tooLong'
  const isGood = !/[^\P{Cc}\n\t]/u.test(text) && (!pattern || new RegExp(`^(?:${pattern})$`, 'u').test(text))
  if (!isGood) return ownMessage ?? 'validation.invalid'
  return minLength === 3 && [...text].length < 3 ? 'validation.minLength' : undefined
}
