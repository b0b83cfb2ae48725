import { expect, it } from 'vitest'
import { relOf, targetOf } from './rel-of.ts'

it.each(['_blank', 'shop', '_BLANK', '_top'])(
  'keeps what opens in the window "%s" from the page it was opened from',
  (target) => {
    expect([targetOf(target), relOf(target)]).toEqual([target, 'noopener'])
  },
)

it.each([undefined, '_self'])('says nothing of a link that stays in its window (%s)', (target) => {
  expect([targetOf(target), relOf(target)]).toEqual([undefined, undefined])
})
