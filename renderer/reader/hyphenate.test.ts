import { expect, it } from 'vitest'
import { heldMemory } from '#tests/fixtures/held-memory.ts'
import { createHyphenation } from './hyphenate.ts'

const hyphenation = createHyphenation()
const shown = (locale: string, text: string) => hyphenation(locale)(text).replaceAll('\u00ad', '|')

it.each([
  ['de-AT', 'Lenkzeitüberschreitungen', 'Lenk|zeit|über|schrei|tungen'],
  ['de-AT', 'Kraftfahrzeug-Haftpflichtversicherung', 'Kraft|fahr|zeug-Haft|pflicht|ver|si|che|rung'],
  [
    'de-AT',
    'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
    'Rind|flei|sch|eti|ket|tie|rungs|über|wa|chungs|auf|ga|ben|über|tra|gungs|ge|setz',
  ],
  ['pl', 'przedsiębiorstwo', 'przed|się|bior|stwo'],
  ['en', 'misunderstandings', 'misun|der|stand|ings'],
  ['fr', 'géolocalisation', 'géolo|ca|li|sa|tion'],
  ['es', 'geolocalización', 'geolo|ca|li|za|ción'],
  ['cs', 'neobhospodařovaný', 'neob|hos|po|da|řo|vaný'],
  ['uk', 'природоохоронні', 'приро|до|охо|ронні'],
  ['el', 'παρακολούθηση', 'παρα|κο|λού|θηση'],
])('breaks long words of %s: %s', (locale, word, parts) => {
  expect(shown(locale, word)).toBe(parts)
})

it.each([
  ['h1', 'Abgabensysteme', 'Abgabensysteme'],
  ['h1', 'Flottenberatung', 'Flottenberatung'],
  ['h1', 'Maschinenstunden', 'Maschinenstunden'],
  ['h1', 'Temperatursensoren', 'Tempe|ra|tur|sen|soren'],
  ['h2', 'Dauerüberwachung', 'Dauerüberwachung'],
  ['h2', 'Kommunalmaschinen', 'Kommu|nal|ma|schinen'],
  ['h3', 'Kommunalfahrzeug', 'Kommunalfahrzeug'],
  ['h3', 'Datenschutzbehörde und Dauerüberwachung', 'Daten|schutz|be|hörde und Dauerüberwachung'],
] as const)('in the heading %s only breaks words that may not fit a narrow window: %s', (heading, word, parts) => {
  const typeset = hyphenation('de')
  expect(typeset(word, heading).replaceAll('\u00ad', '|')).toBe(parts)
  expect(typeset(word)).toContain('\u00ad')
})

it.each([
  'Flotte fährt heute',
  'www.datenschutzgrundverordnung.example',
  'datenschutzbeauftragter@example.com',
  'https://example.com/datenschutzgrundverordnung',
  'kraftfahrzeug_haftpflichtversicherung',
  'Haftpflicht\u00adversicherungsvertrag',
  'WVWZZZ1JZXW000001ABCDEFGHIJKLMN',
  'Schifffahrt'.repeat(20),
])('leaves "%s" unchanged', (text) => {
  expect(hyphenation('de')(text)).toBe(text)
})

it('breaks words of a long text with line breaks as its only separators', () => {
  expect(shown('de-AT', 'Dauerüberwachung\n'.repeat(20))).toBe('Dauer|über|wa|chung\n'.repeat(20))
})

it.each([
  ['ja', 'internationalization'],
  ['th', 'กระทรวงศกษาธการ'],
])('breaks no word of "%s", a language whose words need no hyphen or have no patterns', (locale, text) => {
  expect(shown(locale, text)).toBe(text)
})

it('keeps known words, but not the texts that contained them', () => {
  const shownFirst = (_: unknown, index: number) =>
    shown('de-AT', `Dauerüberwachung${'-Ost'.repeat(index % 40)} ${'wort '.repeat(20_000)}`).length
  expect(heldMemory(() => ({ hyphenation, lengths: Array.from({ length: 300 }, shownFirst) }))).toBeLessThan(2)
})
