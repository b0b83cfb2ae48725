import { expect, it } from 'vitest'
import { page } from '#tests/fixtures/content.ts'
import { parseKeptDocument, withOwnIds } from './read-document.ts'

it('gives blocks with a duplicate id an unused one', () => {
  const idsOf = (...ids: string[]) => withOwnIds(ids.map((id) => ({ id }))).map(({ id }) => id)
  expect(idsOf('a', 'a', 'b', 'a')).toEqual(['a', 'a-2', 'b', 'a-3'])
  expect(idsOf('a-2', 'a', 'a')).toEqual(['a-2', 'a', 'a-3'])
})

it('parses a kept document as it was first read: without unknown blocks, and with unique ids', () => {
  const text = { id: 'a', type: 'text', html: '<p>Words</p>' }
  const body = JSON.stringify(page(1, 'Home', { blocks: [{ id: 'x', type: 'carousel' }, text, text] }))
  expect(parseKeptDocument('pages', Buffer.from(body))?.blocks.map(({ id }) => id)).toEqual(['a', 'a-2'])
  expect(parseKeptDocument('pages', Buffer.from('{"id": 1, "blocks": 7}'))).toBeUndefined()
})
