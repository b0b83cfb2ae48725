import { expect, it } from 'vitest'
import { locationOf, parseTarget, plainPath, sourceProblem, splitTarget, targetProblem } from './redirect-address.ts'
import { decodePath, encodePath } from './request-path.ts'
import { isShellAddress } from './shell-pattern.ts'

it('spells a path in one form', () => {
  for (const path of ['/caf\u00e9', '/cafe\u0301/', '/caf%C3%A9', '/cafe%cc%81'])
    expect(plainPath(path)).toBe('/caf\u00e9')
})

it('splits a target, with its origin as browsers write it', () => {
  expect(parseTarget('https://EXAMPLE.com:443/A%20b/?q=%20#c')).toEqual({
    ...{ origin: 'https://example.com', path: '/A b', query: '?q=%20', fragment: '#c' },
  })
  expect(parseTarget('https://example.com?q')).toMatchObject({ path: '/', query: '?q' })
  expect(splitTarget('https://example.com')).toEqual({
    ...{ origin: 'https://example.com', path: '/' },
    ...{ query: '', fragment: '' },
  })
})

it('keeps the query of the request, unless the target has one', () => {
  expect(locationOf('/\u017c?a=1#b', '?c=2')).toBe('/%C5%BC?a=1#b')
  expect(locationOf('/100%#b', '?c=2')).toBe('/100%25?c=2#b')
})

it.each(['/a%2Fb', '/a%3Fb', '/a%23b', '/a%5Cb', '/a%00', '/a%7F', '/a%C2%9F', '/./a', '/a//b', '/a/..', '/%ff'])(
  'refuses %s as an address of the site',
  (path) => {
    expect(sourceProblem(path)).toBeDefined()
    expect(targetProblem(path)).toBeDefined()
  },
)

it('refuses a target with name and password', () => {
  expect(targetProblem('https://user@example.com/')).toContain('is not an origin')
  expect(targetProblem('https://example.com/?a=@')).toBeUndefined()
})

it('reads no path that no page can have', () => {
  for (const path of ['/a//b', '/../a', '/./', '/%00', '/a\0', '/%', '/%ff']) expect(decodePath(path)).toBeUndefined()
  expect(decodePath('/a%2Fb/')).toBe('/a/b/')
  expect(encodePath("/a (b)!'*/\u017c")).toBe('/a%20%28b%29%21%27%2A/%C5%BC')
  expect(encodePath('/a*')).toBe('/a%2A')
})

it('recognises a restricted page by one segment between the parts of a pattern', () => {
  const area = { prefix: '/area/', suffix: '' }
  expect(['/area/x', '/area/x/'].map((path) => isShellAddress(path, area))).toEqual([true, true])
  expect(['/area', '/area/', '/area/x/y', '/other/x'].some((path) => isShellAddress(path, area))).toBe(false)
  const print = { prefix: '/area/', suffix: '/print' }
  expect(isShellAddress('/area/x/print', print)).toBe(true)
  expect(['/area//print', '/area/print', '/area/x/y/print'].some((path) => isShellAddress(path, print))).toBe(false)
})
