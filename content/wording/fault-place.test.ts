import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { transformSync } from 'esbuild'
import { expect, it } from 'vitest'
import { faultPlace, keepSourceMap } from './fault-place.ts'

const failed = (...frames: string[]): Error =>
  Object.assign(new Error('x'), { stack: ['Error: x', ...frames].join('\n') })
const site = join(process.cwd(), 'heron')

it('names the first line outside packages, relative to the working directory', () => {
  const place = '"heron/blocks/quote/quote.tsx", line 5'
  expect(faultPlace(failed(`    at Quote (${site}/blocks/quote/quote.tsx:5:14)`))).toBe(place)
  expect(faultPlace(failed(`    at file://${site}/blocks/quote/quote.tsx:5:14`))).toBe(place)
  const [tool, node] = [`    at f (${site}/node_modules/site/a.ts:1:1)`, '    at g (node:fs:441:20)']
  expect(faultPlace(failed(tool, node, `    at h (${site}/blocks/quote/quote.tsx:5:14)`))).toBe(place)
})

it('returns nothing if there is none', () => {
  expect(faultPlace(failed(`    at f (${site}/node_modules/site/a.ts:1:1)`))).toBeUndefined()
  expect(faultPlace(failed(`    at f (${site}/a.ts:1:1)`), { but: site })).toBeUndefined()
  expect(faultPlace('words')).toBeUndefined()
})

it('names the source of a line in a bundle, and nothing if the source map is damaged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-fault-'))
  const bundle = join(folder, 'main.cjs')
  const source = 'export const wide = 1\n\nexport function Quote() {\n  throw new Error("x")\n}\n'
  const { code, map } = transformSync(source, { sourcefile: 'quote.tsx', sourcemap: true, minify: true, format: 'cjs' })
  const frame = `    at Quote (${bundle}:1:${code.indexOf('throw') + 1})`
  writeFileSync(`${bundle}.map`, map)
  expect(faultPlace(failed(frame))).toBe(`"${relative('.', join(folder, 'quote.tsx'))}", line 4`)
  const damaged = join(folder, 'damaged.cjs')
  writeFileSync(`${damaged}.map`, map.slice(0, -9))
  expect(faultPlace(failed(frame.replace(bundle, damaged)))).toBeUndefined()
  const unwritten = join(folder, 'unwritten.cjs')
  expect(faultPlace(failed(frame.replace(bundle, unwritten)))).toBeUndefined()
  keepSourceMap(unwritten, map)
  expect(faultPlace(failed(frame.replace(bundle, unwritten)))).toBe(
    `"${relative('.', join(folder, 'quote.tsx'))}", line 4`,
  )
  rmSync(folder, { recursive: true })
})
