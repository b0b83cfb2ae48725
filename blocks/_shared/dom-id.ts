/** Returns a DOM id of letters, digits, `_` and `-` for an id of the content. Different ids give different results. */
export function domId(prefix: string, id: string): string {
  const safe = [...id].map((char) => (/[A-Za-z0-9-]/.test(char) ? char : `_${char.codePointAt(0)?.toString(36)}_`))
  return `${prefix}-${safe.join('')}`
}
