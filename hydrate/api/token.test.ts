import { afterEach, expect, it, vi } from 'vitest'
import { readToken } from './token.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['eyJhbGciOi.J9-_~+/=', 'eyJhbGciOi.J9-_~+/='],
  ...[null, '', 'żółw', 'a b', 'a\nb'].map((kept): [string | null, undefined] => [kept, undefined]),
])('of %j kept in the browser the token is %s: no header holds anything else', (kept, token) => {
  vi.stubGlobal('localStorage', { getItem: () => kept })
  expect(readToken()).toBe(token)
})
