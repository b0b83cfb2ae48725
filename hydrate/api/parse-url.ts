/** An address in parts, or nothing for what is none; `URL.parse` is too new for some browsers that the site supports. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
