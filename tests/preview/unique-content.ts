import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { load } from 'js-yaml'
import type { FieldRead } from '#preview/panel-data.ts'

type Json = Record<string, unknown>
export type Field = Pick<FieldRead, 'record' | 'path'>

/** A word of this form occurs in one field only, so that it identifies the field of a text. */
export const wordPattern = /zq\d+x/g

const collections: Record<string, string> = { 'job-offers': 'job_offers' }
const lists: Record<string, string> = {
  'contact-people.yaml': 'contact_people',
  'product-categories.yaml': 'product_categories',
}
const wordy =
  /(^|\.)(title|subtitle|description|headline|lead|author|name|question|answer|html|alt|caption|position|region|address|location)$/

/** Copies the demo content with a unique word in every text that pages show. Returns the field of each word. */
export function copyUnique(from: string, to: string): Map<string, Field> {
  const fields = new Map<string, Field>()
  const note = (field: Field): string => {
    const word = `zq${fields.size}x`
    fields.set(word, field)
    return word
  }
  cpSync(from, to, { recursive: true })
  for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.yaml') || file.includes('hidden-pages')) continue
    const content = load(readFileSync(join(from, file), 'utf8'))
    writeFileSync(join(to, file), JSON.stringify(uniqueFile(file, content, note)))
  }
  return fields
}

function uniqueFile(file: string, content: unknown, note: (field: Field) => string): unknown {
  const locale = file.split('/')[0] ?? ''
  const name = basename(file)
  if (name === 'menus.yaml') {
    const counts = new Map<string, number>()
    return (content as Json[]).map((item) => {
      const group = String(item.group)
      const at = counts.get(group) ?? 0
      counts.set(group, at + 1)
      return unique(item, { record: `${locale}/menus`, path: `${group}[${at}]` }, note)
    })
  }
  if (name === 'nodes.yaml') {
    return (content as Json[]).map((item) =>
      unique(item, { record: `${locale}/sitemap_nodes/${item.slug}`, path: '' }, note),
    )
  }
  const list = lists[name]
  if (list)
    return (content as Json[]).map((item) => unique(item, { record: `${locale}/${list}/${item.id}`, path: '' }, note))
  const folder = basename(dirname(file))
  const document = content as Json
  return unique(document, { record: `${locale}/${collections[folder] ?? folder}/${document.id}`, path: '' }, note)
}

function unique(value: unknown, field: Field, note: (field: Field) => string): unknown {
  const { record, path } = field
  if (typeof value === 'string') {
    if (!value.trim() || !wordy.test(path)) return value
    const add = (text: string): string => (text.trim() ? `${text} ${note(field)}` : text)
    if (!/(^|\.)(html|answer)$/.test(path)) return add(value)
    return value.replaceAll(/(^|>)([^<]+)/g, (_, before, text) => `${before}${add(text)}`)
  }
  if (Array.isArray(value)) return value.map((item, at) => unique(item, { record, path: `${path}[${at}]` }, note))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      unique(part, { record, path: path ? `${path}.${name}` : name }, note),
    ]),
  )
}
