import { expect, it } from 'vitest'
import { isSmallFor } from './column-sizes.ts'

const picture = (width: number, height: number, src = '/a.jpg') => ({ src, width, height, alt: '' })
const card = { columns: 4, shape: 3 / 2 }

it('recognises pictures that would blur in a box', () => {
  expect([picture(200, 150), picture(900, 120)].map((one) => isSmallFor(one, card))).toEqual([true, true])
  expect([picture(240, 520), picture(1200, 800)].map((one) => isSmallFor(one, card))).toEqual([false, false])
  expect(isSmallFor(picture(640, 480), { columns: 12, shape: 21 / 9 })).toBe(true)
  expect([140, 300].map((width) => isSmallFor(picture(width, width), { columns: 6, height: 384 }))).toEqual([
    true,
    false,
  ])
})

it('never treats vectors and pictures without a file as too small', () => {
  expect(isSmallFor(picture(24, 24, '/a.svg'), card)).toBe(false)
  expect(isSmallFor({ ...picture(24, 24), src: undefined }, card)).toBe(false)
})
