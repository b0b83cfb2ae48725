import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** The request's `Idempotency-Key`, if it has one. Throws 400 if it is longer than 255 characters. */
export function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header('Idempotency-Key')?.trim()
  if (key && key.length > 255)
    throw new HTTPException(400, { message: 'An Idempotency-Key may have at most 255 characters.' })
  return key || undefined
}
