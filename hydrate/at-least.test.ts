import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Answer } from './api/answer.ts'
import { atLeast } from './at-least.ts'

const page = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answerOf = (status: number): Answer => ({ isGood: status === 200, status, body: undefined })

/** The times at which answers are returned that arrive after these delays, in milliseconds. */
async function givenAt(status: number, ...delays: number[]): Promise<number[]> {
  const from = Date.now()
  const given: number[] = []
  for (const ms of delays)
    void atLeast(new Promise((done) => setTimeout(done, ms, answerOf(status)))).then(() =>
      given.push(Date.now() - from),
    )
  setTimeout(() => page.dispatchEvent(new Event('beforeunload')), 400)
  await vi.advanceTimersByTimeAsync(30_000)
  return given
}

it('returns an answer after 200 ms, and a later one when it arrives', async () => {
  expect(await givenAt(200, 0, 300, 500)).toEqual([200, 300, 500])
})

it('delays the result of a call without an answer only while the page is being left', async () => {
  expect(await givenAt(0, 0, 300, 401, 20_000)).toEqual([200, 300, 9401, 20_000])
})

it('removes its listener after an aborted call, because some browsers do not keep pages that have one', async () => {
  const [listens, leaves] = [vi.fn(), vi.fn()]
  vi.stubGlobal('addEventListener', listens)
  vi.stubGlobal('removeEventListener', leaves)
  await expect(atLeast(Promise.reject(new Error('given up')))).rejects.toThrow('given up')
  expect(leaves.mock.calls).toEqual(listens.mock.calls)
})
