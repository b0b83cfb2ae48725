import type { FormSpec } from './form-spec.ts'

/** Returns the values of a form, with trimmed texts and without empty values. */
export function filledIn(all: FormData): FormData {
  const data = new FormData()
  for (const [name, value] of all) {
    const filled = typeof value === 'string' ? value.trim() : value.name && value
    if (filled) data.append(name, filled)
  }
  return data
}

/** Returns the body of a form's request (content API, "Writing"): multipart if files were chosen, otherwise JSON. */
export function formBody(data: FormData, spec: FormSpec): FormData | string {
  const consents: Record<string, true> = {}
  const body: Record<string, unknown> = { consents }
  for (const [name, value] of data) {
    if (typeof value !== 'string') return data
    const consent = /^consents\[(.+)]$/.exec(name)?.[1]
    if (consent) consents[consent] = true
    else body[name] = typed(spec, name, value)
  }
  return JSON.stringify(body)
}

function typed({ fields }: FormSpec, name: string, value: string): unknown {
  const kind = fields.find((field) => field.name === name)?.kind
  if (kind === 'integer') return Number(value)
  return kind === 'checkbox' ? true : value
}
