import { describe, expect, it } from 'vitest'
import { mapSize, placeMarkers } from './place-markers.ts'

const poznan = { name: 'Poznań', lat: 52.4064, lng: 16.9252 }
const warsaw = { name: 'Warszawa', lat: 52.2297, lng: 21.0122 }
const berlin = { name: 'Berlin', lat: 52.52, lng: 13.405 }

describe('placeMarkers', () => {
  it('keeps the directions between markers, and places them inside the drawing', () => {
    const { markers, meridians, parallels } = placeMarkers([poznan, warsaw, berlin], 6)
    const [first, second, third] = markers
    expect(third && first && second && third.x < first.x && first.x < second.x).toBe(true)
    expect(third && second && third.y < second.y).toBe(true)
    for (const { x, y } of markers) {
      expect(x > 0 && x < mapSize.width && y > 0 && y < mapSize.height).toBe(true)
    }
    expect(meridians.length).toBeGreaterThan(1)
    expect(parallels.length).toBeGreaterThan(0)
  })

  it('centres a single marker', () => {
    expect(placeMarkers([poznan], 14).markers).toMatchObject([{ x: mapSize.width / 2, y: mapSize.height / 2 }])
  })

  it('leaves out markers that are not on the globe, and places those at its extremes', () => {
    expect(placeMarkers([{ name: 'x', lat: 91, lng: 0 }], 6).markers).toEqual([])
    const { markers } = placeMarkers(
      [
        { name: 'n', lat: 90, lng: 180 },
        { name: 's', lat: -90, lng: -180 },
      ],
      -4,
    )
    for (const { x, y } of markers) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
  })

  it('ends the grid at the edge of the globe', () => {
    const { meridians, parallels } = placeMarkers([{ name: 'far', lat: 90, lng: 180 }], 14)
    expect(Math.max(...meridians.map(({ degrees }) => degrees))).toBe(180)
    expect(Math.max(...parallels.map(({ degrees }) => degrees))).toBe(90)
  })
})
