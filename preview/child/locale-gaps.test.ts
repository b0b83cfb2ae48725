import { expect, it } from 'vitest'
import { localeGaps } from './locale-gaps.ts'

const block = (type: string, fields: object = {}) => ({ id: type, type, ...fields })

it('names fields, blocks and alternative texts that a translation lacks', () => {
  const own = {
    title: 'Help',
    seoDescription: 'Said',
    theme: { title: 'Banner' },
    blocks: [block('text'), block('faq', { headline: 'Questions' }), block('text')],
  }
  const theirs = {
    title: 'Pomoc',
    theme: { title: 'Baner' },
    blocks: [block('text', { image: { url: '/a.jpg' } }), block('text')],
  }
  expect(localeGaps(own, theirs)).toEqual([
    'Description for search',
    'Block "faq" (Questions)',
    'Block 1 · Picture: alternative text',
  ])
})

it('names nothing in a translation that has more', () => {
  expect(localeGaps({ blocks: [] }, { seoTitle: 'More', blocks: [block('text')] })).toEqual([])
})
