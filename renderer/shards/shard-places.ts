import { hash } from 'node:crypto'

/** One of `count` machines that build a site together. `index` starts at 1. */
export type Shard = { index: number; count: number }

/** Added to every cost, so that pages that cost nothing are spread too. */
const minCost = 1e-6

/** The costs of pages by file, in any unit. A page that is missing here gets the mean cost. */
export type Costs = ReadonlyMap<string, number>

/**
 * Gives each page its place on a line from 0 to 1, in the order of `pages`. On the line, each page takes up room in
 * proportion to its cost. Pages of a locale are next to each other, so that a shard needs few locales. Within a locale,
 * pages are ordered by the digest of their file, so that a small change to the site moves few pages, and the order in
 * which the service lists them does not matter.
 */
export function placesOf(pages: { file: string; locale: string }[], costs: Costs): Float64Array {
  const line = pages.map(({ file, locale }, at) => ({ at, file, key: `${locale} ${hash('sha256', file)}` })).sort(byKey)
  const mean = meanOf(costs)
  const costOf = (file: string): number => (costs.get(file) ?? mean) + minCost
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

/**
 * The shard, from 1, that makes the pages at a place on the line. The line is cut into pieces of equal length, which
 * therefore have equal cost.
 */
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
