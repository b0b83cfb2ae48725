import type { FormSpec } from './form-spec.ts'

/** What a form sends (content API, "Writing"): multipart when files were chosen, else JSON; empty values are left out. */
export function formBody(data: FormData, spec: FormSpec): FormData | string {
  const entries = [...data].filter(([, value]) => (typeof value === 'string' ? value.trim() : value.name))
  if (entries.some(([, value]) => typeof value !== 'string')) return multipart(entries)
  const consents: Record<string, true> = {}
  const body: Record<string, unknown> = { consents }
  for (const [name, value] of entries) {
    const consent = /^consents\[(.+)]$/.exec(name)?.[1]
    if (consent) consents[consent] = true
    else body[name] = typed(spec, name, String(value).trim())
  }
  return JSON.stringify(body)
}

function multipart(entries: [string, FormDataEntryValue][]): FormData {
  const body = new FormData()
  for (const [name, value] of entries) body.append(name, typeof value === 'string' ? value.trim() : value)
  return body
}

function typed({ fields }: FormSpec, name: string, value: string): unknown {
  const kind = fields.find((field) => field.name === name)?.kind
  if (kind === 'integer') return Number(value)
  return kind === 'checkbox' ? true : value
}
