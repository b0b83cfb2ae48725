import { expect, it, vi } from 'vitest'
import { memoize } from './memoize.ts'

it('makes the value of a key once, even if it is undefined, in the given map', () => {
  const make = vi.fn((key: string) => (key === 'none' ? undefined : [key]))
  const madeOf = memoize(make)
  expect(madeOf('a')).toBe(madeOf('a'))
  expect([madeOf('none'), madeOf('none')]).toEqual([undefined, undefined])
  expect(make.mock.calls).toEqual([['a'], ['none']])
  const memory = new WeakMap<object, string[]>()
  const key = {}
  expect(memoize(() => ['made'], memory)(key)).toBe(memory.get(key))
})
