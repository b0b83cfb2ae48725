import { serialize } from 'node:v8'
import { expect, it, vi } from 'vitest'
import { lazyFields } from './lazy-fields.ts'

it('reads all fields once, on first use', () => {
  const readAll = vi.fn(() => ({ one: 1, two: [2] }))
  const lazy = lazyFields(['one', 'two'], readAll)
  expect(readAll).not.toHaveBeenCalled()
  expect([lazy.two, lazy.one]).toEqual([[2], 1])
  expect(readAll).toHaveBeenCalledOnce()
})

it('is packed as the object that it replaces, for threads and page stores', () => {
  const whole = { one: 1, two: [2] }
  expect(serialize(lazyFields(['one', 'two'], () => whole))).toEqual(serialize(whole))
})
