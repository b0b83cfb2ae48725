import { expect, it } from 'vitest'
import { isOnGlobe, shownZoom } from './globe.ts'

it.each([
  [90, 180, true],
  [-90, -180, true],
  [90.1, 0, false],
  [0, -180.1, false],
])('a marker at %f, %f is on the globe: %s', (lat, lng, isThere) => {
  expect(isOnGlobe({ lat, lng })).toBe(isThere)
})

it('a zoom that no map has is replaced by the nearest one', () => {
  expect([-1, 0, 19, 20].map(shownZoom)).toEqual([0, 0, 19, 19])
})
