import { expect, it } from 'vitest'
import { listSome } from './list-some.ts'

const numbers = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at))

it.each([
  [0, ''],
  [1, '0'],
  [2, '0 and 1'],
  [3, '0, 1 and 2'],
  [5, '0, 1, 2, 3 and 4'],
  [6, '0, 1, 2, 3, 4 and 1 more'],
  [5005, '0, 1, 2, 3, 4 and 5,000 more'],
])('%i items', (count, words) => {
  expect(listSome(numbers(count))).toBe(words)
})
