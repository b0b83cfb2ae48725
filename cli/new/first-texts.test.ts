import { expect, it } from 'vitest'
import { textsFor } from './first-texts.ts'

it.each(['pl', 'de-AT'])('leaves the texts in "%s" to the tool', (locale) => {
  expect(textsFor(locale)).toBe('{}\n')
})

it('begins with English texts for a language that the tool does not have', () => {
  expect(JSON.parse(textsFor('pt-BR'))).toMatchObject({ header: { skip: 'Skip to content' } })
})
