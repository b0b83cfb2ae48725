/** An address in parts; `null` for a text that is none. `URL.parse` is too new for some browsers that the site supports. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
