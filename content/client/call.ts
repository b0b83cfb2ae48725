import { baseOf } from '#content/answers/request-names.ts'

/**
 * One read from the service. `path` is the part below the base address, percent-encoded, without the locale. `page` is
 * the query of a further page of a collection, as messages show it.
 */
export type Call = { path: string; locale: string; query?: Record<string, string>; commerce?: boolean; page?: string }

const maxPathLength = 200

/** How messages name a call: `GET /posts/x (de)`, `GET /posts?page=2 (de)`. */
export function nameOf({ path, locale, page = '' }: Call): string {
  const whole = `${path}${page}`
  return `GET ${whole.length > maxPathLength ? `${whole.slice(0, maxPathLength)}…` : whole} (${locale})`
}

/** The addresses of the content service and of the commerce service, and the token for `api`. */
export type Services = { api: URL; commerce: URL; token?: string | undefined }

export function addressOf({ path, locale, query, commerce }: Call, services: Services): URL {
  const url = new URL(`${baseOf(commerce ? services.commerce : services.api)}${path}`)
  for (const [name, value] of Object.entries({ ...query, locale })) url.searchParams.set(name, value)
  return url
}

/** The headers of a call. The token is sent only to the origin of the content service. */
export function headersFor(url: URL, locale: string, { api, token }: Services): Record<string, string> {
  return {
    accept: 'application/ld+json, application/json;q=0.9',
    'accept-locale': locale,
    ...(token && url.origin === api.origin ? { authorization: `Bearer ${token}` } : {}),
  }
}

/** The call of a further page of a collection. */
export function callOfPage(call: Call, { searchParams }: URL): Call {
  const query = new URLSearchParams(searchParams)
  query.delete('locale')
  return { ...call, page: query.size > 0 ? `?${query}` : '' }
}

/**
 * An id or slug as one segment of a path, percent-encoded. `undefined` if it cannot be a segment: an empty text, `.`
 * and `..` (which stay special when encoded), and half a surrogate pair.
 */
export function pathSegment(key: string): string | undefined {
  if (key === '' || key === '.' || key === '..' || !key.isWellFormed()) return undefined
  return encodeURIComponent(key)
}
