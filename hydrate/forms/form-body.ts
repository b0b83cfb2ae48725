import type { FormSpec } from './form-spec.ts'

/** The values that were filled into a form: words trimmed, empty values left out. */
export function filledIn(all: FormData): FormData {
  const data = new FormData()
  for (const [name, value] of all) {
    const filled = typeof value === 'string' ? value.trim() : value.name && value
    if (filled) data.append(name, filled)
  }
  return data
}

/** What a form sends of what was filled in (content API, "Writing"): multipart when files were chosen, else JSON. */
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
