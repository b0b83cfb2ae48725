import { expect, test } from 'vitest'
import { compareAnswers } from './compare-answers.ts'

const compare = (was: unknown, is: unknown) => compareAnswers(JSON.stringify(was) ?? '', JSON.stringify(is) ?? '')

test('Every field that differs is named, with its old and new value', () => {
  expect(compare({ title: 'A', theme: { mask: 1 } }, { title: 'B', theme: { mask: 2 } })).toEqual([
    { path: 'title', was: '"A"', is: '"B"' },
    { path: 'theme.mask', was: '1', is: '2' },
  ])
})

test('The part that contains a field is named when it has an id', () => {
  const blocks = (html: string) => ({ id: '1', blocks: [{ id: 'x' }, { id: 'y', image: { alt: html } }] })
  expect(compare(blocks('a'), blocks('b'))).toEqual([
    { path: 'blocks[1].image.alt', inside: 'y', was: '"a"', is: '"b"' },
  ])
  const lists = (sizes: number[], tags: string[]) => ({ id: '1', blocks: [{ id: 'x', sizes, tags }] })
  expect(compare(lists([1, 2], ['a']), lists([1, 3, 4], ['b']))).toEqual([
    { path: 'blocks[0].sizes[1]', inside: 'x', was: '2', is: '3' },
    { path: 'blocks[0].sizes[2]', inside: 'x', is: '4' },
    { path: 'blocks[0].tags', inside: 'x', item: { name: 'a', change: 'removed' } },
    { path: 'blocks[0].tags', inside: 'x', item: { name: 'b', change: 'added' } },
  ])
  const rows = (cell: string) => ({ id: '1', blocks: [{ id: 'x', rows: [{ slug: 'r', cell }] }] })
  expect(compare(rows('a'), rows('b'))).toEqual([
    { path: 'blocks[0].rows[0].cell', inside: 'x', was: '"a"', is: '"b"' },
  ])
})

test('Added and removed values are reported', () => {
  expect(compare({ list: [1] }, { list: [1, 2] })).toEqual([{ path: 'list[1]', is: '2' }])
  expect(compare([1, null], [1])).toEqual([{ path: '[1]', was: 'null' }])
  expect(compare({ a: 1, b: 2 }, { a: 1 })).toEqual([{ path: 'b', was: '2' }])
  expect(compareAnswers('{}', '{"__proto__":1}')).toEqual([{ path: '__proto__', is: '1' }])
  expect(compare(undefined, { a: 1 })).toEqual([{ path: '', is: '{"a":1}' }])
  expect(compare('/a', undefined)).toEqual([{ path: '', was: '"/a"' }])
})

test('Long values and long lists of changes are cut', () => {
  const [change] = compare('a'.repeat(1000), 'b')
  expect(change?.was).toHaveLength(201)
  expect(compare('a'.repeat(198), 'b')[0]?.was).toBe(`"${'a'.repeat(198)}"`) // with its quotation marks just short enough
  const many = (value: number) => Array.from({ length: 100 }, () => value)
  expect(compare(many(1), many(2))).toHaveLength(10)
  const names = (from: number) => Array.from({ length: 30 }, (_, at) => `name ${from + at}`)
  expect(compare(names(0), names(50))).toHaveLength(10)
})

const blocks = (...ids: string[]) => ({ id: '1', blocks: ids.map((id) => ({ id, html: `text of ${id}` })) })

test('A block that was added, removed or moved is reported as such, and the others are not reported', () => {
  expect(compare(blocks('a', 'b', 'c'), blocks('a', 'b', 'x', 'c'))).toEqual([
    { path: 'blocks', item: { name: 'x', change: 'added' }, is: '{"id":"x","html":"text of x"}' },
  ])
  expect(compare(blocks('a', 'b', 'c'), blocks('b', 'c'))).toEqual([
    { path: 'blocks', item: { name: 'a', change: 'removed' }, was: '{"id":"a","html":"text of a"}' },
  ])
  expect(compare(blocks('a', 'b', 'c', 'd'), blocks('d', 'a', 'b', 'c'))).toEqual([
    { path: 'blocks', item: { name: 'd', change: 'moved' }, was: '4', is: '1' },
  ])
  expect(compare(blocks('a', 'b', 'c', 'd'), blocks('b', 'c', 'd', 'a'))).toEqual([
    { path: 'blocks', item: { name: 'a', change: 'moved' }, was: '1', is: '4' },
  ])
})

test('A field of a moved block is reported with that block', () => {
  const other = blocks('c', 'a', 'b')
  const changed = {
    ...other,
    blocks: other.blocks.map((block) => (block.id === 'b' ? { ...block, html: 'new' } : block)),
  }
  expect(compare(blocks('a', 'b', 'c'), changed)).toEqual([
    { path: 'blocks', item: { name: 'c', change: 'moved' }, was: '3', is: '1' },
    { path: 'blocks[2].html', inside: 'b', was: '"text of b"', is: '"new"' },
  ])
})

test('Lists of texts, languages and slugs are compared by these values, and equal values by their place', () => {
  expect(compare(['5', '4', '3'], ['6', '5', '4'])).toEqual([
    { path: '', item: { name: '3', change: 'removed' } },
    { path: '', item: { name: '6', change: 'added' } },
  ])
  const languages = (...locales: string[]) => locales.map((locale) => ({ locale, href: `/${locale}` }))
  expect(compare(languages('pl', 'en'), languages('en'))).toEqual([
    { path: '', item: { name: 'pl', change: 'removed' }, was: '{"locale":"pl","href":"/pl"}' },
  ])
  expect(compare(['5'], ['5', '4'])).toEqual([{ path: '', item: { name: '4', change: 'added' } }])
  const pages = (...all: string[]) => ({ alternates: all.map((hreflang) => ({ hreflang, url: `/${hreflang}` })) })
  expect(compare(pages('pl', 'en', 'de'), pages('pl', 'de'))).toEqual([
    { path: 'alternates', item: { name: 'en', change: 'removed' }, was: '{"hreflang":"en","url":"/en"}' },
  ])
  expect(compare(blocks('a', 'a'), blocks('b', 'a')).map(({ path }) => path)).toEqual([
    'blocks[0].id',
    'blocks[0].html',
  ])
})

test('Values of another kind, and lists of another length, differ', () => {
  expect(compare({ list: [1] }, { list: { 0: 1 } })).toEqual([{ path: 'list', was: '[1]', is: '{"0":1}' }])
  expect(compare('A', { title: 'A' })).toEqual([{ path: '', was: '"A"', is: '{"title":"A"}' }])
  expect(compare({ list: [1, 2] }, { list: [1] })).toEqual([{ path: 'list[1]', was: '2' }])
})

test('The same fields in another order are not a change', () => {
  expect(compare({ title: 'A', theme: { a: 1, b: 2 } }, { theme: { b: 2, a: 1 }, title: 'A' })).toEqual([])
})
