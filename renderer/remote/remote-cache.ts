import pLimit from 'p-limit'
import { untilAborted } from '#publish/pictures/encode/encode-queue.ts'
import { sealOf, wrongSeal } from '#publish/seal.ts'
import { Circuit } from './circuit.ts'
import { type ObjectStore, openS3Store, parseS3Address } from './s3-store.ts'

/**
 * A cache that machines share. Builds can always do without it: no call throws or takes longer than its limit, and none
 * returns bytes other than those that were put into the cache under the same name.
 */
export type RemoteCache = {
  /**
   * Returns the result of `open` for the bytes under a name. Undefined if there are none,
   * or if `open` throws because they are wrong.
   */
  get<T>(name: string, open: (bytes: Buffer) => T): Promise<T | undefined>
  /**
   * Sends bytes in the background. Resolves to whether they arrived. A function that makes them is not called if the
   * cache is no longer used.
   */
  put(name: string, bytes: Buffer | (() => Buffer | undefined)): Promise<boolean>
  /**
   * The names in a folder, so that a caller puts only what is missing. Undefined if the
   * folder cannot be read, or the cache is read-only.
   */
  list(folder: string): Promise<Set<string> | undefined>
  /**
   * To be called at the end of a build. Waits, within a limit, until everything is sent. Returns a sentence about the
   * faults of this build.
   */
  settle(): Promise<string | undefined>
}

export type RemoteOptions = {
  address: string
  isReadOnly?: boolean
  /** The key that objects are signed with (`SITE_PLAN_KEY`). Objects without its signature are not used. */
  key?: string
  /** Aborts all requests. */
  signal?: AbortSignal
  store?: ObjectStore
  limits?: Partial<typeof usualLimits>
}

const usualLimits = {
  ...{ openMs: 10_000, getMs: 5000, slowMs: 2500, putMs: 10_000, listMs: 20_000, settleMs: 30_000 },
  /** The maximum number of bytes that wait to be sent. Further bytes are not sent at all. */
  pendingBytes: 64 * 1024 * 1024,
}
const readsAtOnce = 16
const writesAtOnce = 16

/**
 * Opens the cache at `s3://bucket/prefix`. Nothing is loaded or requested before it is needed. Throws a `UsageError`
 * for other addresses.
 */
export function openRemoteCache({ address, isReadOnly = false, key, signal, ...options }: RemoteOptions): RemoteCache {
  const store = options.store ?? openS3Store(parseS3Address(address), { isReadOnly })
  const limits = { ...usualLimits, ...options.limits }
  const reads = pLimit(readsAtOnce)
  const writes = pLimit(writesAtOnce)
  let ending = new AbortController()
  signal?.addEventListener('abort', () => ending.abort(signal.reason), { once: true })
  let circuits = { reading: new Circuit(), writing: new Circuit() }
  let opening: Promise<void> | undefined
  let pending = 0
  const sending = new Set<Promise<boolean>>()

  const ask = async <T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    opening ??= within(limits.openMs, () => store.open())
    await opening
    return within(ms, work, ending.signal)
  }

  /**
   * A slow answer is used, but counts as a fault. If many answers are slow, it is
   * quicker to make everything on this machine.
   */
  const receive = async (name: string, circuit: Circuit, signal: AbortSignal): Promise<Buffer | undefined> => {
    const from = performance.now()
    const bytes = await store.get(folder + name, signal)
    if (performance.now() - from > limits.slowMs)
      circuit.fault(new Error(`an answer took more than ${limits.slowMs / 1000} s`))
    return bytes
  }

  const send = async (name: string, bytes: Buffer, ended: AbortSignal): Promise<boolean> => {
    if (ended.aborted) return false
    const sealed = seal(name, bytes, key)
    const put = (signal: AbortSignal) => store.put(folder + name, sealed, signal).then(() => true)
    return (await circuits.writing.attempt(() => ask(limits.putMs, put))) ?? false
  }

  return {
    get(name, open) {
      const { reading } = circuits
      if (reading.isOff) return Promise.resolve(undefined)
      return reads(async () => {
        const bytes = await reading.attempt(() => ask(limits.getMs, (signal) => receive(name, reading, signal)))
        try {
          return bytes && open(unseal(name, bytes, key))
        } catch (error) {
          reading.fault(error)
          return undefined
        }
      })
    },
    async put(name, given) {
      if (isReadOnly || circuits.writing.isOff) return false
      const bytes = typeof given === 'function' ? given() : given
      if (!bytes || pending + bytes.length > limits.pendingBytes) return false
      pending += bytes.length
      const sent = writes(send, name, bytes, ending.signal).finally(() => {
        pending -= bytes.length
        sending.delete(sent)
      })
      sending.add(sent)
      return sent
    },
    async list(name) {
      if (isReadOnly) return undefined
      return circuits.writing.attempt(() => ask(limits.listMs, (signal) => store.list(folder + name, signal)))
    },
    async settle() {
      const done = async () => {
        while (sending.size > 0) await Promise.all(sending)
      }
      await within(limits.settleMs, done, ending.signal).catch(() => {})
      const notice = noticeOf(address, circuits)
      ending.abort(new Error('the build is over'))
      // The next build of the same command tries again.
      if (!signal?.aborted) ending = new AbortController()
      circuits = { reading: new Circuit(), writing: new Circuit() }
      if (notice) opening = undefined
      return notice
    },
  }
}

/** The folder of all names. Its number is raised when the form or meaning of the objects changes. */
const folder = 'v1/'
const magic = 'site-cache 1'

/**
 * An object as the store holds it: a line with two digests of name and bytes, one made without the key and one with it,
 * followed by the bytes.
 */
function seal(name: string, bytes: Buffer, key: string | undefined): Buffer {
  const whole = Buffer.concat([Buffer.from(`${name}\n`), bytes])
  const seals = [sealOf(whole, undefined), key ? sealOf(whole, key) : '-']
  return Buffer.concat([Buffer.from(`${magic} ${seals.join(' ')}\n`), bytes])
}

function unseal(name: string, object: Buffer, key: string | undefined): Buffer {
  const end = object.indexOf('\n')
  const [first, second, plain = '', keyed = ''] = object.subarray(0, Math.max(0, end)).toString('latin1').split(' ')
  if (`${first} ${second}` !== magic) throw new Error(`"${name}" is not an object of this cache`)
  const bytes = object.subarray(end + 1)
  const whole = Buffer.concat([Buffer.from(`${name}\n`), bytes])
  const wrong = key ? wrongSeal(keyed, whole, key) : wrongSeal(plain, whole, undefined)
  if (wrong) throw new Error(`"${name}" ${wrong}`)
  return bytes
}

function noticeOf(address: string, { reading, writing }: { reading: Circuit; writing: Circuit }): string | undefined {
  const reported = [
    { kind: 'read', circuit: reading },
    { kind: 'written', circuit: writing },
  ].flatMap(({ kind, circuit: { reported, isOff } }) => {
    if (!reported) return []
    const times = reported.faults === 1 ? 'once' : `${reported.faults} times`
    return [`failed ${times} when it was ${kind} (${reported.first})${isOff ? ', and was not used after that' : ''}`]
  })
  return reported.length > 0 ? `The remote cache "${address}" ${reported.join('; it ')}.` : undefined
}

/** The outcome of `work`. Throws if the time is over or `ended` aborts; the signal of `work` aborts as well. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, ended?: AbortSignal): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${ms / 1000} s`)), ms)
  const signal = ended ? AbortSignal.any([ended, limit.signal]) : limit.signal
  try {
    return await untilAborted(work(signal), signal)
  } finally {
    clearTimeout(timer)
  }
}
