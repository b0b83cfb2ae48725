import { parseIsoDate } from '#content/iso-date.ts'
import { onceEach } from '#content/once-each.ts'

export type LongDate = { iso: string; text: string }

/** The formats of a locale by time zone, kept because a format is slow to make. */
const formatsOf = onceEach((locale: string) =>
  onceEach((timeZone: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })),
)

/**
 * A date in the long form of a locale, seen in a time zone. Undefined when it is not ISO 8601. A date that is written without an offset is
 * shown as the day that is written.
 */
export function longDate(
  iso: string,
  { locale, timeZone }: { locale: string; timeZone: string },
): LongDate | undefined {
  const date = parseIsoDate(iso)
  return (
    date && {
      iso: date.iso,
      text: formatsOf(locale)(date.hasOffset ? timeZone : 'UTC').format(date.time),
    }
  )
}
