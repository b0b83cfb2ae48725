/** A view of a value that notes which of its parts are read. */
export type Tracked<T> = {
  view: T
  /** Paths of the parts that were not read, as in `theme.subtitle` or `blocks[2].id`; containers are always seen. */
  unread(): string[]
  /**
   * Paths of parts that were looked for and are not there; `theme.*` where all parts of `theme` were asked for, whichever there are.
   */
  lacking(): string[]
}

const anyKey = Symbol('any key')

/** Watches the reading of a JSON-like value: objects, lists and primitives, nothing else. `onRead` runs before each reading. */
export function track<T extends object>(value: T, onRead: () => void = () => {}): Tracked<T> {
  const seen = new Map<object, Set<PropertyKey>>()
  const views = new WeakMap<object, object>()

  const viewOf = (target: object): object => {
    const known = views.get(target)
    if (known) return known
    const read = new Set<PropertyKey>()
    seen.set(target, read)
    const view = new Proxy(target, {
      get(_, key) {
        onRead()
        const part: unknown = Reflect.get(target, key)
        if (typeof part === 'object' && part !== null) return viewOf(part)
        if (typeof part !== 'function') read.add(key)
        return part
      },
      has(_, key) {
        onRead()
        read.add(key)
        return Reflect.has(target, key)
      },
      getOwnPropertyDescriptor(_, key) {
        onRead()
        read.add(key)
        return Reflect.getOwnPropertyDescriptor(target, key)
      },
      // Which parts there are tells of all of them.
      ownKeys() {
        onRead()
        const keys = Reflect.ownKeys(target)
        for (const key of keys) read.add(key)
        read.add(anyKey)
        return keys
      },
    })
    views.set(target, view)
    return view
  }

  const visitUnread = (target: object, path: string, tell: (path: string) => void): void => {
    const read = seen.get(target)
    for (const [key, part] of Object.entries(target)) {
      if (typeof part === 'object' && part !== null) visitUnread(part, placeOf(target, path, key), tell)
      else if (part !== undefined && !read?.has(key)) tell(placeOf(target, path, key))
    }
  }

  const visitLacking = (target: object, path: string, tell: (path: string) => void): void => {
    for (const key of seen.get(target) ?? []) {
      if (key === anyKey) tell(placeOf(target, path, '*'))
      else if (typeof key === 'string' && Reflect.get(target, key) === undefined) tell(placeOf(target, path, key))
    }
    for (const [key, part] of Object.entries(target)) {
      if (typeof part === 'object' && part !== null) visitLacking(part, placeOf(target, path, key), tell)
    }
  }

  return {
    view: viewOf(value) as T, // a proxy of the value has its shape
    lacking() {
      const lacking: string[] = []
      visitLacking(value, '', (path) => lacking.push(path))
      return lacking
    },
    unread() {
      const unread: string[] = []
      visitUnread(value, '', (path) => unread.push(path))
      return unread
    },
  }
}

function placeOf(target: object, path: string, key: string): string {
  if (Array.isArray(target)) return `${path}[${key}]`
  return path ? `${path}.${key}` : key
}
