import { expect, it } from 'vitest'
import { fieldLabel } from './field-label.ts'

it('A path is described in words', () => {
  expect(fieldLabel('blocks[2].tiles[0].title')).toBe('Block 3 · Tile 1 · Title')
  expect(fieldLabel('theme.backgroundImage.alt')).toBe('Banner · Picture · Alternative text')
  expect(fieldLabel('blocks[0].plans.Upper deck')).toBe('Block 1 · Plans · Upper deck')
})

it.each(Object.getOwnPropertyNames(Object.prototype))(
  'A field with the name "%s" is described by this name',
  (name) => {
    expect(fieldLabel(`blocks[0].${name}`)).toMatch(/^Block 1 · [\w ]+$/)
  },
)
