/**
 * A date: its time in milliseconds, whether the text had an offset from UTC, and the date as HTML and structured data
 * write it, with a `T` before the time and with minutes in the offset.
 */
export type IsoDate = { time: number; hasOffset: boolean; iso: string }

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/

/** Digits after the milliseconds, which dates in HTML may not have. */
const moreThanMilliseconds = /(\.\d{3})\d+/

/**
 * Parses an ISO 8601 date, with or without a time. Returns `undefined` if the text is not a date. Without an offset,
 * the date is read as UTC, so that the result does not depend on the time zone of the machine.
 */
export function parseIsoDate(text: string | undefined): IsoDate | undefined {
  const [, day, clock, offset] = pattern.exec(text?.trim().toUpperCase() ?? '') ?? []
  if (day === undefined || !isDayOfCalendar(day)) return undefined
  const zone = offset?.replace(/(\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`) ?? ''
  const iso = clock === undefined ? day : `${day}T${clock.replace(moreThanMilliseconds, '$1')}${zone}`
  const time = Date.parse(clock === undefined || zone ? iso : `${iso}Z`)
  return Number.isNaN(time) ? undefined : { time, hasOffset: zone !== '', iso }
}

/** False for 30 February, which `Date.parse` reads as 2 March. */
function isDayOfCalendar(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** The date as a time in UTC, such as `2026-10-28T07:00:00.000Z`; `undefined` if the text is not a date. */
export function isoDate(text: string | undefined): string | undefined {
  const date = parseIsoDate(text)
  return date && new Date(date.time).toISOString()
}
