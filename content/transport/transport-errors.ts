import { type Failure, SiteError } from '#content/finding.ts'
import { grouped } from '#content/wording/count.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { shownAddress } from '#content/wording/shown-address.ts'
import { adviceOnProxy, maxHeaderSize, type Received } from './connections.ts'
import { formatWait } from './retry-after.ts'

const refusedConnection = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const lateConnection = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])
const noTrust = /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$)/
const noTls = /^(ERR_SSL_|ERR_TLS_|EPROTO$)/
const cutBody = new Set(['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR'])

/** The code of an error of Node or undici; empty if it has none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** The error for a body over its limit. */
export function tooLarge(url: URL, maxBytes: number): SiteError {
  return new SiteError({
    code: 'document-too-large',
    message: `"${shownAddress(url)}" returned more than ${grouped(maxBytes)} bytes.`,
    where: { url: url.href },
    hint: 'Make it smaller, or raise the limit in the settings.',
  })
}

export function unknownEncoding(url: URL, name: string): SiteError {
  return new SiteError({
    code: 'service-error',
    message: `"${shownAddress(url)}" answered in the encoding ${quoteValue(name)}, which was not requested.`,
    where: { url: url.href },
    hint: 'Configure the service to answer with gzip, br or no compression.',
  })
}

/**
 * The range of an answer that holds only some bytes of a file, as from a cache that keeps what another client asked
 * for. `undefined` for any other answer, also for a 206 with the whole or with a part of a list.
 */
export function partOf({ statusCode, headers }: Pick<Received, 'statusCode' | 'headers'>): string | undefined {
  const [range, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? []
  const isWhole = first === '0' && Number(last) + 1 === Number(size)
  return statusCode === 206 && !isWhole ? range : undefined
}

export const hintOfPart =
  'Configure the service, or the cache in front of it, to send parts only to requests with "Range".'

export function onlyPart(url: URL, range: string): SiteError {
  return new SiteError({
    code: 'service-error',
    message: `"${shownAddress(url)}" answered 206 with a part (${range}), which was not requested.`,
    where: { url: url.href },
    hint: hintOfPart,
  })
}

/** The error for an address that must not be reached, whether directly (`from` equals `to`) or by a redirect. */
export function refused(from: URL, to: URL): SiteError {
  if (!/^https?:$/.test(to.protocol) && from.href === to.href) return notOnTheWeb(to)
  const message =
    from.href === to.href
      ? `"${shownAddress(to)}" is at an origin that the settings do not allow.`
      : `"${shownAddress(from)}" redirects to "${shownAddress(to)}", at an origin that is not allowed.`
  return new SiteError({
    code: 'service-refused',
    message,
    where: { url: from.href },
    hint: 'Nothing is read from other origins; correct the address at the service, or allow the origin in the settings.',
  })
}

/** The error for a `data:` or `file:` address, as in text that is pasted from a word processor. */
function notOnTheWeb(url: URL): SiteError {
  return new SiteError({
    code: 'service-refused',
    message: `"${shownAddress(url)}" is not an address on the web.`,
    where: { url: url.href },
    hint: 'Save the picture at the service, and show it from there.',
  })
}

/** The kind of failure for a body that is not compressed in the way that its header says. */
const badlyPacked = 'badly compressed body'
const hintOfPacking = 'Configure the service, or the proxy in front of it, to compress with gzip or br, or not at all.'

/** True if a body cannot be decompressed, because it is compressed badly or cut short. */
export function isBadlyPacked(error: unknown): boolean {
  const code = codeOf(error)
  return code.startsWith('Z_') || code.startsWith('ERR__ERROR_')
}

/** The kind of failure for a request or connection that was not answered in time. */
export const timeOut = 'time-out'

/** The kind of failure for an answer whose headers are too long, which every attempt would repeat. */
export const longHeaders = 'headers too long'

/**
 * Kinds of failures (`kindOfError`) that another attempt would only repeat: nothing listens, the name does not resolve,
 * or TLS finds no agreement.
 */
export const refusals: ReadonlySet<string> = new Set([
  'connection refused',
  'host unreachable',
  'untrusted certificate',
  'no TLS',
])

/** The kind of an attempt's failure, in words that are counted. */
export function kindOfError(error: unknown): string {
  const code = codeOf(error)
  if ((error as Error | null)?.name === 'TimeoutError' || lateConnection.has(code)) return timeOut
  if (code === 'ECONNREFUSED') return 'connection refused'
  if (refusedConnection.has(code)) return 'host unreachable'
  if (noTrust.test(code)) return 'untrusted certificate'
  if (noTls.test(code)) return 'no TLS'
  if (cutBody.has(code)) return 'body cut short'
  if (isBadlyPacked(error)) return badlyPacked
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') return longHeaders
  if (code.startsWith('HPE_') || (error as Error | null)?.name === 'HTTPParserError') return 'not HTTP'
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') return 'broken connection'
  return code || (error instanceof Error ? error.name : 'failure')
}

type NoAnswer = {
  failure: Failure
  timeoutMs: number
  /** Whether nothing waits for the origin, because it never answered or there is no patience. */
  isDown: boolean
  /** Whether the origin answered another request before. */
  hasAnswered: boolean
}

/** What gives the address of the content service, in hints. */
export const apiOptions = '--api, SITE_API or "api" in the settings'

/** What is told of the separate service for product categories: its hint names the options of that service. */
export function ofCommerce<T extends { hint?: string }>(told: T): T {
  return { ...told, hint: told.hint?.replace(apiOptions, commerceOptions).replace('--api', commerceOptions) }
}

const commerceOptions = '--commerce-api or SITE_COMMERCE_API'

/** The hint for a read without an answer, by the kind of its failure. */
export function hintOfNoAnswer(kind: string, url: URL): string {
  if (kind === longHeaders)
    return 'Configure the service, or the proxy in front of it, to send shorter headers, for example with fewer names in tags for caches.'
  if (kind === 'untrusted certificate')
    return `Set NODE_EXTRA_CA_CERTS to the certificate file of the authority that signed the certificate, renew the certificate if it has expired, or correct the address of the service (${apiOptions}).`
  if (kind === 'no TLS' || kind === 'not HTTP')
    return `Check that the address of the service (${apiOptions}) begins with the protocol of the service, https:// or http://, and contains its port.`
  return `Check that the service is running and that ${apiOptions} is its address.${adviceOnProxy(kind, url)}`
}

const hintOfSilence =
  'Other requests were answered before. Check that the service is still running; if it is, send this request on its own, and look at the logs of the service and of the proxy in front of it.'

/** The error for a read that got no answer in the end. */
export function unreachable(
  url: URL,
  cause: unknown,
  { failure, timeoutMs, isDown, hasAnswered }: NoAnswer,
): SiteError {
  const kind = kindOfError(cause)
  const reason = reasonOf(cause, kind, timeoutMs)
  if (isBadlyPacked(cause)) {
    const packed = `"${url.origin}" answered "${shownAddress(url.pathname)}" with a body that cannot be decompressed: ${reason}.`
    const hint = hintOfPacking
    return new SiteError({ code: 'service-error', message: packed, where: { url: url.href }, hint, failure }, { cause })
  }
  return new SiteError(
    {
      code:
        isDown && (refusals.has(kind) || lateConnection.has(codeOf(cause))) ? 'service-unreachable' : 'service-error',
      message: `"${url.origin}" does not answer "${shownAddress(url.pathname)}": ${reason}.`,
      where: { url: url.href },
      hint: hasAnswered && !refusals.has(kind) && kind !== longHeaders ? hintOfSilence : hintOfNoAnswer(kind, url),
      failure,
    },
    { cause },
  )
}

/**
 * Why no answer came, worded to follow a colon. Messages of OpenSSL are left
 * out, because they name lines of its sources.
 */
function reasonOf(cause: unknown, kind: string, timeoutMs: number): string {
  const { name, message } = cause as Error
  const code = codeOf(cause)
  if (kind === 'untrusted certificate') return `its certificate is not trusted (${code})`
  if (kind === 'no TLS') return `it does not use TLS, or no version of TLS that this machine supports (${code})`
  if (kind === 'not HTTP') return `its answer is not HTTP (${message})`
  if (kind === longHeaders) return `the headers of its answer are longer than ${grouped(maxHeaderSize)} bytes`
  return name === 'TimeoutError' ? `no complete answer in ${timeoutMs / 1000} s` : message || code
}

/** The outcomes that came instead of good answers, such as `12 × 503, 1 × time-out`. */
export function countKinds(met: ReadonlyMap<string, number>): string {
  const kinds = [...met].sort(([, a], [, b]) => b - a)
  return kinds.map(([kind, count]) => `${count} × ${kind}`).join(', ')
}

type GivenUp = {
  origin: string
  failingMs: number
  met: ReadonlyMap<string, number>
  /** The last wait that the origin asked for; 0 if it asked for none. */
  askedMs: number
  patienceMs: number
}

/** The error for an origin that gave no good answer for longer than the patience, or asked for a longer wait. */
export function givenUp({ origin, failingMs, met, askedMs, patienceMs }: GivenUp): SiteError {
  const since = new Date(Date.now() - failingMs).toISOString().slice(11, 19)
  const asked = askedMs > 0 ? `; it asked to wait ${formatWait(askedMs)}` : ''
  const isTooLong = askedMs > patienceMs
  // A service that speaks https:// closes connections of http:// without a word,
  // just like a service that is restarting.
  const kinds = [...met.keys()].join()
  const isPerhapsWrong = ['not HTTP', origin.startsWith('http:') && 'broken connection'].includes(kinds)
  const advice = isPerhapsWrong
    ? ` ${hintOfNoAnswer('no TLS', new URL(origin))}`
    : kinds === badlyPacked
      ? ` ${hintOfPacking}`
      : kinds === timeOut
        ? adviceOnProxy(kinds, new URL(origin))
        : ''
  return new SiteError({
    code: 'service-unreachable',
    message: isTooLong
      ? `"${origin}" asked to wait ${formatWait(askedMs)}, but builds wait at most ${formatWait(patienceMs)}: ${countKinds(met)} since ${since} UTC.`
      : `"${origin}" gave no good answer for ${Math.round(failingMs / 1000)} s, since ${since} UTC: ${countKinds(met)}${asked}.`,
    where: { url: origin },
    hint: `${isTooLong ? 'Build again after that time' : 'Look at the log of the service, then build again'}; everything that was read so far is kept. If the service needs longer to recover, raise crawl.patience in the settings.${advice}`,
  })
}
