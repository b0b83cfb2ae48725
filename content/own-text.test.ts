import { expect, test } from 'vitest'
import { heldMemory } from '#tests/fixtures/held-memory.ts'
import { ownText } from './own-text.ts'

/** Returns a thousand texts of 20 kB. Only a piece cut out of a text can keep the text in memory. */
const texts = () => Array.from({ length: 1_000 }, (_, index) => `an address /${index} ${'of text '.repeat(2_500)}`)
const piece = (text: string) => text.slice(0, 20)

test('Keeps the piece and releases the whole text', () => {
  expect(heldMemory(() => texts().map(piece))).toBeGreaterThan(15)
  expect(heldMemory(() => texts().map((text) => ownText(piece(text))))).toBeLessThan(1)
})

test.each(['', 'zażółć \u{1f69a}', 'half of a pair: \ud83d', '"\\\u2028\n\0'])('Returns the same text: %j', (text) => {
  expect(ownText(text)).toBe(text)
})
