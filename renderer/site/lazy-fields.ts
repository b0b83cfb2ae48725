/** Adds fields to `known`. They are all read together, when the first of them is asked for. */
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
