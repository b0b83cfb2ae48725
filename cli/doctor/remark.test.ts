import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hintedByCase, hints } from './hints.ts'
import { Rows, warnIn } from './remark.ts'

it('each of its codes is explained, and no others', () => {
  const rows = readFileSync('docs/doctor.md', 'utf8').match(/^\| `[^|]+\|/gm) ?? []
  const explained = rows.flatMap((row) => [...row.matchAll(/`([a-z0-9-]+)`/g)].map(([, code]) => code))
  expect(explained.sort()).toEqual([...Object.keys(hints), ...hintedByCase].sort())
})

it('a row has each remark once', () => {
  const row = new Rows().of('/menus', 'pl')
  const warn = warnIn(row, 'GET /menus')
  warn('slow', 'took 3 s.')
  warn('slow', 'took 4 s.')
  warn('slow', 'took 3 s.')
  warn('unsteady', 'took 3 s.')
  expect(row.remarks.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'slow: GET /menus took 3 s.',
    'slow: GET /menus took 4 s.',
    'unsteady: GET /menus took 3 s.',
  ])
})
