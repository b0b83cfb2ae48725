import { expect, it } from 'vitest'
import { translatorOf, writtenText } from '#locales/translator.ts'
import { type FieldScope, fieldValues, textKey } from './field-reads.ts'

const inEnglish = { boats: 'Boats', boats_zero: 'No boat', boats_one: 'A boat', boats_other: 'Many boats' }
const texts = {
  en: { own: { ...inEnglish, crew: 'Crew' } },
  pl: { own: { boats_one: 'Łódź', boats_few: 'Łodzie', boats_many: 'Łodzi' } },
  de: {},
}
const site = {
  family: { defaultLocale: 'en' },
  writtenText: (locale: string, key: string) => writtenText(texts, 'en', locale, key),
}
const scope = { site, textFile: (locale: string) => `texts/${locale}.json` } as unknown as FieldScope // what is read

it.each([
  ['en', 'own.boats', { count: 0 }, 'texts/en.json own.boats_zero'],
  ['en', 'own.boats', { count: 1 }, 'texts/en.json own.boats_one'],
  ['en', 'own.boats', {}, 'texts/en.json own.boats'],
  ['en', 'own.crew', { count: 0 }, 'texts/en.json own.crew'],
  ['pl', 'own.boats', { count: 3 }, 'texts/pl.json own.boats_few'],
  ['pl', 'own.boats', { count: 5 }, 'texts/pl.json own.boats_many'],
  ['de', 'own.boats', { count: 3 }, 'texts/en.json own.boats_other'],
])('in %s, the text %s with %j is from %s', (locale, name, values, field) => {
  const asked = [{ question: `["text","${locale}","${name}"]`, answer: site.writtenText(locale, name) }]
  const found = fieldValues(asked, scope).find(({ key }) => key === textKey(scope.site, locale, name, values))
  expect(`${found?.read.record} ${found?.read.path}`).toBe(field)
  expect(found?.read.value).toBe(translatorOf(texts, 'en')(locale)(name, values))
})

it('names values by their question and their place in the answer, as marked copies of answers do', () => {
  const menus = [{ name: 'Help', children: [{ name: 'Contact' }] }]
  const page = { title: 'About', blocks: [{ id: '1', type: 'text', html: '<p>Us</p>' }] }
  const asked = [
    { question: '["menu","en","main"]', answer: menus },
    { question: '["document","en","pages","2"]', answer: page },
  ]
  const place = { kind: 'pages', id: '2', locale: 'en' }
  const all = { site: { ...site, menu: () => menus }, place } as unknown as FieldScope
  expect(fieldValues(asked, all).map(({ key, read }) => [key, read.record, read.path, read.value])).toEqual([
    ['["document","en","pages","2"].title', 'en/pages/2', 'title', 'About'],
    ['["document","en","pages","2"].blocks[0].html', 'en/pages/2', 'blocks[0].html', '<p>Us</p>'],
    ['["menu","en","main"][0].name', 'en/menus', 'main[0].name', 'Help'],
    ['["menu","en","main"][0].children[0].name', 'en/menus', 'main[0].children[0].name', 'Contact'],
  ])
})
