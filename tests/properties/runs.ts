import type { Parameters } from 'fast-check'
import { vi } from 'vitest'

const times = Number(process.env.PROPERTIES ?? 1)
vi.setConfig({ testTimeout: 120_000 * times })

/** How often a property is tried. `PROPERTIES=100` tries it a hundred times as often, `SEED=2` tries other values. */
export function runs<T>(count: number): Parameters<T> {
  return { numRuns: count * times, seed: Number(process.env.SEED ?? 1) }
}
