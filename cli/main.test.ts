import { expect, it } from 'vitest'
import { main } from './main.ts'

it.each([
  [['--version'], 0],
  [['bulid'], 2],
  [['explain', '/blog', '--out', 'no-export-here', '--cache', 'no-cache-here'], 2],
])('site %j ends with %i', async (args, code) => {
  expect(await main(['node', 'site', ...args])).toBe(code)
})
