import { digestOf } from './digest-of.ts'
import type { KnownQuestion, LastAnswer } from './page-memory.ts'

/**
 * The paths of parts that an answer has now, as JSON, and had not when it was last asked: where that is all that differs and no page
 * looked for one of them. Otherwise nothing.
 */
export function addedParts(known: KnownQuestion, last: LastAnswer, now: string): string[] | undefined {
  if (known.lacking === undefined || last.json === '' || now === '') return undefined
  // No seal covers the answer and what was looked for.
  if (digestOf(last.json) !== known.digest || digestOf(last.lacking.join('\n')) !== known.lacking) return undefined
  const added: string[] = []
  const looked = new Set(last.lacking)
  return isMore(JSON.parse(last.json), JSON.parse(now), { path: '', looked, added }) ? added : undefined
}

type Spot = { path: string; looked: ReadonlySet<string>; added: string[] }

function isMore(was: unknown, is: unknown, spot: Spot): boolean {
  const { path, looked, added } = spot
  if (!isContainer(was) || !isContainer(is)) return Object.is(was, is)
  if (Array.isArray(was) || Array.isArray(is)) {
    if (!Array.isArray(was) || !Array.isArray(is) || was.length !== is.length) return false
    return was.every((item, at) => isMore(item, is[at], { ...spot, path: `${path}[${at}]` }))
  }
  const inside = path === '' ? '' : `${path}.`
  if (Object.keys(was).some((key) => !Object.hasOwn(is, key))) return false
  return Object.entries(is).every(([key, value]) => {
    const place = `${inside}${key}`
    if (Object.hasOwn(was, key)) return isMore(was[key], value, { ...spot, path: place })
    added.push(place)
    return !looked.has(place) && !looked.has(`${inside}*`)
  })
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
