import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { Agent, request } from 'undici'
import { SiteError } from '#content/finding.ts'
import { readBody } from '#content/read-body.ts'
import { codeOf, kindOfError } from '#content/transport-errors.ts'

export type RawRequest = {
  url: URL
  method?: 'GET' | 'OPTIONS'
  headers?: Record<string, string>
  maxBytes: number
}

/** What came at the last attempt, with everything that a client would otherwise hide. */
export type Exchange = {
  /** Where the answer came from, after redirects. */
  url: URL
  /** 0 where no answer came. */
  status: number
  headers: IncomingHttpHeaders
  /** Without its compression; empty where that is broken. */
  body: Buffer
  ms: number
  redirects: URL[]
  /** Why there is no answer, or none that can be read. */
  trouble?: { kind: 'no-answer' | 'compression' | 'too-large'; words: string }
  /** What earlier attempts met, as in `503`. */
  before: string[]
  /** An attempt was answered with 429 and without `Retry-After`. */
  isBlind: boolean
}

export type AskRaw = (wanted: RawRequest) => Promise<Exchange>

const retried = new Set([429, 502, 503, 504])
const attempts = 4
const firstPauseMs = 150
const longestWaitMs = 60_000
const mostRedirects = 5

type Options = { concurrency: number; timeoutMs: number; signal: AbortSignal }

/** Asks as a build does, and hides nothing. Redirects are followed within the origin. `close` ends the connections. */
export function openRaw({ concurrency, timeoutMs, signal }: Options): { ask: AskRaw; close: () => Promise<void> } {
  const dispatcher = new Agent({ connections: concurrency })
  const limit = pLimit(concurrency)

  const once = async ({ url: first, method = 'GET', headers, maxBytes }: RawRequest): Promise<Exchange> => {
    const redirects: URL[] = []
    const start = performance.now()
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const exchange = (url: URL, rest: Partial<Exchange>): Exchange => ({
      ...{ url, status: 0, headers: {}, body: Buffer.alloc(0), redirects, before: [], isBlind: false },
      ms: performance.now() - start,
      ...rest,
    })
    let url = first
    for (;;) {
      const sent = { method, headers: { 'accept-encoding': 'br, gzip', ...headers }, signal: limited, dispatcher }
      try {
        const answer = await request(url, sent)
        const { statusCode: status, headers: came } = answer
        const target = status > 300 && status < 400 ? URL.parse(String(came.location ?? ''), url) : null
        if (target && came.location !== undefined) {
          await answer.body.dump()
          redirects.push(target)
          if (target.origin !== first.origin || redirects.length > mostRedirects)
            return exchange(url, { status, headers: came })
          url = target
          continue
        }
        const received = { statusCode: status, headers: came, body: answer.body, dump: () => answer.body.dump() }
        const read = await readBody(received, { url, maxBytes }).then(
          (body) => ({ body }),
          (error: unknown) => ({ trouble: troubleOfBody(error) }),
        )
        return exchange(url, { status, headers: came, ...read })
      } catch (error) {
        signal.throwIfAborted()
        return exchange(url, { trouble: { kind: 'no-answer', words: kindOfError(error) } })
      }
    }
  }

  const ask = async (wanted: RawRequest): Promise<Exchange> => {
    const before: string[] = []
    let isBlind = false
    for (let count = 1; ; count += 1) {
      const exchange = await limit(once, wanted)
      const { status, headers, trouble } = exchange
      const hasPace = headers['retry-after'] !== undefined
      isBlind ||= status === 429 && !hasPace
      const isBad = retried.has(status) || trouble?.kind === 'no-answer'
      const isHopeless = trouble?.words === 'refused connection' || trouble?.words === 'no way to the host'
      const waitMs = hasPace ? pauseOf(String(headers['retry-after'])) : firstPauseMs * 2 ** (count - 1)
      if (!isBad || isHopeless || count === attempts || waitMs > longestWaitMs) return { ...exchange, before, isBlind }
      before.push(trouble?.words ?? String(status))
      await sleep(waitMs, undefined, { signal })
    }
  }
  return { ask, close: () => dispatcher.destroy() }
}

function pauseOf(header: string): number {
  const ms = /[a-z]/i.test(header) ? Date.parse(header) - Date.now() : Number(header) * 1000
  return Number.isNaN(ms) ? firstPauseMs : Math.max(0, ms)
}

function troubleOfBody(error: unknown): NonNullable<Exchange['trouble']> {
  if (error instanceof SiteError) {
    const kind = error.finding.code === 'document-too-large' ? 'too-large' : 'compression'
    return { kind, words: error.message.replace(/\.$/, '') }
  }
  const isCompression = codeOf(error).startsWith('Z_') || codeOf(error).startsWith('ERR_')
  return { kind: isCompression ? 'compression' : 'no-answer', words: kindOfError(error) }
}
