import type { FieldKind, FormSpec } from './form-spec.ts'
import { emailPattern, nipPattern, phonePattern } from './rules.ts'

const matchesNothing = '(?!)'

const patterns: Partial<Record<FieldKind, string>> = {
  email: emailPattern,
  nip: nipPattern,
  url: String.raw`(?:[hH][tT][tT][pP][sS]?:\/\/)?[^\s@\/][^\s@\/.]*\.[^\s@]{2,}`,
  integer: String.raw`[1-9]\d{0,8}`,
  date: String.raw`\d{4}-\d\d-\d\d`,
}

/** A form whose fields know what their values look like, so that the rules of all forms and locales stay out of the browser. */
export function withPatterns(form: FormSpec, locale: string): FormSpec {
  const fields = form.fields.map((field) => {
    const pattern = field.kind === 'phone' ? (phonePattern(locale) ?? matchesNothing) : patterns[field.kind]
    return pattern ? { ...field, pattern } : field
  })
  return { ...form, fields }
}
