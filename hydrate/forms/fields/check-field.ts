import type { Field } from '#hydrate/forms/form-spec.ts'

/**
 * Returns the key of the message about an invalid value, or `undefined` for a valid value (spec §5). A value of only
 * spaces counts as missing. Browsers and the demo service use this function, with fields from `withPatterns`.
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
