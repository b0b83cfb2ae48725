import { expect, it } from 'vitest'
import { courseOf } from './route-courses.ts'

it('gives a page the same course each time, and spreads pages over all courses', () => {
  const seen = new Map<number, number>()
  for (let page = 0; page < 600; page += 1) {
    const { at, course } = courseOf(`/en/page-${page}`)
    expect(courseOf(`/en/page-${page}`)).toEqual({ at, course })
    seen.set(at, (seen.get(at) ?? 0) + 1)
  }
  expect([...seen.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5])
  expect(Math.min(...seen.values())).toBeGreaterThan(60)
  expect(courseOf('home').at).toBe(0)
})

it('keeps every course away from the words, and ends it inside the banner', () => {
  for (let page = 0; page < 60; page += 1) {
    const { course } = courseOf(`/${page}`)
    expect(course.way).toMatch(/^M-3000 222H(\d+)/)
    for (const [x, y] of [...course.stops, course.end]) {
      expect(x).toBeGreaterThanOrEqual(770)
      expect(x).toBeLessThanOrEqual(1250)
      expect(y).toBeGreaterThanOrEqual(20)
      expect(y).toBeLessThanOrEqual(222)
    }
  }
})
