import { type Answer, isObject, textOf } from '#hydrate/api/answer.ts'
import { consentName, type FormSpec } from './form-spec.ts'

/** Messages by the name of their control, and messages (`notes`) about fields that the form does not have. */
export type Refusal = { errors: Record<string, string>; notes: string[] }

/** Returns the messages about a refused entry, only the first of each field. `undefined` when the answer has none. */
export function refusalOf({ isGood, body }: Answer, spec: FormSpec): Refusal | undefined {
  if (isGood || !isObject(body) || !Array.isArray(body.violations)) return undefined
  const refusal: Refusal = { errors: {}, notes: [] }
  for (const violation of body.violations.filter(isObject)) {
    const message = textOf(violation.message).trim()
    const name = controlName(textOf(violation.propertyPath), spec)
    if (message && name) refusal.errors[name] ??= message
    else if (message && !refusal.notes.includes(message)) refusal.notes.push(message)
  }
  return Object.keys(refusal.errors).length + refusal.notes.length > 0 ? refusal : undefined
}

/**
 * Returns the name of a path's control: that of a consent for `consents.x` and `consents[x]`, a field for `files[0]`.
 */
function controlName(path: string, { fields, consents }: FormSpec): string | undefined {
  const [head, next = ''] = path.split(/[.[\]]+/)
  if (head === 'consents') return consents.includes(next) ? consentName(next) : undefined
  return fields.find(({ name }) => name === head)?.name
}
