import { expect, it } from 'vitest'
import { datesOfMembers } from './document-dates.ts'

it.each([
  [['a'], 'a'],
  [['a', 'a'], 'a'],
  [['a', 'b'], 'a b'],
  [['a', undefined], undefined],
  [[undefined, 'a'], undefined],
  [['a', undefined, 'b'], undefined],
])('Nodes and summaries with the dates %j of one document give the date %j', (dates, known) => {
  const members = dates.map((updatedAt) => ({ slug: 'x', updatedAt }))
  expect(datesOfMembers([...members, { slug: 'y', updatedAt: 'c' }])).toEqual(
    new Map([
      ['x', known],
      ['y', 'c'],
    ]),
  )
})
