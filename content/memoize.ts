type Memory<K, V> = { has(key: K): boolean; get(key: K): V | undefined; set(key: K, value: V): unknown }

/**
 * Calls `make` once for each key and remembers the result. With a `WeakMap` as memory,
 * the result is freed together with its key.
 */
export function memoize<K, V>(make: (key: K) => V, made: Memory<K, V> = new Map()): (key: K) => V {
  return (key) => {
    const known = made.get(key)
    if (known !== undefined || made.has(key)) return known as V // `made` has the key
    const value = make(key)
    made.set(key, value)
    return value
  }
}
