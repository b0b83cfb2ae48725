/** Returns the text that the browser has stored under a key. `undefined` when the text or the storage is missing. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
