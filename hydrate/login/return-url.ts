import { parseUrl } from '#hydrate/api/parse-url.ts'

/** Returns the path of the page after a login, or `undefined` if the address could take a browser to another origin. */
export function safeReturnPath(returnUrl: string | null, origin: string): string | undefined {
  const url = returnUrl ? parseUrl(returnUrl, origin) : undefined
  // `/..//host` and `blob:` addresses have this origin, but their paths, resolved again, do not.
  return url?.origin === origin && /^\/(?!\/)/.test(url.pathname)
    ? `${url.pathname}${url.search}${url.hash}`
    : undefined
}
