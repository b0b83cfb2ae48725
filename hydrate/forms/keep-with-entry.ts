/** Keeps a value with the page's entry of the history, which a visitor who comes back finds again. */
export function keepWithEntry(name: string, value?: unknown): void {
  try {
    history.replaceState({ ...history.state, [name]: value }, '')
  } catch {} // Safari takes 100 changes in ten seconds; the next one that it takes holds all values
}
