import { readToken, writeToken } from './token.ts'

/** `status` is 0 when no answer came in time; `body` is `undefined` when the answer is not valid JSON. */
export type Answer = { isGood: boolean; status: number; body: unknown }

/** With `json` the call is a POST unless `method` says otherwise. `key` is the same for every try to store one entry. */
export type Call = Pick<RequestInit, 'method' | 'keepalive'> & { json?: unknown; key?: string; signal?: AbortSignal }

/** How long the service may be silent before a call counts as failed. */
export const silenceMs = 15_000

/** Headers of every call: JSON wanted, the page's locale, the visitor's token when there is one. */
export function callHeaders(key?: string): Record<string, string> {
  const token = readToken()
  return {
    Accept: 'application/ld+json, application/json;q=0.9',
    'Accept-Locale': document.documentElement.lang,
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(key && { 'Idempotency-Key': key }),
  }
}

/** Calls the service; never throws but for an abort by `signal`. An answer has 15 s to be whole. A refused token is cleared. */
export async function callApi(url: string, { json, key, signal, ...init }: Call = {}): Promise<Answer> {
  signal?.throwIfAborted()
  const headers = callHeaders(key)
  const isPost = json !== undefined
  const end = new AbortController()
  const stop = (): void => end.abort()
  const limit = setTimeout(stop, silenceMs)
  signal?.addEventListener('abort', stop)
  try {
    const response = await fetch(url, {
      headers: isPost ? { ...headers, 'Content-Type': 'application/json' } : headers,
      ...(isPost && { method: 'POST', body: JSON.stringify(json) }),
      ...init,
      signal: end.signal,
    })
    return answerOf(response.status, await response.text())
  } catch (error) {
    if (signal?.aborted) throw error
    return answerOf(0, '')
  } finally {
    clearTimeout(limit)
  }
}

/** Makes a call that needs no token. When the visitor's token is refused (and so cleared), the call is made once more without it. */
export async function orWithoutToken(call: () => Promise<Answer>): Promise<Answer> {
  const answer = await call()
  return answer.status === 401 ? call() : answer
}

/**
 * Judges an answer. It is good with a 2xx status and a body that is JSON or empty: a page in its place comes from a host or a network in
 * between. A `code` from 400 to 599 in the body is an error whatever the status says (content API, "Errors").
 */
export function answerOf(status: number, text: string): Answer {
  const body = parse(text)
  const code = Number(isObject(body) ? textOf(body.code) : 0)
  const actual = code >= 400 && code < 600 ? code : status
  if (actual === 401) writeToken()
  return { isGood: actual >= 200 && actual < 300 && (text === '' || body !== undefined), status: actual, body }
}

/** The id under which the service has stored what was sent; `undefined` when the answer does not say that it has. */
export function storedId({ isGood, body }: Answer): string | number | undefined {
  const id = isGood && isObject(body) ? body.id : undefined
  return (typeof id === 'string' && id) || typeof id === 'number' ? id : undefined
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** A text or a number as text; an empty text for anything else that a hostile answer may hold. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
