import { describe, expect, it } from 'vitest'
import { type Costs, placesOf, shardAt } from './shard-places.ts'

const files = Array.from({ length: 5000 }, (_, at) => `pl/page-${at}/index.html`)
const localeOf = (file: string): string => file.slice(0, 2)

/** Returns the shard of each file. */
const assignShards = (all: string[], count: number, costs: Costs = new Map()): Map<string, number> => {
  const places = placesOf(
    all.map((file) => ({ file, locale: localeOf(file) })),
    costs,
  )
  return new Map(all.map((file, at) => [file, shardAt(places[at] ?? Number.NaN, count)]))
}

const sizes = (shards: Map<string, number>, weigh: (file: string) => number = () => 1): number[] => {
  const sums = new Map<number, number>()
  for (const [file, shard] of shards) sums.set(shard, (sums.get(shard) ?? 0) + weigh(file))
  return [...sums.entries()].sort(([a], [b]) => a - b).map(([, sum]) => sum)
}

describe('Files of shards', () => {
  it.each([1, 2, 3, 8, 32])('are each in one of %i shards, in equal numbers', (count) => {
    const shards = assignShards(files, count)
    expect([...shards.keys()].sort()).toEqual([...files].sort())
    expect(new Set(shards.values())).toEqual(new Set(Array.from({ length: count }, (_, at) => at + 1)))
    const all = sizes(shards)
    expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(1)
  })

  it('are the same in any order of their names', () => {
    expect(assignShards(files.toReversed(), 8)).toEqual(assignShards(files, 8))
  })

  it('are balanced by their costs', () => {
    const costOf = (file: string): number => 1 + (Number(/\d+/.exec(file)?.[0]) % 97) ** 2 / 100
    const costs = new Map(files.map((file) => [file, costOf(file)]))
    const all = sizes(assignShards(files, 8, costs), costOf)
    const mean = all.reduce((sum, one) => sum + one, 0) / 8
    expect(Math.max(...all) / mean).toBeLessThan(1.02)
  })

  it('move little when the site grows: fewer than one in ten', () => {
    const before = assignShards(files, 8)
    const after = assignShards([...files, ...Array.from({ length: 100 }, (_, at) => `pl/new-${at}/index.html`)], 8)
    expect(files.filter((file) => before.get(file) !== after.get(file)).length).toBeLessThan(files.length / 10)
  })

  it('of a locale stay together, and fewer than one in thirty moves when it grows by a hundredth of the site', () => {
    const pagesOf = (name: string, count: number) =>
      ['de', 'en', 'es', 'fr', 'pl'].flatMap((locale) =>
        Array.from({ length: count }, (_, at) => `${locale}/${name}-${at}/index.html`),
      )
    const all = pagesOf('page', 1000)
    const before = assignShards(all, 8)
    for (let shard = 1; shard <= 8; shard += 1) {
      const locales = new Set(all.filter((file) => before.get(file) === shard).map(localeOf))
      expect(locales.size).toBeLessThanOrEqual(2)
    }
    for (const locale of ['de', 'es', 'pl']) {
      const more = pagesOf('new', 50).filter((file) => localeOf(file) === locale)
      const after = assignShards([...all, ...more], 8)
      expect(all.filter((file) => before.get(file) !== after.get(file)).length).toBeLessThan(all.length / 30)
    }
  })

  it('may be fewer than shards', () => {
    expect(new Set(assignShards(['a', 'b'], 32).values()).size).toBe(2)
    expect(assignShards([], 3).size).toBe(0)
  })

  it('are in the last shard where their cost is lost beside that of a page before them', () => {
    for (const large of ['a', 'b', 'c']) {
      const costs = new Map([...'abc'].map((file) => [file, file === large ? 1e15 : 0]))
      expect(Math.max(...assignShards(['a', 'b', 'c'], 3, costs).values())).toBeLessThanOrEqual(3)
    }
  })

  it('of unknown cost count as the mean, and costs may be zero', () => {
    expect(sizes(assignShards(files, 4, new Map([[files[0] ?? '', 7]])))).toEqual([1250, 1250, 1250, 1250])
    const free = assignShards(files, 4, new Map(files.map((file) => [file, 0])))
    expect([...free.values()].every((shard) => shard >= 1 && shard <= 4)).toBe(true)
  })
})
