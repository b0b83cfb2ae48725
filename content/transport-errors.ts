import { SiteError } from './finding.ts'
import { quoteValue } from './quote-value.ts'

const refusedConnection = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const noConnection = new Set([...refusedConnection, 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])

/** True where nobody listens or the name leads nowhere: another attempt is of no use. */
export function isRefusal(error: unknown): boolean {
  return refusedConnection.has(codeOf(error))
}

/** The code of a failure of Node or undici; empty where there is none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** A body over its limit. */
export function tooLarge(url: URL, maxBytes: number): SiteError {
  return new SiteError({
    code: 'document-too-large',
    message: `"${url}" answers more than ${maxBytes.toLocaleString('en')} bytes.`,
    where: { url: url.href },
    hint: 'Make it smaller, or raise the limit in the settings.',
  })
}

export function unknownEncoding(url: URL, name: string): SiteError {
  return new SiteError({
    code: 'service-error',
    message: `"${url}" answers in the encoding ${quoteValue(name)}, which was not asked for.`,
    where: { url: url.href },
    hint: 'Let the service answer with gzip, br or no compression.',
  })
}

/** An address that may not be reached, asked for (`from` equals `to`) or by a redirect. */
export function refused(from: URL, to: URL): SiteError {
  const message =
    from.href === to.href
      ? `"${to}" is at an origin that the settings do not allow.`
      : `"${from}" leads to "${to}", at an origin that is not allowed.`
  return new SiteError({
    code: 'service-refused',
    message,
    where: { url: from.href },
    hint: 'Nothing is read from other origins; correct the address at the service, or allow the origin in the settings.',
  })
}

export function unreachable(url: URL, cause: unknown, timeoutMs: number): SiteError {
  const { name, message } = cause as Error
  const code = codeOf(cause)
  const reason = name === 'TimeoutError' ? `no whole answer in ${timeoutMs / 1000} s` : message || code
  return new SiteError(
    {
      code: noConnection.has(code) ? 'service-unreachable' : 'service-error',
      message: `"${url.origin}" does not answer "${url.pathname}": ${reason}.`,
      where: { url: url.href },
      hint: 'Check that the service runs and that --api (or SITE_API) names its address.',
    },
    { cause },
  )
}
