import { keepWithEntry } from './keep-with-entry.ts'

/**
 * Returns a function that returns a key for the content of a form. Equal content has the same key, so that the service
 * stores only one entry for all attempts, even if a visitor leaves the page while the form is sent and comes back.
 */
export function entryKeys(form: HTMLFormElement): (data: FormData) => string {
  const name = `${form.id} keys` // with a space, which no id of another form has
  const keys: Map<string, string> = history.state?.[name] ?? new Map()
  form.addEventListener('reset', () => keepWithEntry(name)) // a stored entry no longer needs its key
  return (data) => {
    const content = JSON.stringify([...data], (_, value) =>
      value instanceof File ? [value.name, value.size, value.lastModified] : value,
    )
    const key = keys.get(content) ?? newKey()
    keepWithEntry(name, keys.set(content, key))
    return key
  }
}

/** Returns a new key. `randomUUID` exists only on https. */
function newKey(): string {
  return crypto.randomUUID?.() ?? `${Math.random()}`
}
