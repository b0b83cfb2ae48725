type Memory<K, V> = { has(key: K): boolean; get(key: K): V | undefined; set(key: K, value: V): unknown }

/** Gives what `make` makes of a key, which it makes once. With a `WeakMap` as memory it is forgotten together with its key. */
export function onceEach<K, V>(make: (key: K) => V, made: Memory<K, V> = new Map()): (key: K) => V {
  return (key) => {
    const known = made.get(key)
    if (known !== undefined || made.has(key)) return known as V // it has the key
    const value = make(key)
    made.set(key, value)
    return value
  }
}
