/** Why a page was rendered. */
export type Reason =
  /** The last build had no page with this file. `from` is the old address of a page that has moved. */
  | { kind: 'new'; from?: string }
  /** Something other than a build changed or removed the file of the page. */
  | { kind: 'file' }
  /** A reason that does not depend on the page's questions. `why` explains it in a sentence. */
  | { kind: 'all'; why: string }
  | { kind: 'answer'; question: string; changes: FieldChange[] }

/**
 * A changed field of an answer. `was` and `is` are the old and the new value as JSON text, cut off if long. `path` is
 * empty if the whole answer changed. `inside` is the id of the nearest object around the field that has an id. `item`
 * names a member of a list that was added, removed or moved. `was` and `is` are then the value of the member, or its
 * old and its new place, counted from 1.
 */
export type FieldChange = { path: string; inside?: string; item?: ItemChange } & Values
type Values = { was?: string; is?: string }
export type ItemChange = { name: string; change: 'added' | 'removed' | 'moved' }

const maxChanges = 10
const maxValueLength = 200

/** Returns the first differences between an old and a new answer, both given as JSON text. */
export function compareAnswers(was: string, is: string): FieldChange[] {
  const changes: FieldChange[] = []
  compare(parse(was), parse(is), { path: '' }, changes)
  return changes.slice(0, maxChanges)
}

type Spot = Pick<FieldChange, 'path' | 'inside'>

function compare(was: unknown, is: unknown, spot: Spot, changes: FieldChange[]): void {
  if (Object.is(was, is) || changes.length >= maxChanges) return
  if (Array.isArray(was) && Array.isArray(is)) compareLists(was, is, spot, changes)
  else if (isFields(was) && isFields(is)) compareFields(was, is, spot, changes)
  else changes.push({ ...spot, was: brief(was), is: brief(is) })
}

type Fields = Record<string, unknown>

function compareFields(was: Fields, is: Fields, spot: Spot, changes: FieldChange[]): void {
  const before = spot.path === '' ? '' : `${spot.path}.`
  const inside = before !== '' && typeof is.id === 'string' ? { inside: is.id } : {}
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    compare(own(was, key), own(is, key), { ...spot, ...inside, path: `${before}${key}` }, changes)
  }
}

/** Compares lists place by place, or, if all members have names, by which were added, removed, moved or changed. */
function compareLists(was: unknown[], is: unknown[], spot: Spot, changes: FieldChange[]): void {
  const byPlace: FieldChange[] = []
  for (let at = 0; at < Math.max(was.length, is.length); at += 1)
    compare(was[at], is[at], { ...spot, path: `${spot.path}[${at}]` }, byPlace)
  const [before, after] = byPlace.length === 0 ? [] : [namesOf(was), namesOf(is)]
  if (before && after) compareItems(before, after, spot, changes)
  else changes.push(...byPlace)
}

const nameFields = ['id', 'locale', 'hreflang', 'slug']

type Items = Map<string, { item: unknown; at: number }>

/**
 * The members of a list by name, which is their text, id, locale, language or slug. Undefined if a member has no name
 * or two members have the same.
 */
function namesOf(list: unknown[]): Items | undefined {
  const items: Items = new Map()
  for (const [at, item] of list.entries()) {
    const name = isFields(item)
      ? nameFields.map((field) => own(item, field)).find((value) => value !== undefined)
      : item
    if (typeof name !== 'string' || items.has(name)) return undefined
    items.set(name, { item, at })
  }
  return items
}

function compareItems(was: Items, is: Items, spot: Spot, changes: FieldChange[]): void {
  const add = (name: string, change: ItemChange['change'], more: Values) =>
    changes.push({ ...spot, item: { name, change }, ...more })
  for (const [name, { item }] of was)
    if (!is.has(name)) add(name, 'removed', typeof item === 'string' ? {} : { was: brief(item) })
  for (const [name, { item }] of is)
    if (!was.has(name)) add(name, 'added', typeof item === 'string' ? {} : { is: brief(item) })
  for (const name of movedNames(was, is))
    add(name, 'moved', { was: String((was.get(name)?.at ?? 0) + 1), is: String((is.get(name)?.at ?? 0) + 1) })
  for (const [name, { item, at }] of is) {
    const before = was.get(name)
    if (before) compare(before.item, item, { ...spot, path: `${spot.path}[${at}]` }, changes)
  }
}

/** The smallest set of members that must have moved to explain the new order of the members that both lists have. */
function movedNames(was: Items, is: Items): string[] {
  const stayed = [...is.keys()].filter((name) => was.has(name))
  const order = stayed.map((name) => was.get(name)?.at ?? 0)
  const best: number[] = [] // `best[n]`: the index where the rising sequence of n + 1 places with the lowest end ends
  const previous: (number | undefined)[] = []
  for (const [at, place] of order.entries()) {
    let length = best.findIndex((end) => (order[end] ?? 0) > place)
    if (length < 0) length = best.length
    previous[at] = best[length - 1]
    best[length] = at
  }
  const kept = new Set<number>()
  for (let at = best.at(-1); at !== undefined; at = previous[at]) kept.add(at)
  return stayed.filter((_, at) => !kept.has(at))
}

/** A field of content. Content may have a field with a name that every object inherits, such as "constructor". */
function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function brief(value: unknown): string | undefined {
  const text: string | undefined = JSON.stringify(value)
  return text && text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

/** The answer `undefined` is kept as an empty text. */
function parse(json: string): unknown {
  return json === '' ? undefined : JSON.parse(json)
}
