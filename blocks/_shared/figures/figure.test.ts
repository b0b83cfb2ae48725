import { expect, it } from 'vitest'
import { figureOf } from './figure.ts'

it.each([
  ['41,000', '41,000', '', ''],
  ['41 000', '41 000', '', ''],
  ['1\u00a0900', '1\u00a0900', '', ''],
  ['1’900', '1’900', '', ''],
  ['24/7', '24/7', '', ''],
  ['92 s', '92', 's', ''],
  ['−12 %', '−12 %', '', ''],
  ['–18 °C', '–18', '°C', ''],
  ['−196 °C unterste Messgrenze', '−196', '°C', 'unterste Messgrenze'],
  ['±0,1 K Messunsicherheit', '±0,1', 'K', 'Messunsicherheit'],
  ['18,4\u00a0Mio. Fahrgäste', '18,4', 'Mio.', 'Fahrgäste'],
  ['2000 m Höhe', '2000', 'm', 'Höhe'],
  ['1,2 Mrd. € Umsatz', '1,2', 'Mrd. €', 'Umsatz'],
  ['12 mln zł oszczędności', '12', 'mln zł', 'oszczędności'],
  ['300 tys. km', '300', 'tys. km', ''],
  ['12 M€ de chiffre d’affaires', '12', 'M€', 'de chiffre d’affaires'],
  ['80 m² biura', '80', 'm²', 'biura'],
  ['12 m³', '12', 'm³', ''],
  ['49 € la séance', '49', '€', 'la séance'],
  ['5 minutes', '5', '', 'minutes'],
  ['360°', '360°', '', ''],
  ['8′', '8′', '', ''], // feet or minutes, not a comma beside the number
  ['27" Diagonale', '27"', '', 'Diagonale'],
  ['€4.2m', '€4.2', 'm', ''],
  ['99,9\u00a0% pewności', '99,9\u00a0%', '', 'pewności'],
  ['14 days to change your mind', '14', '', 'days to change your mind'],
  ['2009', '2009', '', ''],
  ['10.000.000 Kunden', '10.000.000', '', 'Kunden'], // the longest number, then the longest words
  [`7 ${'a'.repeat(60)}`, '7', '', 'a'.repeat(60)],
])('splits "%s" into the number "%s", the unit "%s" and the words "%s"', (title, number, unit, words) => {
  expect(figureOf(title)).toEqual({ number, unit, words })
})

it.each([
  ['', 'Fitters', 'Every 10 seconds'],
  ['1 January 2026', '1. Schritt: Gespräch', '2009 the first lorry', '3D-Karte', '5 of 10'],
  ['48 600 000 123', '+48 61 000 01 10', '100.000.000 Kunden', `7 ${'a'.repeat(61)}`],
  [`7 ${'very '.repeat(20)}long words`],
  ['"10" reasons to switch', "'10' reasons to switch", '„10" Gründe'],
])('finds no figure in other titles, such as dates, ordinals and phone numbers', (...titles) => {
  for (const title of titles) expect.soft(figureOf(title), title).toBeUndefined()
})
