import childProcess from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import os from 'node:os'

export type OnRead = (what: string) => void

/** The replacement of an object's property: a value, or a getter. */
export type Replacement = [owner: object, name: string | symbol, put: { value: unknown } | { get: () => unknown }]

type Call = (this: unknown, ...args: unknown[]) => unknown

const randomness = 'a random number'
const clock = 'the clock'
const zone = 'the time zone of the machine'
const language = 'the language of the machine'
const machine = 'the machine'

const functionsOf = (owner: object): string[] =>
  Object.keys(owner).filter((name) => /^[a-z]/.test(name) && typeof Reflect.get(owner, name) === 'function')

/**
 * Functions by which a page could learn what its reader does not provide. `isNamed`
 * adds the name of the function to the report.
 */
const calls: { what: string; owner: object; names: string[]; isNamed?: true }[] = [
  { what: randomness, owner: Math, names: ['random'] },
  {
    what: randomness,
    owner: crypto,
    names: ['randomUUID', 'randomBytes', 'randomInt', 'randomFill', 'randomFillSync'],
  },
  { what: randomness, owner: globalThis.crypto, names: ['getRandomValues', 'randomUUID'] },
  { what: clock, owner: performance, names: ['now'] },
  { what: clock, owner: process, names: ['hrtime', 'uptime'] },
  { what: clock, owner: process.hrtime, names: ['bigint'] },
  { what: 'the network', owner: globalThis, names: ['fetch'], isNamed: true },
  { what: 'the network', owner: http, names: ['request', 'get'], isNamed: true },
  { what: 'the network', owner: https, names: ['request', 'get'], isNamed: true },
  { what: 'the network', owner: net, names: ['connect', 'createConnection'], isNamed: true },
  { what: machine, owner: os, names: functionsOf(os), isNamed: true },
  {
    what: machine,
    owner: process,
    names: ['memoryUsage', 'cpuUsage', 'resourceUsage', 'getuid', 'umask'],
    isNamed: true,
  },
  { what: 'the working folder', owner: process, names: ['cwd'] },
  { what: 'the disk', owner: fs, names: functionsOf(fs), isNamed: true },
  { what: 'the disk', owner: fs.promises, names: functionsOf(fs.promises), isNamed: true },
  { what: 'another program', owner: childProcess, names: functionsOf(childProcess), isNamed: true },
]

/** Properties by which a page could learn about the machine. */
const facts: { what?: string; owner: object; names: string[] }[] = [
  {
    owner: process,
    names: [
      ...['arch', 'argv', 'argv0', 'execArgv', 'execPath', 'pid', 'platform', 'ppid', 'release', 'title'],
      ...['version', 'versions'],
    ],
  },
  { owner: os, names: ['EOL', 'devNull'] },
  { owner: globalThis.navigator, names: ['hardwareConcurrency', 'language', 'languages', 'platform', 'userAgent'] },
  // In the compiled program all sources share one `import.meta` (`bundleOptions`).
  { what: 'the folder of the sources', owner: import.meta, names: ['dirname', 'filename', 'url'] },
]

/** Methods of dates that use the time zone of the machine, whatever their arguments. */
const zonedMethods = [
  ...['getDate', 'getDay', 'getFullYear', 'getHours', 'getMinutes', 'getMonth', 'getTimezoneOffset'],
  ...['setDate', 'setFullYear', 'setHours', 'setMinutes', 'setMonth', 'toDateString', 'toString', 'toTimeString'],
]

const intlNames = [
  ...['Collator', 'DisplayNames', 'ListFormat', 'NumberFormat', 'PluralRules', 'RelativeTimeFormat', 'Segmenter'],
]

/**
 * Replacements for everything by which code gets at the clock, random values, the environment, the disk, the network or
 * the machine. Each reports its use to `onRead`, and then does the same as the original.
 */
export function watchedGlobals(onRead: OnRead, clockShiftMs: number): Replacement[] {
  return [
    ...calls.flatMap(({ what, owner, names, isNamed }) =>
      names.map((name) => watchedFunction(owner, name, () => onRead(isNamed ? `${what} (${name})` : what))),
    ),
    ...facts.flatMap(({ what = machine, owner, names }) =>
      names.flatMap((name) => watchedFact(owner, name, () => onRead(`${what} (${name})`))),
    ),
    [process, 'env', { value: watchedEnvironment(onRead) }],
    ...watchedDates(onRead, clockShiftMs),
    ...intlNames.map((name) => watchedFunction(Intl, name, ([locales]) => locales ?? onRead(language))),
    watchedFunction(Intl, 'DateTimeFormat', (args) => noteDateDefaults(args, onRead)),
    watchedFunction(Number.prototype, 'toLocaleString', ([locales]) => locales ?? onRead(language)),
    watchedFunction(String.prototype, 'localeCompare', ([, locales]) => locales ?? onRead(language)),
    ...['toLocaleUpperCase', 'toLocaleLowerCase'].map((name) =>
      watchedFunction(String.prototype, name, ([locales]) => locales ?? onRead(language)),
    ),
  ]
}

/** Replaces a function or a constructor. `onCall` receives the arguments of each call. */
function watchedFunction(owner: object, name: string, onCall: (args: unknown[]) => void): Replacement {
  const call = Reflect.get(owner, name) as Call // the tables name only functions
  const watched = new Proxy(call, {
    construct(target, args, newTarget) {
      onCall(args)
      return Reflect.construct(target, args, newTarget)
    },
    apply(target, self, args) {
      onCall(args)
      return Reflect.apply(target, self, args)
    },
  })
  return [owner, name, { value: watched }]
}

/**
 * Replaces a property with a getter that reports each read. Empty if JavaScript does not allow replacing the property.
 */
function watchedFact(owner: object, name: string, onRead: () => void): Replacement[] {
  if (Object.getOwnPropertyDescriptor(owner, name)?.configurable === false) return []
  const value: unknown = Reflect.get(owner, name)
  const get = (): unknown => {
    onRead()
    return value
  }
  return [[owner, name, { get }]]
}

function noteDateDefaults([locales, options]: unknown[], onRead: OnRead): void {
  if (locales === undefined) onRead(language)
  if (!(options as Intl.DateTimeFormatOptions | undefined)?.timeZone) onRead(zone)
}

/**
 * Dates as text that mean the same moment on every machine: dates of ISO 8601 without a time, and dates with an offset
 * or with a zone name that JavaScript knows.
 */
const ofEveryZone =
  /^\d{4}(?:-\d\d){0,2}$|(?:Z|GMT|UTC?|[CEMP][DS]T|:\d\d(?:\.\d+)? ?(?:GMT|UTC)?[+-]\d\d:?\d\d)(?: ?\([^()]*\))?$/i

function watchedDates(onRead: OnRead, shiftMs: number): Replacement[] {
  const RealDate = Date
  const now = (): number => {
    onRead(clock)
    return RealDate.now() + shiftMs
  }
  const noteZoneOfText = ([text]: unknown[]): void => {
    const isDate = typeof text === 'string' && !Number.isNaN(new RealDate(text).getTime())
    if (isDate && !ofEveryZone.test(text)) onRead(zone)
  }
  const WatchedDate = new Proxy(RealDate, {
    construct(target, args, newTarget) {
      if (args.length > 1) onRead(zone)
      else noteZoneOfText(args)
      return Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget)
    },
    apply: () => new RealDate(now()).toUTCString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
  const { prototype } = RealDate
  return [
    [globalThis, 'Date', { value: WatchedDate }],
    watchedFunction(RealDate, 'parse', noteZoneOfText),
    ...zonedMethods.map((name) => watchedFunction(prototype, name, () => onRead(zone))),
    ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((name) =>
      watchedFunction(prototype, name, (args) => noteDateDefaults(args, onRead)),
    ),
  ]
}

function watchedEnvironment(onRead: OnRead): NodeJS.ProcessEnv {
  return new Proxy(process.env, {
    get(target, key) {
      if (typeof key === 'string') onRead(`the environment (${key})`)
      return Reflect.get(target, key)
    },
    has(target, key) {
      onRead(`the environment (${String(key)})`)
      return Reflect.has(target, key)
    },
    ownKeys(target) {
      onRead('the environment')
      return Reflect.ownKeys(target)
    },
  })
}
