import { keepWithEntry } from './keep-with-entry.ts'

/**
 * Gives a key for what a form sends. Equal content gets the same key, so that the service keeps one entry of all tries, also when a visitor
 * left while it was sent and comes back.
 */
export function entryKeys(form: HTMLFormElement): (data: FormData) => string {
  const name = `${form.id}-keys`
  const keys: Map<string, string> = history.state?.[name] ?? new Map()
  form.addEventListener('reset', () => keepWithEntry(name)) // an entry that the service has taken needs no key any more
  return (data) => {
    const content = JSON.stringify([...data], (_, value) =>
      value instanceof File ? [value.name, value.size, value.lastModified] : value,
    )
    const key = keys.get(content) ?? newKey()
    keepWithEntry(name, keys.set(content, key))
    return key
  }
}

/** A new key. `randomUUID` exists on https only. */
function newKey(): string {
  return crypto.randomUUID?.() ?? `${Math.random()}`
}
