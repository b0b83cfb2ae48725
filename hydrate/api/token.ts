const storageKey = 'shop-token'

/** Returns a value if it is a token that a header can contain. */
export function asToken(value: unknown): string | undefined {
  return typeof value === 'string' ? value.match(/^[!-~]+$/)?.[0] : undefined
}

/** Returns the visitor's token. `undefined` without a token or storage, or when the token is not valid in a header. */
export function readToken(): string | undefined {
  try {
    return asToken(localStorage.getItem(storageKey))
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
