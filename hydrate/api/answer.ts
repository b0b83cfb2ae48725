import { readToken, writeToken } from './token.ts'

/** `status` is 0 when no answer came in time. `body` is `undefined` when the answer is not JSON. */
export type Answer = { isGood: boolean; status: number; body: unknown }

/** How long the service may be silent before a call counts as failed. */
export const silenceMs = 15_000

/** Returns the headers of every call: JSON as the accepted type, the page's locale, and the visitor's token, if any. */
export function callHeaders(key?: string): Record<string, string> {
  const token = readToken()
  return {
    Accept: 'application/ld+json, application/json;q=0.9',
    'Accept-Locale': document.documentElement.lang,
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(key && { 'Idempotency-Key': key }),
  }
}

/** Makes a call that needs no token. If the visitor's token is refused, and so cleared, repeats the call without it. */
export async function orWithoutToken<A extends Answer>(call: () => Promise<A>): Promise<A> {
  const answer = await call()
  return answer.status === 401 ? call() : answer
}

/**
 * Interprets an answer. It is good if its status is 2xx and its body is JSON or empty: an HTML page comes from a host
 * or a network in between. A `code` from 400 to 599 in the body overrides the status (content API, "Errors").
 * A token that is refused is cleared, unless the visitor has logged in since the call was sent with it (`sent`).
 */
export function answerOf(status: number, text: string, sent: Record<string, string> = {}): Answer {
  const body = parse(text)
  const code = Number(isObject(body) ? textOf(body.code) : 0)
  const actual = code >= 400 && code < 600 ? code : status
  if (actual === 401 && callHeaders().Authorization === sent.Authorization) writeToken()
  return { isGood: actual >= 200 && actual < 300 && (text === '' || body !== undefined), status: actual, body }
}

/** Returns the id under which the service has stored an entry, or `undefined` when the answer has no id. */
export function storedId({ isGood, body }: Answer): string | number | undefined {
  const id = isGood && isObject(body) ? body.id : undefined
  return (typeof id === 'string' && id) || typeof id === 'number' ? id : undefined
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Returns a text or a number as text, and an empty text for anything else that a hostile answer may contain. */
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
