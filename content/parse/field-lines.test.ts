import { expect, it } from 'vitest'
import { openLines } from './field-lines.ts'
import { nameField } from './parse-document.ts'

const text = `# A page
id: 1
title: &title
  Words
blocks:
  - id: 1
    type: text
  - {id: 2,
     type: *title}
? [odd, key]
: value
"0": zero
`

it.each<[PropertyKey[], number]>([
  [[], 2],
  [['title'], 3],
  [['blocks'], 5],
  [['blocks', 0], 6],
  [['blocks', 0, 'type'], 7],
  [['blocks', 1, 'type'], 9],
  [['0'], 12],
  [['blocks', 1, 'html'], 8],
  [['missing', 'field'], 2],
])('finds the line of %j', (path, line) => {
  expect(openLines(text, 'a.yaml')(path)).toBe(line)
})

it('finds the lines of JSON, and of a list', () => {
  expect(openLines('[{"id": 1},\n {"id": 2}]', 'a.json')([1, 'id'])).toBe(2)
})

it('names a field as messages do', () => {
  expect([nameField([]), nameField(['blocks', 0, 'title']), nameField([0, 'slug'])]).toEqual([
    '',
    'blocks[0].title',
    '[0].slug',
  ])
})

it('refuses a text that is nested too deeply, in a sentence with the name of its file', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
  expect(openLines(nested(99), 'a.json')([0])).toBe(1)
  for (const levels of [100, 100_000])
    expect(() => openLines(nested(levels), 'a.json')).toThrow(
      '"a.json" nests lists and objects 100 levels deep, or deeper.',
    )
})
