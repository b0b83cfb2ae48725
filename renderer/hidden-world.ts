import crypto from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import os from 'node:os'

export type Tell = (what: string) => void

/** What stands in the place of a property of an object. */
export type Replacement = [owner: object, name: string, value: unknown]

type Call = (this: unknown, ...args: unknown[]) => unknown

const chance = 'a random number'
const clock = 'the clock'
const zone = 'the time zone of the machine'
const language = 'the language of the machine'

/** Functions that read what no reader gives. */
const calls: { what: string; owner: object; names: string[]; isNamed?: true }[] = [
  { what: chance, owner: Math, names: ['random'] },
  { what: chance, owner: crypto, names: ['randomUUID', 'randomBytes', 'randomInt', 'randomFillSync'] },
  { what: chance, owner: globalThis.crypto, names: ['getRandomValues', 'randomUUID'] },
  { what: clock, owner: performance, names: ['now'] },
  { what: clock, owner: process, names: ['hrtime', 'uptime'] },
  { what: 'the network', owner: globalThis, names: ['fetch'], isNamed: true },
  { what: 'the network', owner: http, names: ['request', 'get'], isNamed: true },
  { what: 'the network', owner: https, names: ['request', 'get'], isNamed: true },
  { what: 'the network', owner: net, names: ['connect', 'createConnection'], isNamed: true },
  { what: 'the machine', owner: os, names: ['hostname', 'userInfo', 'homedir', 'tmpdir', 'cpus'], isNamed: true },
  { what: 'the working folder', owner: process, names: ['cwd'] },
  {
    what: 'the disk',
    owner: fs,
    names: [
      ...[
        'accessSync',
        'existsSync',
        'lstatSync',
        'openSync',
        'readdirSync',
        'readFileSync',
        'readlinkSync',
        'statSync',
      ],
      ...['access', 'createReadStream', 'open', 'readdir', 'readFile', 'stat'],
    ],
    isNamed: true,
  },
  { what: 'the disk', owner: fs.promises, names: ['access', 'open', 'readdir', 'readFile', 'stat'], isNamed: true },
]

/** Methods of dates that go by the zone of the machine, whatever they are given. */
const zonedMethods = [
  ...['getDate', 'getDay', 'getFullYear', 'getHours', 'getMinutes', 'getMonth', 'getTimezoneOffset'],
  ...['setDate', 'setFullYear', 'setHours', 'setMinutes', 'setMonth', 'toDateString', 'toString', 'toTimeString'],
]

const intlNames = [
  'Collator',
  'DisplayNames',
  'ListFormat',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
]

/** Everything by which code may learn of the clock, chance, the environment, the disk, the network and the machine, telling so. */
export function worldOf(tell: Tell, clockShiftMs: number): Replacement[] {
  return [
    ...calls.flatMap(({ what, owner, names, isNamed }) =>
      names.map((name) => telling(owner, name, () => tell(isNamed ? `${what} (${name})` : what))),
    ),
    [process, 'env', watchedEnvironment(tell)],
    ...watchedDates(tell, clockShiftMs),
    ...intlNames.map((name) => watchedFormat(name, ([locales]) => locales ?? tell(language))),
    watchedFormat('DateTimeFormat', (args) => tellOfDate(args, tell)),
    telling(Number.prototype, 'toLocaleString', ([locales]) => locales ?? tell(language)),
    telling(String.prototype, 'localeCompare', ([, locales]) => locales ?? tell(language)),
    ...['toLocaleUpperCase', 'toLocaleLowerCase'].map((name) =>
      telling(String.prototype, name, ([locales]) => locales ?? tell(language)),
    ),
  ]
}

/** A function that tells of a call, by its arguments, and then does what it always does. */
function telling(owner: object, name: string, tellOf: (args: unknown[]) => void): Replacement {
  const call = Reflect.get(owner, name) as Call // the tables name functions
  const watched = function (this: unknown, ...args: unknown[]): unknown {
    tellOf(args)
    return call.apply(this, args)
  }
  return [owner, name, Object.assign(watched, call)]
}

function tellOfDate([locales, options]: unknown[], tell: Tell): void {
  if (locales === undefined) tell(language)
  if (!(options as Intl.DateTimeFormatOptions | undefined)?.timeZone) tell(zone)
}

function watchedFormat(name: string, tellOf: (args: unknown[]) => void): Replacement {
  const format = Reflect.get(Intl, name) as new (...args: unknown[]) => object // the names are those of constructors
  const watched = new Proxy(format, {
    construct(target, args, newTarget) {
      tellOf(args)
      return Reflect.construct(target, args, newTarget)
    },
    apply(target, self, args) {
      tellOf(args)
      return Reflect.apply(target as unknown as Call, self, args)
    },
  })
  return [Intl, name, watched]
}

function watchedDates(tell: Tell, shiftMs: number): Replacement[] {
  const RealDate = Date
  const now = (): number => {
    tell(clock)
    return RealDate.now() + shiftMs
  }
  const WatchedDate = new Proxy(RealDate, {
    construct(target, args, newTarget) {
      if (args.length > 1) tell(zone)
      return Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget)
    },
    apply: () => new RealDate(now()).toUTCString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
  const { prototype } = RealDate
  return [
    [globalThis, 'Date', WatchedDate],
    ...zonedMethods.map((name) => telling(prototype, name, () => tell(zone))),
    ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((name) =>
      telling(prototype, name, (args) => tellOfDate(args, tell)),
    ),
  ]
}

function watchedEnvironment(tell: Tell): NodeJS.ProcessEnv {
  return new Proxy(process.env, {
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
