import { expect, test } from 'vitest'
import { compareAnswers } from './reason.ts'

const compare = (was: unknown, is: unknown) => compareAnswers(JSON.stringify(was) ?? '', JSON.stringify(is) ?? '')

test('Names every field that differs, with what it held and holds', () => {
  expect(compare({ title: 'A', theme: { mask: 1 } }, { title: 'B', theme: { mask: 2 } })).toEqual([
    { path: 'title', was: '"A"', is: '"B"' },
    { path: 'theme.mask', was: '1', is: '2' },
  ])
})

test('Names the part that a field stands in, when that has an id', () => {
  const blocks = (html: string) => ({ id: '1', blocks: [{ id: 'x' }, { id: 'y', image: { alt: html } }] })
  expect(compare(blocks('a'), blocks('b'))).toEqual([
    { path: 'blocks[1].image.alt', inside: 'y', was: '"a"', is: '"b"' },
  ])
})

test('Tells what is new and what has gone', () => {
  expect(compare({ list: [1] }, { list: [1, 2] })).toEqual([{ path: 'list[1]', is: '2' }])
  expect(compare({ a: 1, b: 2 }, { a: 1 })).toEqual([{ path: 'b', was: '2' }])
  expect(compare(undefined, { a: 1 })).toEqual([{ path: '', is: '{"a":1}' }])
  expect(compare('/a', undefined)).toEqual([{ path: '', was: '"/a"' }])
})

test('Cuts long values and long lists of changes', () => {
  const [change] = compare('a'.repeat(1000), 'b')
  expect(change?.was).toHaveLength(201)
  const many = (value: number) => Array.from({ length: 100 }, () => value)
  expect(compare(many(1), many(2))).toHaveLength(10)
})
