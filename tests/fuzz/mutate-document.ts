import type { HostileValues } from './hostile-values.ts'
import { isRawJSON } from './raw-json.ts'

type Json = Record<string, unknown>
/** A value in a document, given by the object or list that contains it. */
type Place = { holder: Json | unknown[]; key: string | number }

const markupFields = new Set(['html', 'answer'])
const addressFields = new Set(['url', 'seoImageSrc', 'target'])
const dateFields = new Set(['updatedAt', 'publicationDate', 'validThrough', 'lastModified'])
/** A change of these fields loses the whole document or block, so it must be rare. */
const decisiveFields = new Set([
  'type',
  'id',
  'nodeType',
  'action',
  'nodeReference',
  'layout',
  'group',
  'industry',
  'imagePosition',
])

/** Returns a copy of a real document with one to eight changes. Its slug only changes with `withSlugs`. */
export function mutateDocument(document: Json, values: HostileValues, { withSlugs }: { withSlugs: boolean }): Json {
  const copy = copyOf(document) as Json
  // Most changes keep the shape, so that the changed document is shown.
  const keepsShape = values.chance(0.75)
  for (let left = 1 + values.upTo(7); left > 0; left -= 1) {
    const places = placesIn(copy, withSlugs)
    if (places.length === 0) break
    const place = values.pick(places)
    if (keepsShape) change(place, values)
    else reshape(place, values)
  }
  return copy
}

/** Like `structuredClone`, but it keeps fields named `__proto__`, and raw numbers. */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isRawJSON(value)) return value
  if (Array.isArray(value)) return value.map(copyOf)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyOf(one)]))
}

function placesIn(document: Json, withSlugs: boolean): Place[] {
  const found: Place[] = []
  const visit = (holder: Json | unknown[]): void => {
    for (const key of Object.keys(holder)) {
      const value = (holder as Json)[key]
      const isSlug = !Array.isArray(holder) && (key === 'slug' || key === 'path')
      if (!isSlug || withSlugs) found.push({ holder, key })
      if (typeof value === 'object' && value !== null && !isRawJSON(value)) visit(value as Json)
    }
  }
  visit(document)
  return found
}

/** Sets another value of the same type. */
function change({ holder, key }: Place, values: HostileValues): void {
  const before = (holder as Json)[key]
  const name = String(key)
  if (decisiveFields.has(name) && !values.chance(0.1)) return
  const set = (value: unknown): void => {
    // A field named `__proto__` must become a field.
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
  }
  if (typeof before === 'number') set(values.number())
  else if (typeof before === 'boolean') set(!before)
  else if (Array.isArray(before))
    set(values.chance(0.5) ? [...before, ...before.map(copyOf)] : before.slice(1).reverse())
  else if (typeof before === 'string') set(otherText(name, before, values))
}

function otherText(name: string, before: string, values: HostileValues): string {
  if (markupFields.has(name)) {
    const at = values.upTo(before.length)
    return values.chance(0.5) ? values.markup() : before.slice(0, at) + values.markup() + before.slice(at)
  }
  if (addressFields.has(name)) return values.address()
  if (dateFields.has(name)) return values.date()
  if (name === 'slug' || name === 'path') return values.slug()
  return values.chance(0.5) ? values.words() : before + values.words()
}

/** Sets a value of any type, adds or removes a field, or adds members. */
function reshape({ holder, key }: Place, values: HostileValues): void {
  const before = (holder as Json)[key]
  const put = (at: Json, name: string, value: unknown): void => {
    Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true })
  }
  const holdsFields = typeof before === 'object' && before !== null && !Array.isArray(before) && !isRawJSON(before)
  values.pick([
    () => put(holder as Json, String(key), values.anything()),
    () => put(holder as Json, String(key), [before]),
    () => (Array.isArray(holder) ? holder.push(copyOf(before)) : delete holder[key]),
    () => holdsFields && put(before as Json, values.name(), values.anything()),
    () => holdsFields && put(before as Json, values.name(), values.anything()),
    () => Array.isArray(before) && put(holder as Json, String(key), Array(60).fill(before).flat().slice(0, 200)),
  ])()
}
