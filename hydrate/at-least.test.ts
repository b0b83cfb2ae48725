import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Answer } from './api/call-api.ts'
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

it('gives an answer after 200 ms, and a later one when it is there', async () => {
  expect(await givenAt(200, 0, 300, 500)).toEqual([200, 300, 500])
})

it('holds a call back that got no answer while the page is being left, and only then', async () => {
  expect(await givenAt(0, 0, 300, 401, 20_000)).toEqual([200, 300, 9401, 20_000])
})

it('listens to nothing any more after a call that was given up: some browsers keep no page that listens', async () => {
  const [listens, leaves] = [vi.fn(), vi.fn()]
  vi.stubGlobal('addEventListener', listens)
  vi.stubGlobal('removeEventListener', leaves)
  await expect(atLeast(Promise.reject(new Error('given up')))).rejects.toThrow('given up')
  expect(leaves.mock.calls).toEqual(listens.mock.calls)
})
