import { expect, it } from 'vitest'
import { isoDate } from './iso-date.ts'

it.each([
  ['2026-10-28', '2026-10-28T00:00:00.000Z'],
  ['2026-10-28T00:30:00', '2026-10-28T00:30:00.000Z'],
  ['2026-10-28 00:30', '2026-10-28T00:30:00.000Z'],
  [' 2026-10-28T08:00:00+0100 ', '2026-10-28T07:00:00.000Z'],
  ['2026-10-28 08:00:00.123+02', '2026-10-28T06:00:00.123Z'], // as PostgreSQL writes it
  ['2026-10-28T08:00:00-0330', '2026-10-28T11:30:00.000Z'],
  ['2026-10-28T08:00:00+2', undefined],
  ['2026-10-28t08:00:00.5z', '2026-10-28T08:00:00.500Z'],
  ['2026-05-14T24:00:00', '2026-05-15T00:00:00.000Z'], // the end of a day
  ['2026-05-14T24:00:01', undefined],
  ['2026-02-30', undefined],
  ['28.10.2026', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('reads %j as %j, in any time zone', (text, expected) => {
  const zone = process.env.TZ
  for (const name of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    process.env.TZ = name
    expect(isoDate(text)).toBe(expected)
  }
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})
