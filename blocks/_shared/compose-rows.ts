/**
 * Sizes of the rows in which `count` items stand, so that no row is left with a gap or a single orphan: rows of two and three in turn,
 * from twelve items on rows of three and four.
 */
export function composeRows(count: number): number[] {
  if (count <= 3) return count > 0 ? [count] : []
  const [small, large] = count > 12 ? [3, 4] : [2, 3]
  const smallRows =
    [...Array(large).keys()].find((rows) => (count - rows * small) % large === 0 && count >= rows * small) ?? 0
  const rest = Array<number>((count - smallRows * small) / large).fill(large)
  return interleave(Array<number>(smallRows).fill(small), rest)
}

function interleave(some: number[], others: number[]): number[] {
  const length = Math.max(some.length, others.length)
  return Array.from({ length }, (_, at) => [...some.slice(at, at + 1), ...others.slice(at, at + 1)]).flat()
}

/** Columns of twelve that each of `count` items spans; rows of two are unequal, the wide one on alternating sides. */
export function composeSpans(count: number): number[] {
  return composeRows(count).flatMap((size, row) => {
    if (size === 2) return row % 2 === 0 ? [7, 5] : [5, 7]
    return Array<number>(size).fill(12 / size)
  })
}
