/** A DOM id from a prefix and an id of the content: only letters, digits, `_` and `-`, and different for different ids. */
export function domId(prefix: string, id: string): string {
  const safe = [...id].map((char) => (/[A-Za-z0-9-]/.test(char) ? char : `_${char.codePointAt(0)?.toString(36)}_`))
  return `${prefix}-${safe.join('')}`
}
