import { expect, it } from 'vitest'
import { fieldLabel } from './field-label.ts'

it.each([
  ['title', 'Title'],
  ['seoDescription', 'Description for search'],
  ['theme.backgroundImage.alt', 'Banner · Picture · Alternative text'],
  ['blocks[2].tiles[0].title', 'Block 3 · Tile 1 · Title'],
  ['publicationDate', 'Publication date'],
])('%s is "%s"', (path, label) => {
  expect(fieldLabel(path)).toBe(label)
})
