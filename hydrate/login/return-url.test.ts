import { expect, it } from 'vitest'
import { safeReturnPath } from './return-url.ts'

it.each([
  ['/en/help?a=b#c', '/en/help?a=b#c'],
  ['/', '/'],
  ['/../x', '/x'],
  [null, undefined],
  ['', undefined],
  ['en/help', '/en/help'],
  ['https://www.example.com/en/help?a=b#c', '/en/help?a=b#c'],
  ['https://www.example.com.evil.example/', undefined],
  ['http://www.example.com/', undefined],
  ['blob:https://www.example.com/x', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['/\t/evil.example', undefined],
  ['/\n//evil.example', undefined],
  ['https://evil.example', undefined],
  ['javascript:alert(1)', undefined],
])('resolves %j to %s', (returnUrl, path) => {
  expect(safeReturnPath(returnUrl, 'https://www.example.com')).toBe(path)
})

it('never returns a path that browsers read as another origin', () => {
  expect(safeReturnPath('/..//evil.example', 'https://www.example.com')).toBeUndefined()
})
