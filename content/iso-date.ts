/** A moment in milliseconds, and whether the text named an offset from UTC. */
export type IsoDate = { time: number; hasOffset: boolean }

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Parses an ISO 8601 date, with or without a time; `undefined` when the text is none. Without an offset it is taken as UTC, so that the
 * time zone of the machine never shows.
 */
export function parseIsoDate(text: string | undefined): IsoDate | undefined {
  const [, day, clock = '00:00', offset] = pattern.exec(text?.trim() ?? '') ?? []
  if (day === undefined || !isDayOfCalendar(day)) return undefined
  const time = Date.parse(`${day}T${clock}${offset?.toUpperCase().replace(/(\d{2})(\d{2})$/, '$1:$2') ?? 'Z'}`)
  return Number.isNaN(time) ? undefined : { time, hasOffset: offset !== undefined }
}

/** False for 30 February, which `Date.parse` takes for 2 March. */
function isDayOfCalendar(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** The date as a moment in UTC, as `2026-10-28T07:00:00.000Z`; `undefined` when the text is no date. */
export function isoDate(text: string | undefined): string | undefined {
  const date = parseIsoDate(text)
  return date && new Date(date.time).toISOString()
}
