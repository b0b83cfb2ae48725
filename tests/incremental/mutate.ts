import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { schemaAt } from './record-schemas.ts'

type Json = Record<string, unknown>
type Contents = Record<string, FixtureLocale>
type Path = (string | number)[]

/** A change of content. `apply` returns changed content and leaves its argument unchanged. */
export type Mutation = { name: string; locale: string; path: Path; apply: (contents: Contents) => Contents }

const otherValues: Record<string, unknown[]> = {
  nodeType: ['article', 'product', 'contact', 'privacy', 'search', 'login', 'faq'],
  action: ['index', 'show'],
  layout: ['home', 'blog', 'search', 'login', 'plain'],
  imagePosition: ['left', 'right', 'top'],
  industry: ['agroCars', 'privateCars', 'other'],
  group: ['top', 'main', 'footer', 'nowhere'],
  target: ['_blank', '_self'],
  nodeReference: [2, 3, 6, 'posts', 'services'],
}
const addresses = new Set(['url', 'seoImageSrc'])
const dates = new Set(['updatedAt', 'publicationDate', 'lastModified', 'validThrough'])

/** Every change of one value: other values, none, `null`, added fields, and list members added, dropped and moved. */
export function mutationsOf(contents: Contents): Mutation[] {
  const fields = fieldsByShape(contents)
  return Object.entries(contents).flatMap(([locale, content]) => {
    const found: Mutation[] = []
    visit(content, [], (path, value) => {
      const add = (what: string, change: (parent: Json, key: string) => void): void => {
        const apply = (all: Contents): Contents => changed(all, [locale, ...path], change)
        if (isValid(apply(contents)[locale], path))
          found.push({ name: `${locale}.${path.join('.')} ${what}`, locale, path, apply })
      }
      if (path.length < 2) return
      if (Array.isArray(value)) addListChanges(value, add)
      else if (typeof value === 'object' && value !== null)
        addLackingFields(value as Json, fields.get(shapeOf(path, content)), add)
      else addValueChanges(String(path.at(-1)), value, add)
      if (isOptional(path)) {
        add('dropped', (parent, key) => delete parent[key])
        add('null', (parent, key) => (parent[key] = null))
      }
    })
    for (const kind of Object.keys(content)) {
      const all = content[kind as keyof FixtureLocale]
      if (!Array.isArray(all)) continue
      addListChanges(all, (what, change) => {
        const apply = (given: Contents): Contents => changed(given, [locale, kind], change)
        found.push({ name: `${locale}.${kind} ${what}`, locale, path: [kind], apply })
      })
    }
    return found
  })
}

type Add = (what: string, change: (parent: Json, key: string) => void) => void

function addValueChanges(key: string, value: unknown, add: Add): void {
  const set = (other: unknown): void => add(`= ${JSON.stringify(other)}`, (parent, name) => (parent[name] = other))
  if (key === 'type' && typeof value === 'string') return
  if (key in otherValues) for (const other of otherValues[key] ?? []) other !== value && set(other)
  else if (addresses.has(key)) set(String(value).startsWith('/media/') ? '/media/other.png' : '/contact')
  else if (dates.has(key)) set('2026-09-08T07:06:05Z')
  else if (key === 'slug') set(value === '/' ? '/home' : `${value}-moved`)
  else if (typeof value === 'number') set(value + 3)
  else if (typeof value === 'boolean') set(!value)
  else if (typeof value === 'string') set(value.startsWith('<') ? `${value}<p>More.</p>` : `${value} changed`)
}

function addListChanges(list: unknown[], add: Add): void {
  const set = (what: string, make: (list: unknown[]) => unknown[]): void =>
    add(what, (parent, key) => (parent[key] = make(structuredClone(parent[key]) as unknown[])))
  if (list.length > 1) set('reversed', (all) => all.reverse())
  if (list.length > 0) set('without its first', (all) => all.slice(1))
  if (list.length > 1) set('without its last', (all) => all.slice(0, -1))
  if (list.length > 0) set('with one more', (all) => [...all, another(all[0])])
}

/** Returns a copy of a member that may be added to the same list. */
function another(member: unknown): unknown {
  if (typeof member !== 'object' || member === null) return member
  const copy = { ...(structuredClone(member) as Json) }
  if ('id' in copy) copy.id = `${copy.id}-another`
  if (typeof copy.slug === 'string')
    copy.slug = `${copy.slug === '/' ? '' : copy.slug}${copy.slug.startsWith('/') ? '/' : '-'}another`
  if (typeof copy.path === 'string') copy.path = `${copy.path}-another`
  return copy
}

function addLackingFields(value: Json, fields: Json | undefined, add: Add): void {
  for (const [field, one] of Object.entries(fields ?? {})) {
    if (field in value) continue
    add(`with ${field}`, (parent, key) => ((parent[key] as Json)[field] = structuredClone(one)))
  }
}

/** Every field that some object of a shape has, with an example value. */
function fieldsByShape(contents: Contents): Map<string, Json> {
  const shapes = new Map<string, Json>()
  for (const content of Object.values(contents)) {
    visit(content, [], (path, value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return
      const shape = shapeOf(path, content)
      shapes.set(shape, { ...(value as Json), ...shapes.get(shape) })
    })
  }
  return shapes
}

/** The kind of an object: its path without positions, with types of blocks instead of their positions. */
function shapeOf(path: Path, content: unknown): string {
  let at = content
  return path
    .map((key) => {
      const isBlock = Array.isArray(at)
      at = (at as Json)[key]
      return isBlock || /^\d+$/.test(String(key)) ? String((at as Json)?.type ?? '') : String(key)
    })
    .join('/')
    .replace(/(\/children\/\w*)+/g, '')
}

function visit(value: unknown, path: Path, look: (path: Path, value: unknown) => void): void {
  if (path.length > 0) look(path, value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    visit(inner, [...path, Array.isArray(value) ? Number(key) : key], look)
}

/** Returns a copy of the contents with one place changed. */
function changed(contents: Contents, path: Path, change: (parent: Json, key: string) => void): Contents {
  const copy = { ...contents }
  let parent = copy as Json
  for (const key of path.slice(0, -1)) {
    const inner = parent[String(key)]
    const own = Array.isArray(inner) ? [...inner] : { ...(inner as Json) }
    parent[String(key)] = own
    parent = own as Json
  }
  const last = String(path.at(-1))
  const value = parent[last]
  parent[last] = typeof value === 'object' && value !== null ? structuredClone(value) : value
  change(parent, last)
  return copy
}

function isOptional(path: Path): boolean {
  return typeof path.at(-1) === 'string' && path.length > 2
}

/** Whether the contract still allows the record that a path leads into. */
function isValid(content: unknown, path: Path): boolean {
  const [kind = '', key = ''] = path
  const record = ((content as Json)[kind] as Json | undefined)?.[key]
  return schemaAt(String(kind)).safeParse(record).success
}
