import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/**
 * The locale that a request names: `locale` in the query, otherwise `Accept-Locale`. Throws 400 if none is named, 404
 * if the content does not have that locale.
 */
export function requestLocale(c: Context, locales: readonly string[]): string {
  const locale = c.req.query('locale') ?? c.req.header('Accept-Locale')?.trim()
  if (!locale)
    throw new HTTPException(400, { message: 'No locale is named. Add "?locale=" or the header "Accept-Locale".' })
  if (locales.includes(locale)) return locale
  throw new HTTPException(404, { message: `There is no locale "${locale}". The locales are ${locales.join(', ')}.` })
}
