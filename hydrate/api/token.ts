const storageKey = 'shop-token'

/** The visitor's token; `undefined` when there is none, when the browser keeps no storage, or when no header could hold it. */
export function readToken(): string | undefined {
  try {
    return localStorage.getItem(storageKey)?.match(/^[!-~]+$/)?.[0]
  } catch {
    return undefined
  }
}

/** Keeps a token. An empty or missing token clears the kept one (spec §4). */
export function writeToken(token?: string): void {
  try {
    if (token) localStorage.setItem(storageKey, token)
    else localStorage.removeItem(storageKey)
  } catch {
    // no storage: the login says so
  }
}
