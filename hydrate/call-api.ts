import { readToken, writeToken } from './token.ts'

/** `status` is 0 when no answer came; `body` is nothing when it is no JSON. */
export type Answer = { isGood: boolean; status: number; body: unknown }

export type Call = { json?: unknown; signal?: AbortSignal }

/** Headers of every call: JSON wanted, the page's locale, the visitor's token when there is one. */
export function callHeaders(): Record<string, string> {
  const token = readToken()
  return {
    Accept: 'application/ld+json, application/json;q=0.9',
    'Accept-Locale': document.documentElement.lang,
    ...(token && { Authorization: `Bearer ${token}` }),
  }
}

/** Calls the service; never throws but for an abort. With `json` it is a POST. A refused token is cleared. */
export async function callApi(url: string, { json, signal }: Call = {}): Promise<Answer> {
  const headers = callHeaders()
  const isPost = json !== undefined
  try {
    const response = await fetch(url, {
      headers: isPost ? { ...headers, 'Content-Type': 'application/json' } : headers,
      ...(isPost && { method: 'POST', body: JSON.stringify(json) }),
      ...(signal && { signal }),
    })
    return answerOf(response.status, await response.text())
  } catch (error) {
    if (signal?.aborted) throw error
    return answerOf(0, '')
  }
}

/** Judges an answer: a `code` from 400 to 599 in the body is an error whatever the status says (content API, "Errors"). */
export function answerOf(status: number, text: string): Answer {
  const body = parse(text)
  const code = Number(isObject(body) ? textOf(body.code) : 0)
  const told = Number.isInteger(code) && code >= 400 && code < 600 ? code : status
  if (told === 401) writeToken()
  return { isGood: told >= 200 && told < 300, status: told, body }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** A text or a number as text; nothing for what a hostile answer may hold in its place. */
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
