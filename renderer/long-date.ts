export type LongDate = { iso: string; text: string }

const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A date in the long form of a locale, seen in a time zone; nothing when it is not ISO 8601. A date without an offset is
 * taken as it is written, so that the zone of the machine never shows.
 */
export function longDate(iso: string, { locale, timeZone }: { locale: string; timeZone: string }): LongDate | undefined {
  const [, day, clock = '00:00', offset] = isoDate.exec(iso.trim()) ?? []
  if (day === undefined || !isDayOfCalendar(day)) return undefined
  const time = Date.parse(`${day}T${clock}${offset?.toUpperCase().replace(/(\d{2})(\d{2})$/, '$1:$2') ?? 'Z'}`)
  if (Number.isNaN(time)) return undefined
  return { iso, text: formatOf(locale, offset === undefined ? 'UTC' : timeZone).format(time) }
}

/** False for 30 February, which `Date.parse` takes for 2 March. */
function isDayOfCalendar(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

function formatOf(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  formats.set(key, format)
  return format
}
