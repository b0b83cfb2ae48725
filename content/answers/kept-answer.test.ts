import { expect, it } from 'vitest'
import { validatorsIn } from './kept-answer.ts'

const date = 'Sun, 22 Nov 2026 10:00:05 GMT'

it.each([
  ['of a second before the answer', 'Sun, 22 Nov 2026 10:00:04 GMT', true],
  ['of the very second of the answer', 'Sun, 22 Nov 2026 10:00:05 GMT', false],
  ['of a second after the answer', 'Sun, 22 Nov 2026 10:00:06 GMT', false],
])('A Last-Modified %s is used: %3$s', (_, modified, isUsed) => {
  expect(validatorsIn({ date, 'last-modified': modified })).toEqual(isUsed ? { lastModified: modified } : {})
})

it('Without the date of an answer, the clock of this machine is used', () => {
  const at = (ms: number) => new Date(Date.now() + ms).toUTCString()
  expect(validatorsIn({ 'last-modified': at(-5000) })).toHaveProperty('lastModified')
  expect(validatorsIn({ 'last-modified': at(0) })).toEqual({})
})
