import { expect, it } from 'vitest'
import { composeRows, composeSpans } from './compose-rows.ts'

it('fills every row for any count', () => {
  for (let count = 0; count <= 60; count++) {
    const rows = composeRows(count)
    expect(rows.reduce((sum, size) => sum + size, 0)).toBe(count)
    expect(count < 2 || rows.every((size) => size >= 2)).toBe(true)
    const spans = composeSpans(count)
    expect(spans).toHaveLength(count)
    expect(spans.reduce((sum, span) => sum + span, 0)).toBe(rows.length * 12)
  }
})

it('mixes rows of two and three', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(composeRows)).toEqual([
    [1],
    [2],
    [3],
    [2, 2],
    [2, 3],
    [3, 3],
    [2, 3, 2],
    [2, 3, 3],
  ])
})

it('terminates for an invalid number of items, which content loaded in the browser may contain', () => {
  expect([Number.NaN, 4.5, -1].map(composeRows)).toEqual([[], expect.any(Array), []])
})
