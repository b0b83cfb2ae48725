const storageKey = 'shop-token'

/** Returns the visitor's token. `undefined` without a token or storage, or when the token is not valid in a header. */
export function readToken(): string | undefined {
  try {
    return localStorage.getItem(storageKey)?.match(/^[!-~]+$/)?.[0]
  } catch {
    return undefined
  }
}

/** Stores a token. An empty or missing token clears the stored one (spec §4). */
export function writeToken(token?: string): void {
  try {
    if (token) localStorage.setItem(storageKey, token)
    else localStorage.removeItem(storageKey)
  } catch {
    // without storage the login shows a message
  }
}
