import { expect, it } from 'vitest'
import { readTexts, translatorOf } from '#locales/translator.ts'
import { describeCategory } from './describe-category.ts'

const locales = ['pl', 'en', 'de', 'fr', 'es']
const translateTo = translatorOf(readTexts(locales), 'pl')
const words = { name: 'Sonden', parent: 'Sensoren', children: ['A1', 'B2', 'C3'], brand: 'Marke' }

it.each(locales)('names category, parent, brand and children in "%s"', (locale) => {
  const description = describeCategory(words, translateTo(locale), locale)
  for (const word of ['Sonden', 'Sensoren', 'Marke', 'A1', 'B2', 'C3']) expect(description).toContain(word)
  expect(description).not.toMatch(/[{}]/)
})

it('differs from language to language', () => {
  const all = locales.map((locale) => describeCategory(words, translateTo(locale), locale))
  expect(new Set(all).size).toBe(locales.length)
})

it('names as many subcategories as fit, and says that there are more', () => {
  const children = Array.from({ length: 40 }, (_, at) => `Child number ${at}`)
  const description = describeCategory({ ...words, children }, translateTo('en'), 'en')
  expect(description.length).toBeLessThanOrEqual(160)
  expect(description).toMatch(/Subcategories: Child number 0, Child number 1, .*Child number \d, ….$/)
})

it('is as long as search engines show, and no longer', () => {
  const lengthOf = (letters: number) =>
    describeCategory({ ...words, children: ['A', 'x'.repeat(letters)] }, translateTo('en'), 'en').length
  const most = 160 - lengthOf(0)
  expect([lengthOf(most), lengthOf(most + 1) < 160]).toEqual([160, true])
})

it('leaves out subcategories with names that are too long', () => {
  const description = describeCategory({ ...words, children: ['x'.repeat(300)] }, translateTo('de'), 'de')
  expect(description).toBe('Sonden in der Kategorie „Sensoren“ bei Marke.')
})
