/** Random numbers from 0 to below 1. The same seed produces the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A random sample of a list. The same seed produces the same sample. */
export function sample<T>(all: T[], count: number, seed: number): T[] {
  const random = randomFrom(seed)
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one)
}
