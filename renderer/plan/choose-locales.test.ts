import { expect, it } from 'vitest'
import { testSettings } from '#tests/fixtures/site.ts'
import { chooseLocales } from './choose-locales.ts'

const second = { id: 'second', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr'] }
const families = [...testSettings().families, second]

it.each([
  [{ locale: 'all' }, 'main', ['pl', 'en', 'de']],
  [{ locale: 'de, pl,de' }, 'main', ['pl', 'de']],
  [{ locale: 'all', family: 'second' }, 'second', ['fr']],
])('chooses %j', (wanted, id, locales) => {
  const chosen = chooseLocales(testSettings({ families }), wanted)
  expect({ id: chosen.family.id, locales: chosen.locales }).toEqual({ id, locales })
})

it.each([
  [
    { locale: 'all', family: 'third' },
    'There is no domain family "third".',
    'The families in the settings are: main, second.',
  ],
  [{ locale: 'fr,xx' }, 'The family "main" has no locale "fr", "xx".', 'Choose from: pl, en, de; or all.'],
  [{ locale: '' }, 'The family "main" has no locale "".', 'Choose from: pl, en, de; or all.'],
])('refuses %j with the choices', (wanted, message, hint) => {
  expect(() => chooseLocales(testSettings({ families }), wanted)).toThrow(expect.objectContaining({ message, hint }))
})
