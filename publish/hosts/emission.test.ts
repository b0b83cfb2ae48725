import { expect, it } from 'vitest'
import { mostThatFit } from './emission.ts'

it('finds how many items of a row fit, for any number', () => {
  for (let count = 0; count <= 12; count += 1) {
    for (let most = 0; most <= count; most += 1) expect(mostThatFit(count, (some) => some <= most)).toBe(most)
  }
  expect(mostThatFit(3, () => false)).toBe(0)
})
