const storageKey = 'shop-token'

/** The visitor's token; nothing without one, or where the browser keeps no storage. */
export function readToken(): string | undefined {
  try {
    return localStorage.getItem(storageKey) || undefined
  } catch {
    return undefined
  }
}

/** Keeps a token; an empty one, or none, clears it (spec §4). */
export function writeToken(token?: string): void {
  try {
    if (token) localStorage.setItem(storageKey, token)
    else localStorage.removeItem(storageKey)
  } catch {
    // no storage: the login says so
  }
}
