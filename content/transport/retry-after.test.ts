import { expect, it } from 'vitest'
import { askedWait, parseRetryAfter } from './retry-after.ts'

it.each([
  ['30', 30_000],
  ['1.5', 1500],
  ['Thu, 01 Jan 2026 00:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
])('reads "%s" as a wait of %s ms', (header, ms) => {
  expect(parseRetryAfter({ 'retry-after': header })).toBe(ms)
})

it('ignores a wait that is already over', () => {
  const failure = {
    kind: '503',
    attempts: 4,
    retryAfterMs: parseRetryAfter({ 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }),
  }
  expect(askedWait(failure)).toBe('')
})

it('measures a date by the clock of the service', () => {
  const headers = { 'retry-after': 'Fri, 01 Jan 2100 00:00:02 GMT', date: 'Fri, 01 Jan 2100 00:00:00 GMT' }
  expect(parseRetryAfter(headers)).toBe(2000)
})
