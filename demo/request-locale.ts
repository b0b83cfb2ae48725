import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** The locale a request names: `locale` in the query, else `Accept-Locale`. Throws 400 when none is named, 404 when the content has no such locale. */
export function requestLocale(c: Context, locales: readonly string[]): string {
  const locale = c.req.query('locale') ?? c.req.header('Accept-Locale')?.trim()
  if (!locale)
    throw new HTTPException(400, { message: 'No locale is named. Add "?locale=" or the header "Accept-Locale".' })
  if (locales.includes(locale)) return locale
  throw new HTTPException(404, { message: `There is no locale "${locale}". The locales are ${locales.join(', ')}.` })
}
