/** An object of which these fields are read together, when the first of them is asked for. */
export function lazyFields<T extends object>(names: readonly (keyof T)[], readAll: () => T): T {
  let known: T | undefined
  const read = (name: keyof T): T[keyof T] => {
    known ??= readAll()
    return known[name]
  }
  const fields = names.map((name) => [name, { enumerable: true, get: () => read(name) }])
  return Object.defineProperties({}, Object.fromEntries(fields)) as T // all its fields, by those who name them
}
