import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faultPlace } from './fault-place.ts'

const failed = (...frames: string[]): Error =>
  Object.assign(new Error('x'), { stack: ['Error: x', ...frames].join('\n') })
const site = join(process.cwd(), 'heron')

it('names the first line outside of packages, from the folder that a command runs in', () => {
  const place = '"heron/blocks/quote/quote.tsx", line 5'
  expect(faultPlace(failed(`    at Quote (${site}/blocks/quote/quote.tsx:5:14)`))).toBe(place)
  expect(faultPlace(failed(`    at file://${site}/blocks/quote/quote.tsx:5:14`))).toBe(place)
  const [tool, node] = [`    at f (${site}/node_modules/site/a.ts:1:1)`, '    at g (node:fs:441:20)']
  expect(faultPlace(failed(tool, node, `    at h (${site}/blocks/quote/quote.tsx:5:14)`))).toBe(place)
})

it('gives nothing where there is none', () => {
  expect(faultPlace(failed(`    at f (${site}/node_modules/site/a.ts:1:1)`))).toBeUndefined()
  expect(faultPlace(failed(`    at f (${site}/a.ts:1:1)`), { but: site })).toBeUndefined()
  expect(faultPlace('words')).toBeUndefined()
})
