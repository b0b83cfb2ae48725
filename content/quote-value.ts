const mostCharacters = 60

/** A value of the service as messages show it: JSON on one line, at most about 60 characters, safe for a terminal. */
export function quoteValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    const isLong = value.length > mostCharacters
    return visible(JSON.stringify(isLong ? `${value.slice(0, mostCharacters - 1).toWellFormed()}…` : value))
  }
  const text = visible(JSON.stringify(value) ?? String(value))
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1).toWellFormed()}…` : text
}

/** What JSON leaves as it is although a terminal or a reader is misled by it: DEL, C1 controls, marks of writing direction. */
function visible(json: string): string {
  return json.replaceAll(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
