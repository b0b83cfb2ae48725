import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hintedByCase, hints } from './hints.ts'

it('each of its codes is explained, and no others', () => {
  const rows = readFileSync('docs/doctor.md', 'utf8').match(/^\| `[^|]+\|/gm) ?? []
  const explained = rows.flatMap((row) => [...row.matchAll(/`([a-z0-9-]+)`/g)].map(([, code]) => code))
  expect(explained.sort()).toEqual([...Object.keys(hints), ...hintedByCase].sort())
})
