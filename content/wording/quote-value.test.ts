import { expect, it } from 'vitest'
import { quoteValue } from './quote-value.ts'

it.each([
  [undefined, 'nothing'],
  [null, 'null'],
  [0, '0'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  [true, 'true'],
  ['', '""'],
  ['two\n"lines"', '"two\\n\\"lines\\""'],
  [['a', { b: 1 }], '["a",{"b":1}]'],
  ['\u001b[31m\u007f\u009b\u202e\u2028\u2066', '"\\u001b[31m\\u007f\\u009b\\u202e\\u2028\\u2066"'],
  ['\ud800', '"\\ud800"'],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['x'.repeat(61), `"${'x'.repeat(59)}…"`],
  [`${'x'.repeat(58)}😀y`, `"${'x'.repeat(58)}\ufffd…"`],
  [Array(100).fill(1), `[${'1,'.repeat(29)}…`],
])('shows %j as %s', (value, shown) => {
  expect(quoteValue(value)).toBe(shown)
})
