/** The validation rules of spec §5 as pure functions; each `check…` answers the key of a text, or nothing when the value is good. */

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\-]{0,61}[\p{L}\p{N}])?`

/** For a `pattern` attribute: local part up to 64 characters, a domain whose suffix has 2 to 63 letters (or is its `xn--` form). */
export const emailPattern = String.raw`[^\s@]{1,64}@(?:${label}\.)+(?:\p{L}{2,63}|xn--[A-Za-z0-9\-]{1,59})`

/** For a `pattern` attribute: 10 or 11 digits, dashes anywhere. */
export const nipPattern = String.raw`\p{Pd}*(?:\d\p{Pd}*){10,11}`

const phones: Record<string, { country: string; digits: string }> = {
  pl: { country: '48', digits: '9' },
  de: { country: '49', digits: '10,11' },
  en: { country: '44', digits: '10,11' },
  fr: { country: '33', digits: '9' },
  es: { country: '34', digits: '9' },
}

const gap = String.raw`[\s\p{Pd}\(\)\[\]]*`

/** For a `pattern` attribute: the phone rule of a locale with spaces, dashes and brackets anywhere and `00` for `+`; nothing for an unknown locale. */
export function phonePattern(locale: string): string | undefined {
  const rule = Object.hasOwn(phones, locale) ? phones[locale] : undefined
  if (!rule) return undefined
  const country = rule.country.split('').join(gap)
  return `${gap}(?:\\+|0${gap}0)${gap}${country}${gap}(?:\\d${gap}){${rule.digits}}`
}

function matches(pattern: string, value: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'u').test(value)
}

/** A value of blanks only counts as missing. */
export function checkRequired(value: string): string | undefined {
  return value.trim() ? undefined : 'validation.required'
}

/** At least three characters, blanks at the ends not counted; empty is allowed. */
export function checkMinLength(value: string): string | undefined {
  const { length } = [...value.trim()]
  return length === 0 || length >= 3 ? undefined : 'validation.minLength'
}

/** 6 to 254 characters, local part up to 64, a domain suffix of 2 to 63 letters; empty is allowed. */
export function checkEmail(value: string): string | undefined {
  const text = value.trim()
  if (!text) return undefined
  const isGood = text.length >= 6 && text.length <= 254 && matches(emailPattern, text)
  return isGood ? undefined : 'validation.email'
}

/** Polish tax number: 10 or 11 digits after dashes are removed; empty is allowed. */
export function checkNip(value: string): string | undefined {
  const text = value.trim()
  return !text || matches(nipPattern, text) ? undefined : 'validation.nip'
}

/** Country code and digits of the locale; any other locale is a mismatch. Empty is allowed. */
export function checkPhone(value: string, locale: string): string | undefined {
  if (!value.trim()) return undefined
  const pattern = phonePattern(locale)
  return pattern && matches(pattern, value) ? undefined : 'validation.phone'
}
