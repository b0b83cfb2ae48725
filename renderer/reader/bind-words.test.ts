import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bindWords } from './bind-words.ts'

/** The bound text, with a tilde for each no-break space and a plus for each word joiner. */
const bound = (text: string, locale: string) =>
  bindWords(text, locale).replaceAll('\u00a0', '~').replaceAll('\u2060', '+')

it.each([
  ['en', 'at 50 km/h for 40 min, 4.2 t of 41 000 and 10 %', 'at 50~km/h for 40~min, 4.2~t of 41~000 and 10~%'],
  ['en', 'at 12 V and 1.9 mA, by 3 Vans', 'at 12~V and 1.9~mA, by 3 Vans'],
  ['de', '±0,1 K bei 868 MHz, 10 µA und 5 bar, 2 Barren', '±0,1~K bei 868~MHz, 10~µA und 5~bar, 2 Barren'],
  ['en', '5 lorries, 10 mice, 3 halls, I am a man', '5 lorries, 10 mice, 3 halls, I am a man'],
  ['pl', 'I w nocy, i z trasy: 20 zł (w UE) do 5 osób', 'I~w~nocy, i~z~trasy: 20~zł (w~UE) do 5 osób'],
  ['pl', 'dom a ogród, ta sama', 'dom a~ogród, ta sama'],
  ['cs', 'v lese i k ránu s ním', 'v~lese i~k~ránu s~ním'],
  ['sk', 'v lese i k ránu s ním', 'v~lese i~k~ránu s~ním'],
  ['cs', 'za 90 Kč a 5 km', 'za 90~Kč a~5~km'],
  ['uk', '12,5 м, 90 км/год, 3 кг за 1,2 млн грн., 5 місяців', '12,5~м, 90~км/год, 3~кг за 1,2~млн грн., 5 місяців'],
  ['uk', 'І в лісі, й у полі; сім’я з дому', 'І~в~лісі, й~у~полі; сім’я з~дому'],
  ['de', 'Um 8 Uhr, z. B. nach § 26, d. h. bald', 'Um 8~Uhr, z.~B. nach §~26, d.~h. bald'],
  ['de', 'Lkw u. Ä., s. o.', 'Lkw u.~Ä., s.~o.'],
  ['de-AT', 'Um 8 Uhr, z. B. nach § 26', 'Um 8~Uhr, z.~B. nach §~26'],
  ['en', 'number 12 3456 of 12 345', 'number 12 3456 of 12~345'],
  [
    'en',
    'on +48 61 000 01 10, +44 (0)20 7946 0958 or (030) 23 12 5',
    'on +48~61~000~01~10, +44~(0)20~7946~0958 or (030)~23~12~5',
  ],
  ['ja', 'on +81 3-1234-5678 or 03-1234-5678', 'on +81~3-+1234-+5678 or 03-1234-5678'],
  ['en', 'in 10 12 14 of 2026, 0 1 2', 'in 10 12 14 of 2026, 0 1 2'],
  ['fr', 'Pourquoi ? « Oui » : voilà !', 'Pourquoi~? «~Oui~»~: voilà~!'],
  ['pl', 'wtorek–piątek, 8–16, 3 – 4, a1–b2', 'wtorek–piątek, 8–+16, 3 – 4, a1–b2'],
  ['es', 'a las 8 h y 300 km', 'a las 8~h y 300~km'],
  ['pt-BR', '', ''],
])('in "%s" it binds "%s"', (locale, text, expected) => {
  expect(bound(text, locale)).toBe(expected)
  expect(bindWords(text, locale).replaceAll('\u2060', '')).toHaveLength(text.length)
})

it('is fast for a long text that binds everywhere or nowhere', () => {
  for (const text of ['1 '.repeat(200_000), ' '.repeat(400_000), 'w '.repeat(200_000), '00 ('.repeat(100_000)]) {
    expect(bindWords(text, 'pl')).toHaveLength(text.length)
  }
})

it.each(['pl', 'en', 'de', 'fr', 'es'])(
  'is not needed for the interface texts of "%s", which are already bound',
  (locale) => {
    const lines = readFileSync(`locales/${locale}.json`, 'utf8')
      .replaceAll(/\{\{\w+\}\}/g, '5')
      .split('\n')
    expect(lines.filter((line) => bindWords(line, locale) !== line || / […%]/.test(line))).toEqual([])
  },
)
