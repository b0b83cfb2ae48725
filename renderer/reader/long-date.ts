import { parseIsoDate } from '#content/iso-date.ts'
import { memoize } from '#content/memoize.ts'

/** Date formats by locale and time zone, kept because they are slow to create. */
const formatsOf = memoize((locale: string) =>
  memoize((timeZone: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })),
)

/**
 * Formats an ISO 8601 date in the long form of a locale, as seen in a time zone. A date without an offset keeps the day
 * that is written. Returns undefined if the text is not an ISO 8601 date.
 */
export function longDate(
  iso: string,
  { locale, timeZone }: { locale: string; timeZone: string },
): { iso: string; text: string } | undefined {
  const date = parseIsoDate(iso)
  return (
    date && {
      iso: date.iso,
      text: formatsOf(locale)(date.hasOffset ? timeZone : 'UTC').format(date.time),
    }
  )
}
