/** Adds fields to `known`. All of them are read together when the first one is accessed. */
export function lazyFields<T extends object, K extends object = object>(
  names: readonly (keyof T)[],
  readAll: () => T,
  known = {} as K,
): T & K {
  let all: T | undefined
  const read = (name: keyof T): T[keyof T] => {
    all ??= readAll()
    return all[name]
  }
  const fields = names.map((name) => [name, { enumerable: true, get: () => read(name) }])
  return Object.defineProperties(known, Object.fromEntries(fields)) as T & K // `names` lists every field of `T`
}
