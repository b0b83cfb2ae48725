/**
 * Sizes of the rows in which `count` items stand, so that no row is left with a gap or a single orphan: rows of two and three in turn,
 * from twelve items on rows of three and four.
 */
export function composeRows(count: number): number[] {
  if (count <= 3) return count > 0 ? [count] : []
  const [small, large] = count > 12 ? [3, 4] : [2, 3]
  let smallRows = 0
  while (smallRows < large && (count - smallRows * small) % large !== 0) smallRows += 1
  const largeRows = (count - smallRows * small) / large
  const rows: number[] = []
  for (let at = 0; at < Math.max(smallRows, largeRows); at += 1) {
    if (at < smallRows) rows.push(small)
    if (at < largeRows) rows.push(large)
  }
  return rows
}

/** Columns of twelve that each of `count` items spans; rows of two are unequal, the wide one on alternating sides. */
export function composeSpans(count: number): number[] {
  return composeRows(count).flatMap((size, row) => {
    if (size === 2) return row % 2 === 0 ? [7, 5] : [5, 7]
    return Array<number>(size).fill(12 / size)
  })
}
