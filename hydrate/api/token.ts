const storageKey = 'shop-token'

/** The visitor's token; nothing without one, or where the browser keeps no storage. What no header can hold is none. */
export function readToken(): string | undefined {
  try {
    return localStorage.getItem(storageKey)?.match(/^[!-~]+$/)?.[0]
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
