import type { FieldKind, FormSpec } from '#hydrate/forms/form-spec.ts'

/** The rules of spec §5 as patterns for browsers and services. A whole value, without spaces around it, must match. */

/** With vowel signs (`\p{M}`), without which many languages cannot be written. */
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\-]{0,61}[\p{L}\p{M}\p{N}])?`
const leapYear = String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)`
const day = String.raw`(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31`

const patterns: Partial<Record<FieldKind, string>> = {
  /** A local part of up to 64 characters, and a domain whose suffix has 2 to 63 letters or is in its `xn--` form. */
  email: String.raw`[^\s@]{1,64}@(?:${label}\.)+(?:\p{L}[\p{L}\p{M}]{1,62}|xn--[A-Za-z0-9\-]{1,59})`,
  /** Polish tax number: 10 or 11 digits, dashes anywhere. */
  nip: String.raw`\p{Pd}*(?:\d\p{Pd}*){10,11}`,
  url: String.raw`(?:[hH][tT][tT][pP][sS]?:\/\/)?[^\s@\/][^\s@\/.]*\.[^\s@]{2,}`,
  integer: String.raw`[1-9]\d{0,8}`,
  /** An existing day. */
  date: String.raw`\d{4}-(?:${day})|${leapYear}-02-29`,
  time: String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?`,
}

const phones: Record<string, { country: string; digits: string }> = {
  pl: { country: '48', digits: '9' },
  de: { country: '49', digits: '10,11' },
  en: { country: '44', digits: '10,11' },
  fr: { country: '33', digits: '9' },
  es: { country: '34', digits: '9' },
}

/** With invisible marks of direction (`\p{Cf}`), which come along when a number is copied from a list of contacts. */
const gap = String.raw`[\s\p{Pd}\p{Cf}\(\)\[\]]*`
const matchesNothing = '(?!)'

/**
 * Returns the pattern of phone numbers of a language: its country code after `+` or `00` and its number of digits, with
 * spaces, dashes and brackets anywhere. For an unknown language nothing matches.
 */
function phonePattern(locale: string): string {
  const rule = phones[locale.slice(0, 2)]
  if (!rule) return matchesNothing
  const country = rule.country.split('').join(gap)
  return `${gap}(?:\\+|0${gap}0)${gap}${country}${gap}(?:\\d${gap}){${rule.digits}}`
}

/** Adds patterns to the fields of a form, so that browsers need not load the rules of other forms and locales. */
export function withPatterns(form: FormSpec, locale: string): FormSpec {
  const fields = form.fields.map((field) => {
    const pattern = field.kind === 'phone' ? phonePattern(locale) : patterns[field.kind]
    return pattern ? { ...field, pattern } : field
  })
  return { ...form, fields }
}
