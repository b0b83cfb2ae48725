import { expect, it } from 'vitest'
import { fieldsOf } from '#content/fields.ts'
import { pageSchema } from '#content/schema.ts'
import { translationGaps } from './translation-gaps.ts'

const gaps = (own: object, theirs: object) => translationGaps(fieldsOf(own, pageSchema), fieldsOf(theirs, pageSchema))

const block = (type: string, fields: object = {}) => ({ id: type, type, ...fields })

it('names fields, blocks and alternative texts that a translation lacks', () => {
  const own = {
    title: 'Help',
    updatedAt: '2026-11-01',
    seoDescription: 'Said',
    theme: { title: 'Banner', maskOpacity: 60, backgroundImage: { url: '/b.jpg', alt: 'A road' } },
    blocks: [block('text'), block('faq', { headline: 'Questions' }), block('text')],
  }
  const theirs = {
    title: 'Pomoc',
    theme: { title: 'Baner' },
    blocks: [block('text', { image: { url: '/a.jpg' } }), block('text')],
  }
  expect(gaps(own, theirs)).toEqual([
    ...['Description for search', 'Banner · Picture'],
    'Block "faq" (Questions)',
    'Block 1 · Picture: alternative text',
  ])
})

it('names nothing in a translation that has more', () => {
  expect(gaps({ blocks: [] }, { seoTitle: 'More', blocks: [block('text')] })).toEqual([])
})
