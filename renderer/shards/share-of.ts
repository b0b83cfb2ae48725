import { hash } from 'node:crypto'

/** One of several engines that build a site together, from 1. */
export type Shard = { index: number; count: number }

/** So that files that cost nothing are spread too. */
const leastCost = 1e-6

/** Pages by file with what each costs, in any unit; one that is not named costs as much as the mean of the others. */
export type Costs = ReadonlyMap<string, number>

/**
 * Where each page lies on a line from 0 to 1, in the order of the pages: those of a locale lie together, so that a shard loads what few
 * locales need, and among them by the digest of their file; each takes as much of the line as it costs. So a site that changes a little
 * moves few pages, and the order in which the service names them decides nothing.
 */
export function placesOf(pages: { file: string; locale: string }[], costs: Costs = new Map()): Float64Array {
  const line = pages.map(({ file, locale }, at) => ({ at, file, key: `${locale} ${hash('sha256', file)}` })).sort(byKey)
  const mean = meanOf(costs)
  const costOf = (file: string): number => (costs.get(file) ?? mean) + leastCost
  const whole = pages.reduce((sum, { file }) => sum + costOf(file), 0)
  const places = new Float64Array(pages.length)
  let before = 0
  for (const { file, at } of line) {
    const cost = costOf(file)
    places[at] = (before + cost / 2) / whole
    before += cost
  }
  return places
}

/** Which shard makes what lies there, from 1: the line is cut into pieces of one length, which is of one cost. */
export function shardAt(place: number, count: number): number {
  return Math.min(count, 1 + Math.floor(place * count))
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1
}

function meanOf(costs: Costs): number {
  const sum = [...costs.values()].reduce((all, one) => all + one, 0)
  return sum > 0 ? sum / costs.size : 1
}
