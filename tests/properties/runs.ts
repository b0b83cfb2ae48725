import type { Parameters } from 'fast-check'

/** How often a property is tried: `PROPERTIES=100` a hundred times as often, `SEED=2` with other values. */
export function runs<T>(count: number): Parameters<T> {
  return { numRuns: count * Number(process.env.PROPERTIES ?? 1), seed: Number(process.env.SEED ?? 1) }
}
