import { expect, it } from 'vitest'
import { Pace } from './pace.ts'

/** Adds `count` good answers, which begin 1 ms apart and take `ms` each. Returns the time after them. */
function answer(pace: Pace, count: number, ms: number, from = 0): number {
  for (let at = 0; at < count; at += 1) pace.good(from + at, from + at + ms)
  return from + count + ms
}

it('stays the same while answers are good, however long they take and whatever the random numbers', () => {
  for (const ms of [1, 900, 30_000]) {
    const pace = new Pace(16)
    answer(pace, 1000, ms)
    expect(pace.allowed).toBe(16)
  }
  const pace = new Pace(16)
  for (let at = 0; at < 5000; at += 1) pace.good(at, at + (at % 7 === 0 ? 900 : 2))
  expect(pace.allowed).toBe(16)
})

it('is halved once for all earlier requests, down to one', () => {
  const pace = new Pace(16)
  pace.slowDown(0, 10)
  pace.slowDown(5, 20)
  expect(pace.allowed).toBe(8)
  for (const at of [30, 40, 50, 60, 70]) pace.slowDown(at, at + 5)
  expect(pace.allowed).toBe(1)
})

it('grows by one for each round of good answers', () => {
  const pace = new Pace(8)
  pace.slowDown(0, 1)
  answer(pace, 4, 10, 100)
  expect(pace.allowed).toBe(5)
  answer(pace, 4, 10, 100)
  expect(pace.allowed).toBe(5)
  answer(pace, 1 + 6, 10, 100)
  expect(pace.allowed).toBe(7)
  answer(pace, 1000, 10, 100)
  expect(pace.allowed).toBe(8)
})

it('is halved when answers take far longer than before', () => {
  const pace = new Pace(16)
  const later = answer(pace, 64, 50)
  answer(pace, 32, 1500, later)
  expect(pace.allowed).toBeLessThan(16)
})
