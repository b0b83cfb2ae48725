import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import { areaTexts, isWritten, missingKeys, readTexts, translatorOf, writtenText } from './translator.ts'

const texts = {
  pl: { form: { send: 'Wyślij', greet: 'Cześć, {{name}}' } },
  de: { form: { send: 'Senden', greet: '' } },
}
const translateTo = translatorOf(texts, 'pl')

it('uses the text of the locale, or else that of the default locale, or else the key', () => {
  expect(translateTo('de')('form.send')).toBe('Senden')
  expect(translateTo('fr')('form.send')).toBe('Wyślij')
  expect(translateTo('de')('form.unknown')).toBe('form.unknown')
})

it('fills in values unescaped, and falls back if a text is empty', () => {
  expect(translateTo('pl')('form.greet', { name: '<b>' })).toBe('Cześć, <b>')
  expect(translateTo('de')('form.greet', { name: 'Anna' })).toBe('Cześć, Anna')
  expect(translateTo('de')('form.greet', { name: 'Jan' })).toBe('Cześć, Jan')
})

it('chooses a plural form by a number, and fills in only the values that are given', () => {
  const forms = { page_one: '{{count}} page of {{ name }}', page_other: '{{count}} pages of {{name}}' }
  const english = translatorOf({ en: { ...forms, price: '{{sum}} $' } }, 'en')('en')
  expect(english('page', { count: 1, name: 'A' })).toBe('1 page of A')
  expect(english('page', { count: 2, name: '$& {{sum}}' })).toBe('2 pages of $& {{sum}}')
  expect(english('price', { sum: 0 })).toBe('0 $')
  expect(english('price', { sum: '{{sum}} $&' })).toBe('{{sum}} $& $')
  expect(english('price', { other: 1 })).toBe('{{sum}} $')
})

it('lists every key that a locale lacks', () => {
  expect(missingKeys(texts, 'fr')).toEqual(['form.greet', 'form.send'])
  expect(missingKeys(texts, 'pl')).toEqual([])
})

it('treats a text as written in whichever plural forms a language has', () => {
  const forms = {
    pl: { own: { nest_one: 'gniazdo', nest_few: 'gniazda', nest_many: 'gniazd' } },
    en: { own: { nest_one: 'nest', nest_other: 'nests', egg: 'egg' } },
    de: {},
  }
  expect(['pl', 'en', 'de'].map((locale) => missingKeys(forms, locale))).toEqual([
    ['own.egg'],
    [],
    ['own.egg', 'own.nest'],
  ])
  const isIn = (locale: string, key: string): boolean => isWritten(writtenText(forms, 'en', locale, key), key)
  expect([isIn('pl', 'own.nest'), isIn('de', 'own.nest'), isIn('en', 'own.ne')]).toEqual([true, false, false])
})

it('returns the texts of an area, each from the first locale that has it', () => {
  const own = { en: { own: { a: { b: 'B {{x}}' }, c: 'C' } }, de: { own: { a: { b: 'Be' }, c: '' } } }
  expect(areaTexts(own, { area: 'own', locales: ['de', 'en'] })).toEqual({ 'own.a.b': 'Be', 'own.c': 'C' })
  expect(areaTexts(own, { area: 'none', locales: ['de'] })).toEqual({})
})

it('has no texts for a locale without a file', () => {
  expect(readTexts(['xx'])).toEqual({ xx: {} })
})

it('has no text where a file of the site leaves it empty, so the text of the tool is used, or is missing', () => {
  const siteRoot = mkdtempSync(join(tmpdir(), 'texts-'))
  mkdirSync(join(siteRoot, 'texts'))
  for (const locale of ['de', 'cs']) {
    writeFileSync(join(siteRoot, 'texts', `${locale}.json`), '{ "header": { "menu": "", "search": "X" } }')
  }
  const read = readTexts(['de', 'cs'], siteRoot)
  rmSync(siteRoot, { recursive: true })
  expect(read).toMatchObject({ de: { header: { menu: 'Menü', search: 'X' } }, cs: { header: { search: 'X' } } })
  expect(missingKeys(read, 'cs')).toContain('header.menu')
})

it('gives a locale with a country the texts of its language', () => {
  const { 'de-AT': austrian, de } = readTexts(['de-AT', 'de'])
  expect(austrian).toEqual(de)
  expect(missingKeys(readTexts(['en-GB', 'fr']), 'en-GB')).toEqual([])
})

const locales = ['pl', 'en', 'de', 'fr', 'es']

it.each(locales)('has every interface text in "%s"', (locale) => {
  expect(missingKeys(readTexts(locales), locale)).toEqual([])
})

it.each(locales)(
  'returns the same as i18next for every text of "%s", with the values of forms, other values and none',
  (locale) => {
    const texts = readTexts(locales)
    const odd = {
      plain: 'a {{name}} b',
      broken: 'a {{name b',
      listed: '{{- name}}, {{ name }}',
      dollar: '$t(own.plain) {{name}}',
    }
    const all = {
      ...texts,
      [locale]: { ...texts[locale], own: { ...odd, some_few: 'few {{count}}', some: 'some {{count}}' } },
    }
    const byI18next = createInstance()
    void byI18next.init({
      ...{ initAsync: false, load: 'currentOnly', fallbackLng: 'pl', returnEmptyString: false },
      resources: Object.fromEntries(Object.entries(all).map(([one, translation]) => [one, { translation }])),
      interpolation: { escapeValue: false },
    })
    const keysIn = (tree: object, area = ''): string[] =>
      Object.entries(tree).flatMap(([name, part]) =>
        typeof part === 'string' ? [area + name] : keysIn(part, `${area}${name}.`),
      )
    const ofForm = { size: 5, formats: 'PDF', percent: '{{percent}}', name: '{{name}}', left: '{{left}}', over: '$&' }
    const given: (Record<string, string | number> | undefined)[] = [
      undefined,
      { name: 'A & B' },
      { ...ofForm, count: 1 },
      { ...ofForm, count: 3 },
      { count: 22, page: 2 },
    ]
    const text = translatorOf(all, 'pl')(locale)
    for (const key of new Set(keysIn(all[locale] ?? {}).flatMap((one) => [one, one.replace(/_[a-z]+$/, '')]))) {
      for (const values of given) {
        expect([key, text(key, values)]).toEqual([key, byI18next.getFixedT(locale)(key, { ...values, nest: false })])
      }
    }
  },
)
