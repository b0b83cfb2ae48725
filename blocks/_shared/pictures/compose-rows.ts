/**
 * Distributes `count` items among rows without gaps and without a single item in a row, and returns the sizes of the
 * rows. Rows of two and three alternate; with more than twelve items, rows of three and four.
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

/** Returns how many of twelve columns each item spans. Rows of two have their wider item on alternating sides. */
export function composeSpans(count: number): number[] {
  return composeRows(count).flatMap((size, row) => {
    if (size === 2) return row % 2 === 0 ? [7, 5] : [5, 7]
    return Array<number>(size).fill(12 / size)
  })
}
