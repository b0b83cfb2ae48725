import { withVisibleControls } from './visible-controls.ts'

const mostCharacters = 60

/** A value of the service as messages show it: JSON on one line, at most about 60 characters, safe for a terminal. */
export function quoteValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    const isLong = value.length > mostCharacters
    return withVisibleControls(JSON.stringify(isLong ? `${value.slice(0, mostCharacters - 1).toWellFormed()}…` : value))
  }
  const text = withVisibleControls(JSON.stringify(value) ?? String(value))
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1).toWellFormed()}…` : text
}
