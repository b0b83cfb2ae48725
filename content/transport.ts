import { finished, type Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib'
import type { Connect, Connections, Received } from './connections.ts'
import { SiteError } from './finding.ts'
import { quoteValue } from './quote-value.ts'
import { codeOf, isRefusal, refused, tooLarge, unknownEncoding, unreachable } from './transport-errors.ts'

export type TransportOptions = {
  /** Connections kept open to one origin. */
  connections: number
  /** Limit of one attempt, whole body included, in milliseconds. */
  timeoutMs?: number
  /** Attempts at what is worth a retry; the content API asks for at least 4. */
  attempts?: number
  /** First pause before a retry in milliseconds; it doubles each time. */
  retryDelayMs?: number
  /** Hosts that may lead to any address even when a request is guarded. */
  innerHosts?: string[]
  signal?: AbortSignal
  /** What opens connections; undici without it. */
  connect?: Connect
}

export type TransportRequest = {
  url: URL
  headers?: Record<string, string>
  maxBytes: number
  /** Decides whether a redirect or the request itself may go to an origin. */
  mayReach: (url: URL) => boolean
  /** Names must not lead to link-local addresses and the like. */
  isGuarded?: boolean
  /** A status told inside the body of a 200 answer, where the service does so. */
  statusInBody?: (body: Buffer) => number | undefined
  /** False for a body of which something is missing; it is asked for again. */
  isWhole?: (body: Buffer) => boolean
  /** Validators to send to an address, redirects included, where what it answered before is at hand. */
  validatorsFor?: (url: URL) => Record<string, string> | undefined
}

export type TransportAnswer = {
  status: number
  headers: Received['headers']
  body: Buffer
  url: URL
  /** The 304 that the validators asked for; a 304 without them is a status like any other. */
  isNotModified: boolean
  /** False where each attempt gave a body of which something is missing. */
  isWhole: boolean
}

/** `failed` counts reads without a good answer in the end; `total` every request, those of retries and redirects included. */
export type RequestCounts = { total: number; retried: number; notModified: number; failed: number }

export type Transport = {
  readonly counts: RequestCounts
  /** The last answer, whatever its status. Throws a `SiteError` when there is none, it is too large, or leads elsewhere. */
  get(wanted: TransportRequest): Promise<TransportAnswer>
  /** Ends what is still under way; its reads are rejected. */
  close(): Promise<void>
}

const retriedStatuses = new Set([429, 502, 503, 504])
const longestRetryAfterMs = 60_000
const mostRedirects = 5

/** Reads from services over keep-alive connections, which are opened when the first request comes. */
export function openTransport(options: TransportOptions): Transport {
  const { connections: most, timeoutMs = 30_000, attempts = 4, retryDelayMs = 300, signal } = options
  let opened: Promise<Connections> | undefined
  const open = async (): Promise<Connections> => {
    const connect = options.connect ?? (await import('./connect-by-undici.ts')).connectByUndici
    return connect({ most, innerHosts: new Set(options.innerHosts) })
  }
  const counts: RequestCounts = { total: 0, retried: 0, notModified: 0, failed: 0 }
  const closing = new AbortController()
  const ended = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal

  const attempt = async (wanted: TransportRequest): Promise<TransportAnswer> => {
    const late = new AbortController()
    // A time limit that is taken back costs a fraction of `AbortSignal.timeout`, which stays until its time has come.
    const timer = setTimeout(() => late.abort(new DOMException('The time limit is over.', 'TimeoutError')), timeoutMs)
    try {
      return await follow(wanted, AbortSignal.any([late.signal, ended]))
    } finally {
      clearTimeout(timer)
    }
  }

  const follow = async (wanted: TransportRequest, stop: AbortSignal): Promise<TransportAnswer> => {
    let url = wanted.url
    for (let hops = 0; hops <= mostRedirects; hops += 1) {
      if (!wanted.mayReach(url)) throw refused(wanted.url, url)
      counts.total += 1
      const validators = wanted.validatorsFor?.(url)
      opened ??= open()
      const headers = { ...wanted.headers, ...validators, 'accept-encoding': 'br, gzip' }
      const answer = await (await opened).request(url, { headers, signal: stop, isGuarded: wanted.isGuarded ?? false })
      const isNotModified = answer.statusCode === 304 && validators !== undefined
      const location = answer.headers.location
      if (isNotModified || answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') {
        const sent = await readBody(answer.body, wanted)
        const body = await decode(sent, answer.headers['content-encoding'], wanted)
        const status = (answer.statusCode === 200 && wanted.statusInBody?.(body)) || answer.statusCode
        if (isNotModified) counts.notModified += 1
        const isWhole = isNotModified || status > 299 || (wanted.isWhole?.(body) ?? true)
        return { status, headers: answer.headers, body, url, isNotModified, isWhole }
      }
      await answer.dump()
      url = parseLocation(location, url)
    }
    throw new SiteError({
      code: 'service-error',
      message: `"${wanted.url}" redirects more than ${mostRedirects} times.`,
      where: { url: wanted.url.href },
    })
  }

  const retry = async (wanted: TransportRequest): Promise<TransportAnswer> => {
    let pauseMs = retryDelayMs
    for (let left = attempts - 1; ; left -= 1) {
      let waitMs = pauseMs
      try {
        const answer = await attempt(wanted)
        if (!retriedStatuses.has(answer.status) && answer.isWhole) return answer
        const asked = retryAfterMs(answer.headers['retry-after'])
        if (left <= 0 || (asked ?? 0) > longestRetryAfterMs) return answer
        waitMs = asked ?? pauseMs
      } catch (error) {
        ended.throwIfAborted()
        if (error instanceof SiteError) throw error
        if (left <= 0 || isRefusal(error)) throw unreachable(wanted.url, error, timeoutMs)
      }
      counts.retried += 1
      pauseMs *= 2
      await sleep(waitMs, undefined, { signal: ended }).catch(() => ended.throwIfAborted())
    }
  }

  return {
    counts,
    async get(wanted) {
      let isGood = false
      try {
        const answer = await retry(wanted)
        isGood = answer.status < 400 && answer.isWhole
        return answer
      } finally {
        if (!isGood) counts.failed += 1
      }
    },
    async close() {
      closing.abort(new Error('The connection to the service is closed.'))
      await (await opened)?.close()
    },
  }
}

/** By events: an iterator over each body takes as long as all the rest of a request. */
function readBody(body: Readable, { maxBytes, url }: TransportRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    body.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) body.destroy(tooLarge(url, maxBytes))
      else chunks.push(chunk)
    })
    finished(body, (error) => (error ? reject(error) : resolve(Buffer.concat(chunks))))
  })
}

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

/** Zlib is loaded when something is compressed. */
const decoders: ReadonlyMap<string, () => Decode> = new Map([
  ['gzip', () => promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['x-gzip', () => promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['br', () => promisify<Buffer, BrotliOptions, Buffer>(brotliDecompress)],
  ['deflate', () => promisify<Buffer, ZlibOptions, Buffer>(inflate)],
])

/** The body without the compressions its sender gave it. */
async function decode(
  body: Buffer,
  encoding: string | string[] | undefined,
  wanted: TransportRequest,
): Promise<Buffer> {
  const { url, maxBytes } = wanted
  const encodings = String(encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  let decoded = body
  for (const name of encodings.reverse()) {
    const decodeOne = decoders.get(name)?.()
    if (!decodeOne) throw unknownEncoding(url, name)
    if (decoded.length === 0) continue // an answer without a body may still name the encoding it would have
    decoded = await decodeOne(decoded, { maxOutputLength: maxBytes }).catch((error) => {
      throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(url, maxBytes) : error
    })
  }
  return decoded
}

function parseLocation(location: string, base: URL): URL {
  try {
    return new URL(location, base)
  } catch (cause) {
    throw new SiteError(
      { code: 'service-error', message: `"${base}" redirects to ${quoteValue(location)}, which is no address.` },
      { cause },
    )
  }
}

/** `Retry-After` in milliseconds: seconds or a date; nothing when it is neither. */
function retryAfterMs(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const isDate = /[a-z]/i.test(header)
  const ms = isDate ? Date.parse(header) - Date.now() : Number(header || Number.NaN) * 1000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
