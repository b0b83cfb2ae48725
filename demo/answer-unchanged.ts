import type { Context } from 'hono'

/**
 * Sets `Last-Modified` (from milliseconds), and answers 304 if `If-Modified-Since` is not older. `If-None-Match` takes
 * precedence (RFC 9110 §13.1.3) and is left to the ETag middleware.
 */
export function answerUnchanged(c: Context, modified: number): Response | undefined {
  const seconds = Math.floor(modified / 1000)
  if (seconds > 0) c.header('Last-Modified', new Date(seconds * 1000).toUTCString())
  if (c.req.header('If-None-Match') !== undefined) return undefined
  const since = Date.parse(c.req.header('If-Modified-Since') ?? '')
  return seconds > 0 && since >= seconds * 1000 ? c.body(null, 304) : undefined
}
