import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { blockFiles } from './block-files.ts'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, string> }

/** Returns the names that the files of a block import, with their module. */
function importsOf(isCheckout: boolean): [from: string, names: string[]][] {
  const text = Object.values(blockFiles({ name: 'pull-quote', isCheckout })).join('\n')
  return [...text.matchAll(/^import (?:type )?(?:\{ (.+) \}|\w+) from '(.+)'$/gm)].map(([, names = '', from = '']) => [
    from,
    names.split(', '),
  ])
}

it.each([
  [true, '#'],
  [false, 'site/'],
])('imports only existing modules (in the checkout of the tool: %j)', (isCheckout, tool) => {
  const ours = importsOf(isCheckout).flatMap(([from, names]) =>
    from.startsWith(tool) ? [{ file: from.slice(tool.length), names }] : [],
  )
  expect(ours.length).toBe(8)
  for (const { file, names } of ours) {
    expect(existsSync(file), file).toBe(true)
    const text = readFileSync(file, 'utf8')
    for (const name of names) expect(text, file).toMatch(new RegExp(`^export .*\\b(${name})\\b`, 'm'))
    const isOpen = Object.keys(exports).some((one) => `./${file}`.startsWith(one.replace('*', '')))
    expect(isOpen, `package.json lets sites import "${file}"`).toBe(true)
  }
})

it('tests a block with the test program of the project', () => {
  expect(importsOf(true).map(([from]) => from)).toContain('vitest')
  expect(importsOf(false).map(([from]) => from)).toContain('node:test')
})

it('names type, component, classes and files after the block', () => {
  const files = blockFiles({ name: 'a-2nd-quote', isCheckout: false })
  expect(Object.keys(files)).toEqual([
    'schema.ts',
    'a-2nd-quote.tsx',
    'a-2nd-quote.css',
    'demo.yaml',
    'a-2nd-quote.test.ts',
  ])
  expect(files['schema.ts']).toContain("ownBlockSchema('a_2nd_quote', {")
  expect(files['a-2nd-quote.tsx']).toContain('export function A2ndQuote(')
  expect(files['a-2nd-quote.css']).toContain('  .a-2nd-quote {')
  expect(files['demo.yaml']).toContain('  type: a_2nd_quote\n')
})
