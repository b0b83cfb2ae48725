import { expect, it } from 'vitest'
import * as z from 'zod'
import { imageSchema, optional, optionalWords } from '#content/field-schemas.ts'
import { fieldsOf } from '#content/fields.ts'
import { postSchema } from '#content/schema.ts'
import { compareWords } from './compare-words.ts'

const page = (fields: object) => fieldsOf({ id: '1', title: 'Help', blocks: [], ...fields }, postSchema)
const text = (id: string, html: string) => ({ id, type: 'text', html })

it('reports added and removed words, field by field', () => {
  const changes = compareWords(page({ title: 'Help for you' }), page({ title: 'Help for all' }), 'en')
  expect(changes).toEqual([
    {
      path: 'title',
      label: 'Title',
      words: [
        { text: 'Help for ', kind: 'kept' },
        { text: 'you', kind: 'removed' },
        { text: 'all', kind: 'added' },
      ],
    },
  ])
})

it('reports a long text with other words throughout as another text', { timeout: 5000 }, () => {
  const long = (word: string) => Array.from({ length: 4000 }, (_, at) => `${word}${at}`).join(' ')
  const wordsOf = (was: string, is: string) => compareWords(page({ title: was }), page({ title: is }), 'en')[0]?.words
  const [removed, added] = [
    { text: long('a'), kind: 'removed' },
    { text: long('b'), kind: 'added' },
  ]
  expect(wordsOf(long('a'), long('b'))).toEqual([removed, added])
  expect(wordsOf('', long('b'))).toEqual([added])
  expect(wordsOf(long('a'), `${long('a')} more`)).toHaveLength(2)
})

it('compares the words of rich text, not its markup', () => {
  const before = page({ blocks: [text('a', '<p>Same <b>words</b></p>')] })
  expect(compareWords(before, page({ blocks: [text('a', '<p>Same&nbsp;words</p>\n')] }), 'en')).toEqual([])
})

it('compares the words of fields of any name, but no facts of documents and pictures', () => {
  const schema = postSchema.extend({ size: optionalWords, width: z.number(), image: optional(imageSchema) })
  const product = (size: string, width: number, updatedAt: string) =>
    fieldsOf({ size, width, image: { url: '/a.jpg', mime: 'image/jpeg', width }, updatedAt, blocks: [] }, schema)
  const changes = compareWords(product('Small', 1, '2026-01-01'), product('Large', 2, '2026-01-02'), 'en')
  expect(changes.map(({ path }) => path)).toEqual(['size', 'width'])
})

it('pairs blocks by their id, wherever they are', () => {
  const before = page({ blocks: [text('a', '<p>One</p>'), text('b', '<p>Two</p>')] })
  const moved = page({ blocks: [text('b', '<p>Two!</p>'), text('a', '<p>One</p>')] })
  expect(compareWords(before, moved, 'en').map(({ path }) => path)).toEqual(['blocks[0].html'])
})

it('reports removed words at their old path, and all words of a new document', () => {
  const changes = compareWords(page({ lead: 'Old' }), page({ seoTitle: 'New' }), 'en')
  expect(changes.map(({ path, words }) => [path, words[0]?.kind])).toEqual([
    ['seoTitle', 'added'],
    ['lead', 'removed'],
  ])
  expect(compareWords([], page({}), 'en')).toHaveLength(1)
})
