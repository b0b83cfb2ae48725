import fs, { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { expect, it } from 'vitest'
import { watchHiddenInputs } from './watch-hidden-inputs.ts'

const watch = watchHiddenInputs({ toolRoot: process.cwd(), siteRoot: process.cwd() })

function readsOf(work: () => unknown) {
  const { stop } = watch()
  work()
  return stop()
}

const zone = 'the time zone of the machine'
const language = 'the language of the machine'

it.each<[read: () => unknown, what: string]>([
  [() => new Date(), 'the clock'],
  [() => Date(), 'the clock'],
  [() => Date.now(), 'the clock'],
  [() => performance.now(), 'the clock'],
  [() => Math.random(), 'a random number'],
  [() => new Date(2026, 1), zone],
  [() => new Date('2026-10-28T08:00'), zone],
  [() => Date.parse('28 Oct 2026'), zone],
  [() => Date.parse('10-28-2026'), zone],
  [() => Date.parse('28 Oct 2026 08:00 (CET)'), zone],
  [() => new Date(0).getHours(), zone],
  [() => new Date(0).toLocaleDateString('pl'), zone],
  [() => new Intl.DateTimeFormat('pl', {}), zone],
  [() => new Intl.DateTimeFormat(undefined, { timeZone: 'UTC' }), language],
  [() => new Intl.NumberFormat(), language],
  [() => (7).toLocaleString(), language],
  [() => 'a'.localeCompare('b'), language],
  [() => 'a'.toLocaleUpperCase(), language],
  [() => process.env.HOME, 'the environment (HOME)'],
  [() => 'HOME' in process.env, 'the environment (HOME)'],
  [() => Object.keys(process.env), 'the environment'],
  [() => process.platform, 'the machine (platform)'],
  [() => hostname(), 'the machine (hostname)'],
  [() => process.cwd(), 'the working folder'],
  [() => readFileSync('package.json'), 'the disk (readFileSync)'],
])('reports that %s reads %s, with its place', (read, what) => {
  const file = 'renderer/verify/watch-hidden-inputs.test.ts'
  expect(readsOf(read)).toContainEqual({ what, file, line: expect.any(Number) })
})

it('reports nothing of its own search for the line that reads', () => {
  const filename = join(process.cwd(), 'blocks/never-read-before.js')
  const read = runInThisContext('() => Date.now()', { filename })
  expect(readsOf(read)).toEqual([{ what: 'the clock', file: 'blocks/never-read-before.js', line: 1 }])
})

it('reports nothing that is the same on every machine', () => {
  const texts = [
    '2026',
    '2026-10-28',
    '2026-10-28T08:00Z',
    '2026-10-28T08:00+01:00',
    '2026-10-28T08:00:00.123-0500',
    'Wed Oct 28 2026 08:00:00 GMT+0100',
    'Wed Oct 28 2026 08:00:00 GMT+0100 (CET)',
    'Wed, 28 Oct 2026 07:00:00 GMT',
    '28 Oct 2026 07:00 UT',
    '28 Oct 2026 02:00 EST',
    '27 Oct 2026 23:00 PDT (California)',
    'none',
  ]
  const reads = readsOf(() => {
    for (const text of texts) [new Date(text), Date.parse(text)].map(Number)
    new Date(Date.UTC(2026, 1)).toISOString()
    new Date(0).toLocaleDateString('pl', { timeZone: 'UTC' })
    new Intl.NumberFormat('pl').format(7)
    'a'.localeCompare('b', 'pl')
  })
  expect(reads).toEqual([])
})

it('reports a line once, and restores everything', () => {
  const standing = () => [
    Date,
    Date.parse,
    Math.random,
    process.env,
    process.hrtime,
    fs.readFileSync,
    Intl.NumberFormat,
  ]
  const before = standing()
  const reads = readsOf(() => {
    for (const _ of [1, 2]) Math.random()
    Math.random()
  })
  expect(reads.map(({ what }) => what)).toEqual(['a random number', 'a random number'])
  for (const [at, one] of standing().entries()) expect(one).toBe(before[at])
  Math.random()
  expect(reads).toHaveLength(2)
})

it('changes the clock, but not given dates', () => {
  const before = Date.now()
  const { stop } = watch({ clockShiftMs: 86_400_000 })
  const shifted = [Date.now(), new Date()].map(Number)
  const given = new Date(7).getTime()
  stop()
  for (const one of shifted) expect(one).toBeGreaterThanOrEqual(before + 86_400_000)
  expect(given).toBe(7)
})
