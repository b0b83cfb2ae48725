import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { type Dispatcher, request } from 'undici'
import { SiteError } from '#content/finding.ts'
import { isTruncated, statusInBody } from '#content/parse/parse-json.ts'
import { openAgent } from '#content/transport/open-agent.ts'
import { readBody } from '#content/transport/read-body.ts'
import { retriedStatuses } from '#content/transport/retry.ts'
import { parseRetryAfter } from '#content/transport/retry-after.ts'
import { maxRedirects, usualAttempts } from '#content/transport/transport.ts'
import { isBadlyPacked, kindOfError, refusals } from '#content/transport/transport-errors.ts'

export type RawRequest = {
  url: URL
  method?: 'GET' | 'OPTIONS'
  headers?: Record<string, string>
  maxBytes: number
  /** Whether a picture is requested instead of JSON. */
  isFile?: boolean
  /** Origins that a redirect may point to, besides the origin of the address. */
  origins?: readonly string[]
}

/** The response to the last attempt, with everything that a client would otherwise hide. */
export type Exchange = {
  /** The address of the response, after redirects. */
  url: URL
  /** 0 if there was no response. */
  status: number
  headers: IncomingHttpHeaders
  /** The decompressed body. Empty if it cannot be decompressed. */
  body: Buffer
  ms: number
  redirects: URL[]
  /** Why there is no response, or why its body cannot be read. */
  trouble?: { kind: 'no-answer' | 'compression' | 'too-large'; words: string }
  /** The failures of earlier attempts, as in `503`. */
  before: string[]
  /** Whether an attempt was answered with 429 and without `Retry-After`. */
  isBlind: boolean
  /** Whether the last attempt failed too, in a way that a build would retry. */
  isFailing: boolean
}

export type AskRaw = (wanted: RawRequest) => Promise<Exchange>

const firstPauseMs = 150
const maxWaitMs = 60_000

type Options = { concurrency: number; timeoutMs: number; signal: AbortSignal }

/**
 * Sends requests as a build does, and returns everything about the responses. Redirects are followed within the origin,
 * and to the origins that the request allows. `close` closes the connections.
 */
export function openRaw({ concurrency, timeoutMs, signal }: Options): { ask: AskRaw; close: () => Promise<void> } {
  // Idle connections are not reused: if the service had closed one in the meantime, that would look like a fault of the
  // service.
  const dispatcher = openAgent({ connections: concurrency, keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 })
  const limit = pLimit(concurrency)
  const once = (wanted: RawRequest): Promise<Exchange> => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    return follow(wanted, { signal: limited, dispatcher })
  }
  const ask = async (wanted: RawRequest): Promise<Exchange> => {
    const before: string[] = []
    let isBlind = false
    for (let count = 1; ; count += 1) {
      const exchange = await limit(once, wanted)
      signal.throwIfAborted()
      isBlind ||= exchange.status === 429 && exchange.headers['retry-after'] === undefined
      const reason = reasonToRetry(exchange, wanted)
      const waitMs = parseRetryAfter(exchange.headers) ?? firstPauseMs * 2 ** (count - 1)
      if (!reason || count === usualAttempts || waitMs > maxWaitMs)
        return { ...exchange, before, isBlind, isFailing: reason !== undefined }
      before.push(reason)
      await sleep(waitMs, undefined, { signal })
    }
  }
  return { ask, close: () => dispatcher.destroy() }
}

async function follow(
  { url: first, method = 'GET', headers, maxBytes, origins = [] }: RawRequest,
  how: { signal: AbortSignal; dispatcher: Dispatcher },
): Promise<Exchange> {
  const redirects: URL[] = []
  const start = performance.now()
  const exchange = (url: URL, rest: Partial<Exchange>): Exchange => ({
    ...{ url, status: 0, headers: {}, body: Buffer.alloc(0), redirects, before: [], isBlind: false, isFailing: false },
    ms: performance.now() - start,
    ...rest,
  })
  let url = first
  try {
    for (;;) {
      const answer = await request(url, { method, headers: { 'accept-encoding': 'br, gzip', ...headers }, ...how })
      const { statusCode: status, headers: came, body } = answer
      const target = status > 300 && status < 400 && came.location ? URL.parse(String(came.location), url) : null
      if (!target) {
        const read = await readBody(answer, { url, maxBytes }).then(
          (body) => ({ body }),
          (error: unknown) => ({ trouble: troubleOfBody(error) }),
        )
        return exchange(url, { status, headers: came, ...read })
      }
      await body.dump()
      redirects.push(target)
      if (![first.origin, ...origins].includes(target.origin) || redirects.length > maxRedirects) {
        return exchange(url, { status, headers: came })
      }
      url = target
    }
  } catch (error) {
    return exchange(url, { trouble: { kind: 'no-answer', words: kindOfError(error) } })
  }
}

/** Returns why a build would retry after a response, as in `503`. Undefined if it would not. */
function reasonToRetry({ status, body, trouble }: Exchange, { method, isFile }: RawRequest): string | undefined {
  const meantStatus = (status === 200 && !isFile && statusInBody(body)) || status
  if (retriedStatuses.has(meantStatus)) return String(meantStatus)
  if (trouble && trouble.kind !== 'too-large') return permanentFailures.has(trouble.words) ? undefined : trouble.words
  const isCut = status === 200 && method !== 'OPTIONS' && !isFile && !trouble && isTruncated(body)
  return isCut ? 'JSON cut short' : undefined
}

/** Failures that another attempt would only repeat. */
const permanentFailures = new Set([...refusals, 'compression'])

function troubleOfBody(error: unknown): NonNullable<Exchange['trouble']> {
  if (error instanceof SiteError) {
    const isLarge = error.finding.code === 'document-too-large'
    return isLarge ? { kind: 'too-large', words: error.message } : { kind: 'compression', words: 'compression' }
  }
  return { kind: isBadlyPacked(error) ? 'compression' : 'no-answer', words: kindOfError(error) }
}
