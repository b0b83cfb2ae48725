import { expect, it } from 'vitest'
import { mapQuery } from './frames.ts'

it('shows the place in the middle of its map, at zoom 14 or closer', () => {
  const query = mapQuery(52.4064, 16.9252, 6)
  expect(query.get('marker')).toBe('52.4064,16.9252')
  const [west = 0, south = 0, east = 0, north = 0] = (query.get('bbox') ?? '').split(',').map(Number)
  expect((west + east) / 2).toBeCloseTo(16.9252, 4)
  expect((south + north) / 2).toBeCloseTo(52.4064, 4)
  expect(east - west).toBeGreaterThan(0)
  expect(mapQuery(52.4064, 16.9252, 14).get('bbox')).toBe(query.get('bbox'))
})

it('shows half the width of the map with each further zoom', () => {
  const widthAt = (zoom: number): number => {
    const [west = 0, , east = 0] = (mapQuery(52.4064, 16.9252, zoom).get('bbox') ?? '').split(',').map(Number)
    return east - west
  }
  expect(widthAt(15)).toBeCloseTo(widthAt(14) / 2, 4)
  expect(widthAt(17)).toBeCloseTo(widthAt(14) / 8, 4)
})
