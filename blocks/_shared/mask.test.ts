import { expect, it } from 'vitest'
import { maskClass, maskPercent } from './mask.ts'

it.each<[unknown, number]>([
  [0, 0],
  [0.35, 35],
  [1, 100],
  [1.5, 1.5],
  [60, 60],
  [250, 100],
  [-3, 0],
  [Number.POSITIVE_INFINITY, 100],
  [Number.NaN, 50],
  ['0.4', 50],
  [null, 50],
  [undefined, 50],
])('reads the mask opacity %s as %s percent', (value, percent) => {
  expect(maskPercent(value, 50)).toBe(percent)
})

it('rounds the class to steps of five', () => {
  expect([0, 2.4, 2.5, 62, 63, 100].map(maskClass)).toEqual([
    'mask-0',
    'mask-0',
    'mask-5',
    'mask-60',
    'mask-65',
    'mask-100',
  ])
})
