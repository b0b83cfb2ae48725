import { pipeline, type Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import { SiteError } from './finding.ts'

export type TransportOptions = {
  /** Connections kept open to one origin. */
  connections: number
  /** Limit of one attempt, whole body included, in milliseconds. */
  timeoutMs?: number
  /** Attempts at what is worth a retry; the content API asks for at least 4. */
  attempts?: number
  /** First pause before a retry in milliseconds; it doubles each time. */
  retryDelayMs?: number
  signal?: AbortSignal
}

export type TransportRequest = {
  url: URL
  headers?: Record<string, string>
  maxBytes: number
  /** Decides whether a redirect or the request itself may go to an origin. */
  mayReach: (url: URL) => boolean
  /** A status told inside the body of a 200 answer, where the service does so. */
  statusInBody?: (body: Buffer) => number | undefined
}

export type TransportAnswer = { status: number; headers: Dispatcher.ResponseData['headers']; body: Buffer; url: URL }

export type RequestCounts = { total: number; retried: number; notModified: number; failed: number }

export type Transport = {
  readonly counts: RequestCounts
  /** The last answer, whatever its status. Throws a `SiteError` when there is none, it is too large, or leads elsewhere. */
  get(wanted: TransportRequest): Promise<TransportAnswer>
  close(): Promise<void>
}

const retriedStatuses = new Set([429, 502, 503, 504])
const refusedConnection = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const longestRetryAfterMs = 60_000
const mostRedirects = 5

/** Opens keep-alive connections; the only place that uses undici. */
export function openTransport(options: TransportOptions): Transport {
  const { connections, timeoutMs = 30_000, attempts = 4, retryDelayMs = 300, signal } = options
  const dispatcher = new Agent({ connections, keepAliveTimeout: 10_000 })
  const counts: RequestCounts = { total: 0, retried: 0, notModified: 0, failed: 0 }

  const attempt = async (wanted: TransportRequest): Promise<TransportAnswer> => {
    const limit = AbortSignal.timeout(timeoutMs)
    const stop = signal ? AbortSignal.any([limit, signal]) : limit
    let url = wanted.url
    for (let hops = 0; hops <= mostRedirects; hops += 1) {
      if (!wanted.mayReach(url)) throw refused(wanted.url, url)
      counts.total += 1
      const answer = await request(url, {
        dispatcher,
        headers: { ...wanted.headers, 'accept-encoding': 'br, gzip' },
        signal: stop,
      })
      const location = answer.headers.location
      if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') {
        const body = await readBody(decoded(answer.body, answer.headers['content-encoding']), wanted)
        const status = (answer.statusCode === 200 && wanted.statusInBody?.(body)) || answer.statusCode
        return { status, headers: answer.headers, body, url }
      }
      await answer.body.dump()
      url = parseLocation(location, url)
    }
    throw new SiteError({
      code: 'service-error',
      message: `"${wanted.url}" redirects more than ${mostRedirects} times.`,
      where: { url: wanted.url.href },
    })
  }

  return {
    counts,
    async get(wanted) {
      let pauseMs = retryDelayMs
      for (let left = attempts - 1; ; left -= 1) {
        let waitMs = pauseMs
        try {
          const answer = await attempt(wanted)
          if (!retriedStatuses.has(answer.status)) return answer
          const asked = retryAfterMs(answer.headers['retry-after'])
          if (left <= 0 || (asked ?? 0) > longestRetryAfterMs) return answer
          waitMs = asked ?? pauseMs
        } catch (error) {
          signal?.throwIfAborted()
          if (error instanceof SiteError) throw error
          if (left <= 0 || refusedConnection.has(codeOf(error))) throw unreachable(wanted.url, error, timeoutMs)
        }
        counts.retried += 1
        pauseMs *= 2
        await sleep(waitMs, undefined, { signal })
      }
    },
    close: () => dispatcher.close(),
  }
}

/** The body without the compression its sender gave it; errors of either stream reach the reader. */
function decoded(body: Readable, encoding: string | string[] | undefined): Readable {
  const decoder = encoding === 'gzip' ? createGunzip() : encoding === 'br' ? createBrotliDecompress() : undefined
  return decoder ? pipeline(body, decoder, () => {}) : body // the callback's error is the decoder's own, which the reader gets
}

async function readBody(body: AsyncIterable<Buffer>, { maxBytes, url }: TransportRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) {
      throw new SiteError({
        code: 'document-too-large',
        message: `"${url}" answers more than ${maxBytes.toLocaleString('en')} bytes.`,
        where: { url: url.href },
        hint: 'Make it smaller, or raise the limit in the settings.',
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseLocation(location: string, base: URL): URL {
  try {
    return new URL(location, base)
  } catch (cause) {
    throw new SiteError(
      { code: 'service-error', message: `"${base}" redirects to "${location}", which is no address.` },
      { cause },
    )
  }
}

/** `Retry-After` in milliseconds: seconds or a date. */
function retryAfterMs(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

function refused(from: URL, to: URL): SiteError {
  const message =
    from.href === to.href
      ? `"${to}" is at an origin that the settings do not allow.`
      : `"${from}" leads to "${to}", at an origin that is not allowed.`
  return new SiteError({
    code: 'service-refused',
    message,
    where: { url: from.href },
    hint: 'Nothing is read from other origins; correct the address at the service, or allow the origin in the settings.',
  })
}

function unreachable(url: URL, cause: unknown, timeoutMs: number): SiteError {
  const reason =
    (cause as Error | null)?.name === 'TimeoutError' ? `no whole answer in ${timeoutMs / 1000} s` : String(cause)
  return new SiteError(
    {
      code: refusedConnection.has(codeOf(cause)) ? 'service-unreachable' : 'service-error',
      message: `"${url.origin}" does not answer "${url.pathname}": ${reason}.`,
      where: { url: url.href },
      hint: 'Check that the service runs and that --api (or SITE_API) names its address.',
    },
    { cause },
  )
}
