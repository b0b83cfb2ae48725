import type { Reader } from '#blocks/_shared/reader.ts'

/** Formats a latitude as the page's language writes it: `52,4064° N`. */
export function latitude(degrees: number, reader: Reader): string {
  return reader.text(degrees < 0 ? 'maps.south' : 'maps.north', { degrees: amount(degrees, reader) })
}

/** Formats a longitude as the page's language writes it: `16,9252° O` in German. */
export function longitude(degrees: number, reader: Reader): string {
  return reader.text(degrees < 0 ? 'maps.west' : 'maps.east', { degrees: amount(degrees, reader) })
}

const formats = new Map<string, Intl.NumberFormat>()

function amount(degrees: number, { locale }: Reader): string {
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  formats.set(locale, format)
  return format.format(Math.abs(degrees))
}
