import { hash } from 'node:crypto'

/** One of several engines that build a site together, from 1. */
export type Shard = { index: number; count: number }

/** So that files that cost nothing are spread too. */
const leastCost = 1e-6

/** Pages by file with what each costs, in any unit; one that is not named costs as much as the mean of the others. */
export type Costs = ReadonlyMap<string, number>

/**
 * Which shard makes each file, from 1: files lie on a line by the digest of their name, and the line is cut into pieces of equal cost. So a
 * site that changes a little moves few files, and the order in which the service names them decides nothing.
 */
export function assignShards(files: Iterable<string>, count: number, costs: Costs = new Map()): Map<string, number> {
  const line = [...files].map((file) => ({ file, place: hash('sha256', file) })).sort(byPlace)
  const mean = meanOf(costs)
  const costOf = ({ file }: { file: string }): number => (costs.get(file) ?? mean) + leastCost
  const whole = line.reduce((sum, one) => sum + costOf(one), 0)
  const shards = new Map<string, number>()
  let before = 0
  for (const one of line) {
    const cost = costOf(one)
    const middle = (before + cost / 2) / whole
    shards.set(one.file, Math.min(count, 1 + Math.floor(middle * count)))
    before += cost
  }
  return shards
}

function byPlace(a: { place: string }, b: { place: string }): number {
  return a.place < b.place ? -1 : 1
}

function meanOf(costs: Costs): number {
  const sum = [...costs.values()].reduce((all, one) => all + one, 0)
  return sum > 0 ? sum / costs.size : 1
}
