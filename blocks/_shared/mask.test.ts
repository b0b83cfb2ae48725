import { readFileSync } from 'node:fs'
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

it('expresses every whole percent by classes whose values the styles add up', () => {
  const styles = readFileSync('blocks/_shared/mask.css', 'utf8')
  const partOf = (name: string) => Number(new RegExp(`\\.${name} \\{\\s*--mask-\\w+: ([\\d.]+);`).exec(styles)?.[1])
  for (let percent = 0; percent <= 100; percent += 1) {
    const [base, ...parts] = maskClass(percent).split(' ')
    expect(base).toBe('mask')
    expect(parts.map(partOf).reduce((sum, value) => sum + value, 0)).toBeCloseTo(percent / 100, 9)
  }
  expect(maskClass(36.6)).toBe(maskClass(37))
})
