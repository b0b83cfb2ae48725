/** Keeps a value in the page's history entry, so that it is there when the visitor comes back. */
export function keepWithEntry(name: string, value?: unknown): void {
  try {
    history.replaceState({ ...history.state, [name]: value }, '')
  } catch {} // Safari allows 100 changes in 10 s; the next allowed change keeps all values
}
