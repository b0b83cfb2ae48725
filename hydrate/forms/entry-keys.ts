/** Gives what is sent a key, the same again for the same content, so that the service keeps one entry of all tries. */
export function entryKeys(): (data: FormData) => string {
  const keys = new Map<string, string>()
  return (data) => {
    const content = JSON.stringify([...data].map(([name, value]) => [name, factsOf(value)]))
    const key = keys.get(content) ?? newKey()
    keys.set(content, key)
    return key
  }
}

function factsOf(value: FormDataEntryValue): unknown {
  return typeof value === 'string' ? value.trim() : [value.name, value.size, value.lastModified]
}

/** `randomUUID` exists on https only. */
function newKey(): string {
  return crypto.randomUUID?.() ?? `${Math.random()}`
}
