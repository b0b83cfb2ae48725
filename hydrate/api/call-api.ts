import { type Answer, answerOf, callHeaders, silenceMs } from './answer.ts'

export { storedId } from './answer.ts' // for the choice of cookies, which loads this module late

/** With `json` the default method is POST. `key` is the same for every attempt to store an entry. */
export type Call = Pick<RequestInit, 'method' | 'keepalive'> & { json?: unknown; key?: string; signal?: AbortSignal }

/**
 * Calls the service. Throws only if `signal` aborts. An answer must be complete in 15 s. A refused token is cleared.
 */
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
    return answerOf(response.status, await response.text(), headers)
  } catch (error) {
    if (signal?.aborted) throw error
    return answerOf(0, '')
  } finally {
    clearTimeout(limit)
  }
}
