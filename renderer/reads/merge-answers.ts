import type { Read } from './recorder.ts'

/** An answer as JSON without the parts whose paths are `unread`; the containers they stood in are there. */
export type PartialAnswer = { json: string; unread: string[] }

/** One answer of several that lack different parts of it; what all of them lack is `undefined`, in lists as well. */
export function mergeAnswers(rows: PartialAnswer[]): unknown {
  const values = rows.map(({ json, unread }) => ({
    value: json === '' ? undefined : (JSON.parse(json) as unknown),
    unread: new Set(unread),
  }))
  return merge(values, '')
}

type Known = { value: unknown; unread: ReadonlySet<string> }

function merge(all: Known[], path: string): unknown {
  const known = all.filter(({ unread }) => !unread.has(path))
  const [first] = known
  if (!first || first.unread.size === 0 || !isContainer(first.value)) return first?.value
  const containers = known.flatMap(({ value, unread }) => (isContainer(value) ? [{ value, unread }] : []))
  const inside = (key: string, place: string): unknown =>
    merge(
      containers.flatMap(({ value, unread }) => (Object.hasOwn(value, key) ? [{ value: value[key], unread }] : [])),
      place,
    )
  if (Array.isArray(first.value)) return first.value.map((_, at) => inside(String(at), `${path}[${at}]`))
  // One that has all parts has them in their order.
  const keys = containers.map(({ value }) => Object.keys(value)).sort((a, b) => b.length - a.length)
  return Object.fromEntries(
    [...new Set(keys.flat())].map((key) => [key, inside(key, path === '' ? key : `${path}.${key}`)]),
  )
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a page that was given the merged answer read only what one of them holds. */
export function isCovered({ lacking = [] }: Pick<Read, 'lacking'>, rows: PartialAnswer[]): boolean {
  const [first = { json: '', unread: [] }, ...others] = rows
  const nowhere = first.unread.filter((path) => others.every((other) => other.unread.includes(path)))
  const looked = new Set(lacking)
  if (nowhere.some((path) => looked.has(path))) return false
  return lacking
    .filter((path) => path.endsWith('*') || path.endsWith('*]'))
    .every((path) => rows.some((row) => !row.unread.some((one) => isDirectlyIn(one, path))))
}

/** `all` is `theme.*` for the parts of `theme`, and `list[*]` for those of a list. */
function isDirectlyIn(path: string, all: string): boolean {
  const inside = all.slice(0, all.lastIndexOf('*'))
  return path.startsWith(inside) && !/[.[]/.test(path.slice(inside.length))
}
