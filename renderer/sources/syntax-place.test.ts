import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { syntaxPlace } from './syntax-place.ts'

const folder = mkdtempSync(join(tmpdir(), 'site-syntax-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['sound.ts', 'const one: number = 1', undefined],
  ['slip.ts', 'const one = 1\n  const = 2', 'Expected identifier but found "=", at line 2, column 9'],
  ['sound.json', '{"one":1}', undefined],
  ['slip.json', '{"one":1,}', 'JSON does not support trailing commas, at line 1, column 9'],
])('%s', async (name, text, reported) => {
  const file = join(folder, name)
  writeFileSync(file, text)
  expect(await syntaxPlace(file, name.endsWith('json') ? 'json' : 'ts')).toBe(reported)
})
