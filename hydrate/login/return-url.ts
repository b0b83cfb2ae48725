import { parseUrl } from '#hydrate/api/parse-url.ts'

/** The path to go to after a login, from `/`; nothing for whatever could lead a browser to another origin. */
export function safeReturnPath(returnUrl: string | null, origin: string): string | undefined {
  if (!returnUrl?.startsWith('/') || returnUrl.includes('\\')) return undefined
  const url = parseUrl(returnUrl, origin)
  // `/..//host` is of this origin, but its path, followed once more, is not.
  return url?.origin === origin && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : undefined
}
