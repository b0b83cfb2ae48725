import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atLeast } from './at-least.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('gives a value after 200 ms, and a later one when it is there', async () => {
  const given: string[] = []
  void atLeast(Promise.resolve('early')).then((value) => given.push(value))
  void atLeast(new Promise<string>((done) => setTimeout(done, 300, 'late'))).then((value) => given.push(value))
  await vi.advanceTimersByTimeAsync(199)
  expect(given).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(given).toEqual(['early'])
  await vi.advanceTimersByTimeAsync(100)
  expect(given).toEqual(['early', 'late'])
})
