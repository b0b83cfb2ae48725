import type { MiddlewareHandler } from 'hono'

/** Why a request is refused. */
export type Refusal = { status: 403 | 421; message: string }

/**
 * Returns why a request is refused, or `undefined` if it may pass. Only browsers on this machine whose user opened this
 * address may send requests. The `Host` must be a loopback name with our port, because any other name means DNS
 * rebinding, and no other site may have caused the request.
 */
export function refusalOf(headers: Headers, port: number): Refusal | undefined {
  const host = headers.get('host') ?? ''
  const own = ['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${port}`).host) // without the port 80
  if (!own.includes(host.toLowerCase())) {
    return { status: 421, message: `This preview is only available at http://${own[0]}.` }
  }
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const isOwnOrigin = origin === null || origin === `http://${host.toLowerCase()}`
  const isOwnSite = site === null || site === 'same-origin' || site === 'none'
  if (isOwnOrigin && isOwnSite) return undefined
  return {
    status: 403,
    message: 'Other sites may not send requests to this preview. Enter its address in the browser yourself.',
  }
}

/** Refuses requests that must not pass, and forbids other sites to embed or read any response. */
export function guardRequests(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const refusal = refusalOf(context.req.raw.headers, port())
    if (refusal) return context.text(`${refusal.message}\n`, refusal.status, protection)
    await next()
    for (const [name, value] of Object.entries(protection)) context.header(name, value)
  }
}

const protection = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
}
