import { afterEach, expect, it, vi } from 'vitest'
import { readToken } from './token.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['eyJhbGciOi.J9-_~+/=', 'eyJhbGciOi.J9-_~+/='],
  ...[null, '', 'żółw', 'a b', 'a\nb'].map((kept): [string | null, undefined] => [kept, undefined]),
])('reads %j from the browser as the token %s, because headers cannot contain other characters', (kept, token) => {
  vi.stubGlobal('localStorage', { getItem: () => kept })
  expect(readToken()).toBe(token)
})
