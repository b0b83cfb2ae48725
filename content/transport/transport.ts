import { type Failure, SiteError } from '#content/finding.ts'
import { memoize } from '#content/memoize.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { shownAddress } from '#content/wording/shown-address.ts'
import { type Connect, type Connections, type Received, takesProxies } from './connections.ts'
import { OriginHealth } from './origin-health.ts'
import { readBody } from './read-body.ts'
import { type Retrying, retry } from './retry.ts'
import { refused } from './transport-errors.ts'

export type TransportOptions = {
  /** The maximum number of connections to one origin. */
  connections: number
  /** Time limit of one attempt in milliseconds, including the whole body. */
  timeoutMs?: number
  /** Attempts at a read that is worth retrying. The content API requires at least 4. */
  attempts?: number
  /** How many retries all reads may make together. */
  retries?: number
  /**
   * The longest pause before the first retry, in milliseconds. It doubles each time.
   * The actual pause is a random part of it.
   */
  retryDelayMs?: number
  /** How long to wait for a failing origin, in milliseconds. Without it, each read fails by itself. */
  patienceMs?: number
  /** Receives a sentence when a wait for an origin begins. */
  onOutage?: ((sentence: string) => void) | undefined
  /** First pause between two probes of a failing origin, in milliseconds. */
  probeMs?: number
  /** Hosts that may resolve to any address, even if a request is guarded. */
  innerHosts?: string[]
  signal?: AbortSignal
  /** Opens the connections; undici by default. */
  connect?: Connect
  /** Returns a number from 0 to 1, for pauses; `Math.random` by default. */
  random?: () => number
}

export type TransportRequest = {
  url: URL
  headers?: Record<string, string>
  maxBytes: number
  /** Whether the request, or a redirect of it, may go to this address. */
  mayReach: (url: URL) => boolean
  /** Whether host names must not resolve to private or link-local addresses (`guardedLookup`). */
  isGuarded?: boolean
  /** Reads a status that the service reports inside the body of a 200 answer. */
  statusInBody?: (body: Buffer) => number | undefined
  /** Whether a body is complete. An incomplete body is requested again. */
  isWhole?: (body: Buffer) => boolean
  /**
   * The validators to send to an address, also after a redirect; `undefined` if no earlier answer from it is kept. If
   * the service refuses them (412), the request is sent again without validators.
   */
  validatorsFor?: (url: URL) => Record<string, string> | undefined
}

export type TransportAnswer = {
  status: number
  headers: Received['headers']
  body: Buffer
  url: URL
  /** Whether this is a 304 in response to validators. A 304 without validators is a status like any other. */
  isNotModified: boolean
  /** False if every attempt got an incomplete body. */
  isWhole: boolean
  /** How the read failed, if the answer is not good in the end. */
  failure?: Failure
}

/**
 * `failed` counts reads without a good answer in the end. `total` counts every
 * request, including retries and redirects.
 */
export type RequestCounts = { total: number; retried: number; notModified: number; failed: number }

export type Transport = {
  readonly counts: RequestCounts
  /**
   * Returns the last answer, whatever its status. Throws a `SiteError` if no answer came, it is too large, or it
   * redirects to a forbidden address.
   */
  get(wanted: TransportRequest): Promise<TransportAnswer>
  /** Ends all requests under way. Their reads are rejected. */
  close(): Promise<void>
}

/** The attempts at a read that is worth retrying, unless others are set. */
export const usualAttempts = 4
export const maxRedirects = 5
const maxRetries = 1000

/** Reads from services over keep-alive connections, which are opened for the first request. */
export function openTransport(options: TransportOptions): Transport {
  const { connections: most, timeoutMs = 30_000, patienceMs = 0, random = Math.random, signal, onOutage } = options
  let opened: Promise<Connections> | undefined
  const open = async (): Promise<Connections> => {
    const wanted = takesProxies() ? undefined : options.connect // proxies need undici, whoever opens the transport
    const connect = wanted ?? (await import('./connect-by-undici.ts')).connectByUndici
    return connect({ most, innerHosts: new Set(options.innerHosts) })
  }
  const counts: RequestCounts = { total: 0, retried: 0, notModified: 0, failed: 0 }
  const closing = new AbortController()
  const ended = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal

  // Each attempt has one controller for both its time limit and the end of the transport. This costs a fraction of
  // `AbortSignal.timeout` and `AbortSignal.any`.
  const underWay = new Set<AbortController>()
  const endAll = (): void => {
    for (const controller of underWay) controller.abort(ended.reason)
  }
  ended.addEventListener('abort', endAll, { once: true })

  const attempt = async (wanted: TransportRequest): Promise<TransportAnswer> => {
    ended.throwIfAborted()
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(new DOMException('The time limit is over.', 'TimeoutError')), timeoutMs)
    underWay.add(stop)
    try {
      return await follow(wanted, stop.signal)
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : error // Node's own client says only that it was aborted
    } finally {
      clearTimeout(timer)
      underWay.delete(stop)
    }
  }

  const follow = async (wanted: TransportRequest, stop: AbortSignal): Promise<TransportAnswer> => {
    let { url, validatorsFor } = wanted
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      if (!wanted.mayReach(url)) throw refused(wanted.url, url)
      counts.total += 1
      const validators = validatorsFor?.(url)
      opened ??= open()
      const headers = { ...wanted.headers, ...validators, 'accept-encoding': 'br, gzip' }
      const answer = await (await opened).request(url, { headers, signal: stop, isGuarded: wanted.isGuarded ?? false })
      const isNotModified = answer.statusCode === 304 && validators !== undefined
      if (answer.statusCode === 412 && validators !== undefined) {
        validatorsFor = undefined // the service refuses validators, so this request goes again without them
        await answer.dump()
        continue
      }
      const location = answer.headers.location
      if (isNotModified || answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') {
        const body = await readBody(answer, wanted)
        const httpStatus = answer.statusCode === 203 ? 200 : answer.statusCode // 203: a proxy has changed a good answer
        const status = (httpStatus === 200 && wanted.statusInBody?.(body)) || httpStatus
        if (isNotModified) counts.notModified += 1
        const isWhole = isNotModified || status > 299 || (wanted.isWhole?.(body) ?? true)
        return { status, headers: answer.headers, body, url, isNotModified, isWhole }
      }
      await answer.dump()
      url = parseLocation(location, url)
    }
    throw new SiteError({
      code: 'service-error',
      message: `"${shownAddress(wanted.url)}" redirects more than ${maxRedirects} times.`,
      where: { url: wanted.url.href },
      hint: 'Configure the service to answer at this address without redirects.',
    })
  }

  const { probeMs = 1000 } = options
  const healthOf = memoize(
    (origin: string) => new OriginHealth({ origin, most, patienceMs, probeMs, random, ended, onOutage }),
  )
  const retrying: Retrying = {
    ...{ counts, ended, timeoutMs, random },
    attempts: options.attempts ?? usualAttempts,
    delayMs: options.retryDelayMs ?? 600,
    budget: { left: options.retries ?? maxRetries },
  }

  return {
    counts,
    async get(wanted) {
      let [isAsked, isGood] = [false, false]
      try {
        const read = {
          url: wanted.url,
          attempt: () => {
            isAsked = true
            return attempt(wanted)
          },
        }
        const answer = await retry(read, healthOf(wanted.url.origin), retrying)
        isGood = answer.failure === undefined
        return answer
      } finally {
        if (isAsked && !isGood) counts.failed += 1
      }
    },
    async close() {
      closing.abort(new Error('The connection to the service is closed.'))
      await (await opened)?.close()
    },
  }
}

function parseLocation(location: string, base: URL): URL {
  try {
    return new URL(location, base)
  } catch (cause) {
    const message = `"${shownAddress(base)}" redirects to ${quoteValue(location)}, which is not an address.`
    const hint = 'Correct the redirect at the service, or at the proxy in front of it.'
    throw new SiteError({ code: 'service-error', message, where: { url: base.href }, hint }, { cause })
  }
}
