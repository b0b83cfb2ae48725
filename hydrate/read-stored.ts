/** The text that the browser has stored under a key; `undefined` when there is none, or no storage. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
