import { withVisibleControls } from './visible-controls.ts'

/**
 * A value from the service as messages show it: JSON on one line, at most about
 * `most` characters long, safe for a terminal.
 */
export function quoteValue(value: unknown, most = 60): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    const isLong = value.length > most
    return withVisibleControls(JSON.stringify(isLong ? `${value.slice(0, most - 1).toWellFormed()}…` : value))
  }
  const text = withVisibleControls(JSON.stringify(value) ?? String(value))
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
}
