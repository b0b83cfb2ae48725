import { expect, it } from 'vitest'
import { largestStable } from './largest-stable.ts'

const numbers = Array.from({ length: 200 }, (_, at) => at)

it('leaves out what cannot be taken, and little is asked', () => {
  let asked = 0
  const isStable = (some: number[]): boolean => {
    asked += 1
    return some.every((one) => one !== 17 && one !== 150)
  }
  expect(largestStable(numbers, isStable)).toEqual(numbers.filter((one) => one !== 17 && one !== 150))
  expect(asked).toBeLessThan(45)
})

it('takes one of two that cannot be taken together', () => {
  const isStable = (some: number[]): boolean => !(some.includes(3) && some.includes(4))
  expect(largestStable([1, 2, 3, 4], isStable)).toEqual([1, 2, 3])
  expect(largestStable([], () => false)).toEqual([])
  expect(largestStable([5], () => true)).toEqual([5])
})
