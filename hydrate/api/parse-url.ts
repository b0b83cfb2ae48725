/** Like `URL.parse`, which some of the supported browsers do not have: returns `null` for an invalid address. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
