import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { advise, printAdvice } from './advise.ts'

let out: string
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'advise-'))
})
afterEach(() => rmSync(out, { recursive: true }))

const stages = [
  { name: 'crawl', ms: 4000 },
  { name: 'render', ms: 60_000 },
  { name: 'encode', ms: 20_000 },
  { name: 'publish', ms: 1000 },
]
function report(more: object = {}): void {
  const whole = { isPublished: true, pages: { total: 900, rendered: 900 }, stages }
  writeFileSync(join(out, 'report.json'), JSON.stringify({ ...whole, ...more }))
}

it('recommends the fewest shards that are fast enough, and reports what they cannot share', () => {
  report()
  const advice = advise({ out }, 30)
  expect(advice.serial.map(({ name }) => name)).toEqual(['crawl', 'publish'])
  expect(advice.enough).toBe(4) // 5 + 1.5 + 80 / 4
  expect(printAdvice(advice)).toContain('In total 5.0 s, which more shards do not reduce.')
  const rows = printAdvice(advice)
    .split('\n')
    .filter((line) => /^ *\d/.test(line))
  expect(rows.map((row) => row.trim())).toEqual([
    ...['1    86.5 s', '2    46.5 s', '3    33.2 s', '4    26.5 s  <- enough', '6    19.8 s'],
    '4 shards build it in 30 s.',
  ])
})

it('reports that no number of shards is fast enough', () => {
  report()
  expect(advise({ out }, 5).enough).toBeUndefined()
  expect(printAdvice(advise({ out }, 5))).toContain('No number of shards builds it in 5 s.')
})

it('ends its rows when further shards make nothing faster', () => {
  const rowsOf = (renderMs: number): string[] => {
    report({ stages: [stages[0], { name: 'render', ms: renderMs }] })
    return printAdvice(advise({ out }, 0.1)).match(/^ +\d+(?= .* s$)/gm) ?? []
  }
  expect(rowsOf(200).map(Number)).toEqual([1])
  expect(rowsOf(4000).map(Number)).toEqual([1, 2, 3, 4, 6, 8])
})

it('cannot use a build that failed, or rendered only some pages', () => {
  expect(() => advise({ out }, 30)).toThrow('is not the report of a published build')
  report({ isPublished: false })
  expect(() => advise({ out }, 30)).toThrow('is not the report of a published build')
  report({ pages: { total: 900, rendered: 3 } })
  expect(() => advise({ out }, 30)).toThrow('rendered 3 of 900 pages')
  for (const seconds of [Number.NaN, 0, -1]) expect(() => advise({ out }, seconds)).toThrow('takes a number of seconds')
})
