/**
 * Returns items that are stable together, as many as halving finds. `isStable` checks whether some items are stable
 * together.
 */
export function largestStable<T>(items: T[], isStable: (some: T[]) => boolean): T[] {
  let kept: T[] = []
  const add = (some: T[]): void => {
    const together = [...kept, ...some]
    if (isStable(together)) kept = together
    else if (some.length > 1) {
      add(some.slice(0, some.length / 2))
      add(some.slice(some.length / 2))
    }
  }
  if (items.length > 0) add(items)
  return kept
}
