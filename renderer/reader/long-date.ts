import { parseIsoDate } from '#content/iso-date.ts'

export type LongDate = { iso: string; text: string }

const formats = new Map<string, Intl.DateTimeFormat>()
/** The dates of posts stand on many pages. */
const known = new Map<string, LongDate>()
const mostKnown = 5_000

/**
 * A date in the long form of a locale, seen in a time zone; nothing when it is not ISO 8601. One written without an offset is
 * shown as the day that is written.
 */
export function longDate(
  iso: string,
  { locale, timeZone }: { locale: string; timeZone: string },
): LongDate | undefined {
  const key = `${locale} ${timeZone} ${iso}`
  const before = known.get(key)
  if (before) return before
  if (known.size >= mostKnown) known.clear()
  const date = parseIsoDate(iso)
  const shown = date && { iso, text: formatOf(locale, date.hasOffset ? timeZone : 'UTC').format(date.time) }
  if (shown) known.set(key, shown)
  return shown
}

function formatOf(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  formats.set(key, format)
  return format
}
