import { expect, it } from 'vitest'
import { longDate } from './long-date.ts'

const inWarsaw = (iso: string, locale = 'en') => longDate(iso, { locale, timeZone: 'Europe/Warsaw' })?.text

it.each([
  ['2026-10-28', 'October 28, 2026'],
  ['2026-10-28T23:30:00Z', 'October 29, 2026'],
  ['2026-07-28T21:30:00Z', 'July 28, 2026'],
  ['2026-07-28T22:30:00Z', 'July 29, 2026'],
  ['2026-10-28T23:30:00+01:00', 'October 28, 2026'],
  ['2026-10-28T23:30:00+0100', 'October 28, 2026'],
  ['2026-10-28T00:30:00', 'October 28, 2026'],
  ['2026-10-28 23:59', 'October 28, 2026'],
  ['2026-12-31T23:00:00.123456Z', 'January 1, 2027'],
  ['2028-02-29', 'February 29, 2028'],
])('shows %s as %s', (iso, text) => {
  expect(inWarsaw(iso)).toBe(text)
})

it.each(['', '1', 'yesterday', 'October 28, 2026', '28.10.2026', '2026-13-01', '2026-02-30', '2026-10-28T25:00:00Z'])(
  'treats %j as an invalid date',
  (iso) => {
    expect(inWarsaw(iso)).toBeUndefined()
  },
)

it.each([
  ['pl', '28 października 2026'],
  ['de', '28. Oktober 2026'],
  ['fr', '28 octobre 2026'],
  ['es', '28 de octubre de 2026'],
])('writes the month in "%s"', (locale, text) => {
  expect(inWarsaw('2026-10-28', locale)).toBe(text)
})

it('keeps a machine form that HTML allows', () => {
  const iso = '2026-10-28T08:00:00+01:00'
  expect(longDate(iso, { locale: 'en', timeZone: 'Europe/Warsaw' })?.iso).toBe(iso)
})

it.each([
  ['2026-10-28T08:00:00.123456Z', '2026-10-28T08:00:00.123Z'],
  [' 2026-10-28t08:00:00z ', '2026-10-28T08:00:00Z'],
  ['2026-10-28 08:00', '2026-10-28T08:00'],
  ['2026-10-28 08:00:00+02', '2026-10-28T08:00:00+02:00'],
])('writes %j in the machine form of HTML', (written, iso) => {
  expect(longDate(written, { locale: 'en', timeZone: 'UTC' })?.iso).toBe(iso)
})

it('uses the day of the time zone', () => {
  const dayIn = (timeZone: string) => longDate('2026-10-28T23:30:00Z', { locale: 'en', timeZone })?.text
  expect(['Europe/Warsaw', 'UTC', 'Europe/Warsaw'].map(dayIn)).toEqual([
    'October 29, 2026',
    'October 28, 2026',
    'October 29, 2026',
  ])
})
