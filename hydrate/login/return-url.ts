import { parseUrl } from '#hydrate/api/parse-url.ts'

/** The path to go to after a login; `undefined` for an address that could lead a browser to another origin. */
export function safeReturnPath(returnUrl: string | null, origin: string): string | undefined {
  const url = returnUrl ? parseUrl(returnUrl, origin) : undefined
  // `/..//host` and `blob:` addresses are of this origin, but their paths, followed once more, are not.
  return url?.origin === origin && /^\/(?!\/)/.test(url.pathname)
    ? `${url.pathname}${url.search}${url.hash}`
    : undefined
}
