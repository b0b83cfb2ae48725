import { expect, it } from 'vitest'
import { largestStable } from './largest-stable.ts'

const numbers = Array.from({ length: 200 }, (_, at) => at)

it('leaves out unstable items, with few checks', () => {
  let asked = 0
  const isStable = (some: number[]): boolean => {
    asked += 1
    return some.every((one) => one !== 17 && one !== 150)
  }
  expect(largestStable(numbers, isStable)).toEqual(numbers.filter((one) => one !== 17 && one !== 150))
  expect(asked).toBeLessThan(45)
})

it('keeps one of two items that are unstable together', () => {
  const isStable = (some: number[]): boolean => !(some.includes(3) && some.includes(4))
  expect(largestStable([1, 2, 3, 4], isStable)).toEqual([1, 2, 3])
  expect(largestStable([], () => false)).toEqual([])
  expect(largestStable([5], () => true)).toEqual([5])
})
