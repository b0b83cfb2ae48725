import { expect, it } from 'vitest'
import * as z from 'zod'
import { causesOf } from './causes-of.ts'

it('words what a schema refuses in one line, not as JSON', () => {
  const schema = z.object({ isPublished: z.literal(true), pages: z.object({ total: z.number() }) })
  const cause = schema.safeParse({ isPublished: false, pages: { total: 'x' } }).error
  expect(causesOf(new Error('"report.json" is not a report.', { cause }))).toEqual([
    '"report.json" is not a report.',
    'isPublished: Invalid input: expected true and pages.total: Invalid input: expected number, received string',
  ])
  expect(causesOf(schema.safeParse(null).error)).toEqual(['Invalid input: expected object, received null'])
})

it('leaves out a cause whose words an earlier one contains', () => {
  const cause = new Error('no space', { cause: new Error('disk 7') })
  expect(causesOf(new Error('It cannot be written: no space.', { cause }))).toEqual([
    'It cannot be written: no space.',
    'disk 7',
  ])
})

it('words any other error by its message, its name, or as it is', () => {
  expect(causesOf(new Error('a', { cause: new TypeError('', { cause: 'b' }) }))).toEqual(['a', 'TypeError', 'b'])
})
