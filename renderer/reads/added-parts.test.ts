import { expect, test } from 'vitest'
import { addedParts } from './added-parts.ts'
import { digestOf } from './digest-of.ts'
import type { KnownQuestion } from './page-memory.ts'

function added(was: unknown, is: unknown, lacking: string[] = []): string[] | undefined {
  const json = JSON.stringify(was)
  const known: KnownQuestion = {
    ...{ id: 1, question: '["x"]', unread: [], digest: digestOf(json), lacking: digestOf(lacking.join('\n')) },
  }
  return addedParts(known, { json, lacking }, JSON.stringify(is))
}

test('Parts that are new and that no page looked for change nothing', () => {
  expect(added({ title: 'A' }, { title: 'A', updatedAt: 'now' })).toEqual(['updatedAt'])
  expect(added({ theme: { title: 'A' } }, { theme: { title: 'A', mask: { of: 1 } } })).toEqual(['theme.mask'])
  expect(added({ blocks: [{ id: 1 }] }, { blocks: [{ id: 1, headline: 'B' }] })).toEqual(['blocks[0].headline'])
  expect(added({ title: 'A' }, { title: 'A' })).toEqual([])
})

test('Parts that pages looked for, one by one or all of them, do', () => {
  expect(added({ title: 'A' }, { title: 'A', lead: 'B' }, ['lead'])).toBeUndefined()
  expect(added({ theme: {} }, { theme: { any: 'B' } }, ['theme.*'])).toBeUndefined()
  expect(added({}, { any: 'B' }, ['*'])).toBeUndefined()
})

test('Other values, parts that have gone and lists of another length do', () => {
  expect(added({ title: 'A' }, { title: 'B', more: 1 })).toBeUndefined()
  expect(added({ title: 'A', lead: 'B' }, { title: 'A' })).toBeUndefined()
  expect(added({ list: [1] }, { list: [1, 2] })).toBeUndefined()
  expect(added({ list: [1] }, { list: { 0: 1 } })).toBeUndefined()
  expect(added('A', { title: 'A' })).toBeUndefined()
})

test('An answer or a list of what was looked for that is not the one that was kept is not believed', () => {
  const known = { id: 1, question: '["x"]', unread: [], digest: digestOf('{"a":1}'), lacking: digestOf('b') }
  expect(addedParts(known, { json: '{"a":1}', lacking: ['b'] }, '{"a":1,"c":1}')).toEqual(['c'])
  expect(addedParts(known, { json: '{"a":2}', lacking: ['b'] }, '{"a":2,"c":1}')).toBeUndefined()
  expect(addedParts(known, { json: '{"a":1}', lacking: [] }, '{"a":1,"b":1}')).toBeUndefined()
})
