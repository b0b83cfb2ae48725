import { expect, it } from 'vitest'
import { languageName } from './language-name.ts'

it('names a language in its own words, with a capital letter', () => {
  expect(['pl', 'fr', 'de', 'en-GB'].map(languageName)).toEqual(['Polski', 'Français', 'Deutsch', 'British English'])
})
