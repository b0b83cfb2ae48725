import { type Answer, isObject, textOf } from '#hydrate/api/answer.ts'
import { consentName, type FormSpec } from './form-spec.ts'

/** Messages by the name of their control, and messages (`notes`) about fields that the form does not have. */
export type Refusal = { errors: Record<string, string>; notes: string[] }

/** Returns the messages about a refused entry, those of a field as one text. `undefined` when the answer has none. */
export function refusalOf({ isGood, body }: Answer, spec: FormSpec): Refusal | undefined {
  if (isGood || !isObject(body) || !Array.isArray(body.violations)) return undefined
  const errors: Refusal['errors'] = {}
  const notes: Refusal['notes'] = []
  for (const violation of body.violations.filter(isObject)) {
    const message = textOf(violation.message).trim()
    const name = controlName(textOf(violation.propertyPath), spec)
    const said = name ? (errors[name] ?? '') : notes
    if (!message || said.includes(message)) continue
    if (name) errors[name] = `${said} ${message}`.trim()
    else notes.push(message)
  }
  return Object.keys(errors).length + notes.length > 0 ? { errors, notes } : undefined
}

/**
 * Returns the name of a path's control: that of a consent for `consents.x` and `consents[x]`, a field for `files[0]`.
 */
function controlName(path: string, { fields, consents }: FormSpec): string | undefined {
  const [head, next = ''] = path.split(/[.[\]]+/)
  if (head === 'consents') return consents.includes(next) ? consentName(next) : undefined
  return fields.find(({ name }) => name === head)?.name
}
