import { expect, it } from 'vitest'
import { relOf, targetOf } from './rel-of.ts'

it.each(['_blank', 'shop', '_BLANK', '_top'])(
  'gives a page in the window "%s" no access to the page that opened it',
  (target) => {
    expect([targetOf(target), relOf(target)]).toEqual([target, 'noopener'])
  },
)

it.each([undefined, '_self'])('adds no attributes to a link that opens in the same window (%s)', (target) => {
  expect([targetOf(target), relOf(target)]).toEqual([undefined, undefined])
})
