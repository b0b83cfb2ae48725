import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Something that was read besides what readers give, and the line that did. */
export type HiddenRead = { what: string; place: string }

type Watch = <T>(work: () => T) => { result: T; reads: HiddenRead[] }

const readingCalls = ['readFileSync', 'existsSync', 'statSync', 'readdirSync', 'openSync'] as const

/**
 * Makes what runs `work`, which must not wait for anything, and tells what of the clock, of chance, the environment, the disk and the
 * network it read. Packages are trusted: they are the same as long as their versions are. Everything is as before afterwards.
 */
export function watchHiddenInputs(root: string): Watch {
  let reads: HiddenRead[] = []
  const tell = (what: string): void => {
    const place = callerIn(root)
    if (place && !reads.some((read) => read.what === what && read.place === place)) reads.push({ what, place })
  }
  return (work) => {
    reads = []
    const restore = [
      ...watchClock(tell),
      replace(
        Math,
        'random',
        tellFirst(Math.random, () => tell('a random number')),
      ),
      replace(
        globalThis,
        'fetch',
        tellFirst(globalThis.fetch, () => tell('the network (fetch)')),
      ),
      replace(
        crypto,
        'randomUUID',
        tellFirst(crypto.randomUUID, () => tell('a random number')),
      ),
      replace(
        crypto,
        'randomBytes',
        tellFirst(crypto.randomBytes as (...args: never[]) => unknown, () => tell('a random number')) as never,
      ),
      replace(
        globalThis.crypto,
        'getRandomValues',
        tellFirst(globalThis.crypto.getRandomValues.bind(globalThis.crypto), () => tell('a random number')),
      ),
      replace(
        globalThis.crypto,
        'randomUUID',
        tellFirst(globalThis.crypto.randomUUID.bind(globalThis.crypto), () => tell('a random number')),
      ),
      ...readingCalls.map((name) =>
        replace(
          fs,
          name,
          tellFirst(fs[name] as (...args: never[]) => unknown, () => tell(`the disk (${name})`)) as never,
        ),
      ),
      replace(process, 'env', watchEnvironment(process.env, tell)),
    ]
    syncBuiltinESMExports()
    try {
      return { result: work(), reads }
    } finally {
      for (const undo of restore.reverse()) undo()
      syncBuiltinESMExports()
    }
  }
}

function watchClock(tell: (what: string) => void): (() => void)[] {
  const RealDate = Date
  const clock = () => tell('the clock')
  const WatchedDate = new Proxy(RealDate, {
    construct(target, args, newTarget) {
      if (args.length === 0) clock()
      return Reflect.construct(target, args, newTarget)
    },
    apply(target, self, args) {
      clock()
      return Reflect.apply(target, self, args)
    },
    get(target, key) {
      if (key === 'now') return tellFirst(RealDate.now, clock)
      return Reflect.get(target, key)
    },
  })
  return [
    replace(globalThis, 'Date', WatchedDate),
    replace(performance, 'now', tellFirst(performance.now.bind(performance), clock)),
  ]
}

function watchEnvironment(env: NodeJS.ProcessEnv, tell: (what: string) => void): NodeJS.ProcessEnv {
  return new Proxy(env, {
    get(target, key) {
      if (typeof key === 'string') tell(`the environment (${key})`)
      return Reflect.get(target, key)
    },
    has(target, key) {
      tell(`the environment (${String(key)})`)
      return Reflect.has(target, key)
    },
    ownKeys(target) {
      tell('the environment')
      return Reflect.ownKeys(target)
    },
  })
}

function tellFirst<A extends unknown[], R>(call: (...args: A) => R, tell: () => void): (...args: A) => R {
  return (...args) => {
    tell()
    return call(...args)
  }
}

/** Puts a value in the place of a property; gives what puts the old one back. */
function replace<T extends object, K extends keyof T>(owner: T, key: K, value: T[K]): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, key)
  Object.defineProperty(owner, key, { configurable: true, writable: true, enumerable: own?.enumerable ?? false, value })
  return () => {
    if (own) Object.defineProperty(owner, key, own)
    else delete owner[key]
  }
}

/** The line of ours that is nearest in the call, unless a package stands between. */
function callerIn(root: string): string | undefined {
  const lines = new Error().stack?.split('\n').slice(1) ?? []
  const frames = lines.flatMap((line) => /\(?((?:file:\/\/)?\/[^()]*?):(\d+):\d+\)?$/.exec(line)?.slice(1, 3) ?? [])
  for (let at = 0; at < frames.length; at += 2) {
    const [url = '', row = ''] = [frames[at], frames[at + 1]]
    const file = url.startsWith('file:') ? fileURLToPath(url) : url
    const path = relative(root, file)
    if (path.endsWith('watch-hidden-inputs.ts')) continue
    return path.startsWith('..') || path.includes('node_modules/') ? undefined : `${path}:${row}`
  }
  return undefined
}
