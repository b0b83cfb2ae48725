import { isObject, textOf } from '#hydrate/call-api.ts'
import { consentName, type FormSpec } from './form-spec.ts'

/** Messages by the name of their control, and those whose field the form does not have. */
export type Refusal = { errors: Record<string, string>; notes: string[] }

/** The violations of a refused entry, the first of each field; nothing when the answer holds none. */
export function refusalOf(body: unknown, spec: FormSpec): Refusal | undefined {
  const violations = isObject(body) && Array.isArray(body.violations) ? body.violations.filter(isObject) : []
  if (violations.length === 0) return undefined
  const refusal: Refusal = { errors: {}, notes: [] }
  for (const { propertyPath, message } of violations) {
    const name = controlName(textOf(propertyPath), spec)
    if (name) refusal.errors[name] ??= textOf(message)
    else refusal.notes.push(textOf(message))
  }
  return refusal
}

/** `consents.x` and `consents[x]` are the box of that consent; `files[0]` and `email.value` are their fields. */
function controlName(path: string, { fields, consents }: FormSpec): string | undefined {
  const [head, next = ''] = path.split(/[.[\]]+/)
  if (head === 'consents') return consents.includes(next) ? consentName(next) : undefined
  return fields.find(({ name }) => name === head)?.name
}
