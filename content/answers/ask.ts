import { hash } from 'node:crypto'
import { SiteError } from '#content/finding.ts'
import { messageInBody } from '#content/parse/parse-json.ts'
import type { Transport, TransportAnswer, TransportRequest } from '#content/transport/transport.ts'
import { shownAddress } from '#content/wording/shown-address.ts'
import type { AnswerStore } from './answer-store.ts'
import { type KeptAnswer, validatorsIn } from './kept-answer.ts'
import type { RequestNames } from './request-names.ts'

export type Wanted = TransportRequest & {
  /**
   * When the document was last changed, according to its node or list member. If the kept answer has another date, no
   * validators are sent.
   */
  updatedAt?: string | undefined
  /** Whether a kept answer with the same `updatedAt` is used without asking the service. */
  trustUpdatedAt?: boolean | undefined
  /**
   * Whether the caller already knows the body with this hash. A kept answer with such a body is returned with an empty
   * body, which saves reading it.
   */
  isKnown?: ((hash: string) => boolean) | undefined
}

/**
 * An answer that the service sent, that it confirmed with a 304, or that was read from a file. `hash` is the SHA-256 of
 * its body in hexadecimal. `failure` says how the read failed, if the service sent no good answer.
 */
export type Answer = Pick<TransportAnswer, 'status' | 'body' | 'url' | 'failure'> & {
  contentType: string | undefined
  hash: string
}

export type Ask = (wanted: Wanted) => Promise<Answer>

/** Asks the service without validators, and keeps no answers. */
export function askPlainly(transport: Transport): Ask {
  return async (wanted) => {
    const answer = await transport.get(wanted)
    return answerOf(answer, hash('sha256', answer.body))
  }
}

/**
 * Asks the service with the validators of the kept answer, and keeps every outcome. After a 304, returns the kept
 * answer. If its body is missing, damaged or over the limit, asks the service again without validators.
 */
export function askConditionally(transport: Transport, names: RequestNames, store: AnswerStore): Ask {
  const keepAnswer = (request: string, answer: TransportAnswer, { updatedAt }: Wanted): Answer => {
    const { status, body, url } = answer
    const checksum = hash('sha256', body)
    const contentType = contentTypeOf(answer)
    const isGood = status >= 200 && status <= 299 && answer.isWhole // of any other answer only the message in its body is kept
    const said = isGood ? undefined : messageInBody(body)
    const kept: KeptAnswer = {
      address: names.nameOf(url),
      status,
      ...validatorsIn(answer.headers),
      ...(contentType !== undefined && { contentType }),
      ...(updatedAt !== undefined && { updatedAt }),
      ...(isGood && { hash: checksum }),
      ...(said !== undefined && { failure: { code: 'service-error', message: said } }),
    }
    store.keep(request, kept, body)
    return answerOf(answer, checksum)
  }

  const askWhole = async (request: string, wanted: Wanted): Promise<Answer> =>
    keepAnswer(request, await transport.get(wanted), wanted)

  const askAgain = async (request: string, wanted: Wanted, { kept, url, hash }: Known): Promise<Answer> => {
    const isTrusted = wanted.trustUpdatedAt && wanted.updatedAt !== undefined
    const conditions = conditionsOf(kept)
    if (!isTrusted) {
      if (!conditions) return askWhole(request, wanted)
      const validatorsFor = (target: URL) => (target.href === url.href ? conditions : undefined)
      const answer = await transport.get({ ...wanted, validatorsFor })
      if (!answer.isNotModified) return keepAnswer(request, answer, wanted)
    }
    const body = keptBody(store, hash, wanted)
    if (!body) return askWhole(request, wanted)
    store.confirm(request)
    return { status: kept.status, contentType: kept.contentType, body, url, hash }
  }

  return async (wanted) => {
    // The transport refuses it, so there is nothing to keep.
    if (!wanted.mayReach(wanted.url)) return askPlainly(transport)(wanted)
    const request = requestName(wanted, names)
    const known = usable(store.find(request), wanted, names)
    try {
      return known ? await askAgain(request, wanted, known) : await askWhole(request, wanted)
    } catch (error) {
      const isFailure = error instanceof SiteError // any other error ends the build
      if (isFailure) store.keep(request, { address: names.nameOf(wanted.url), status: 0, failure: error.finding })
      throw error
    }
  }
}

/**
 * Returns the last good answer to a request without asking the service, and keeps it as the
 * last good one. Calls `onUse` with the time since which the request has been failing, in ISO
 * 8601. Throws a `SiteError` if no answer is kept.
 */
export function askLastGood(names: RequestNames, store: AnswerStore, onUse: (since: string) => void): Ask {
  return async (wanted) => {
    const request = requestName(wanted, names)
    store.refuse(request)
    const before = store.lastGood(request)
    // When only one page of a collection fails, the others have no last good
    // answer, because their latest answer is good.
    const known = usable(before?.answer ?? store.find(request), { ...wanted, updatedAt: undefined }, names)
    const body = known && keptBody(store, known.hash, wanted)
    if (!body) return askNothing(wanted)
    if (before) onUse(before.since)
    return { status: known.kept.status, contentType: known.kept.contentType, body, url: known.url, hash: known.hash }
  }
}

/** Used if no answers are kept: throws a `SiteError` for every request. */
export const askNothing: Ask = async ({ url }) => {
  throw new SiteError({ code: 'service-error', message: `No earlier answer is kept for "${shownAddress(url)}".` })
}

/**
 * The body of a kept answer: empty if the caller does not need it (`isKnown`),
 * `undefined` if it is lost or over the limit.
 */
function keptBody(store: AnswerStore, hash: string, { isKnown, maxBytes }: Wanted): Buffer | undefined {
  if (isKnown?.(hash)) return Buffer.alloc(0)
  const body = store.body(hash)
  return body && body.length <= maxBytes ? body : undefined
}

/** The key under which the answer to a request is kept: its locale and the name of its address. */
export function requestName({ url, headers }: TransportRequest, names: RequestNames): string {
  return `${headers?.['accept-locale'] ?? '*'} ${names.nameOf(url)}`
}

type Known = { kept: KeptAnswer; url: URL; hash: string }

/**
 * The kept answer, if it is good and has the same `updatedAt`. It may be used once the service confirms it, or if
 * `updatedAt` is trusted.
 */
function usable(kept: KeptAnswer | undefined, wanted: Wanted, names: RequestNames): Known | undefined {
  const url = kept && names.addressOf(kept.address)
  if (!url || kept.status !== 200 || kept.hash === undefined || !wanted.mayReach(url)) return undefined
  if (wanted.updatedAt !== undefined && kept.updatedAt !== wanted.updatedAt) return undefined
  return { kept, url, hash: kept.hash }
}

function conditionsOf({ etag, lastModified }: KeptAnswer): Record<string, string> | undefined {
  if (etag === undefined && lastModified === undefined) return undefined
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  }
}

function answerOf(answer: TransportAnswer, hash: string): Answer {
  const { status, body, url, failure } = answer
  return { status, contentType: contentTypeOf(answer), body, url, hash, ...(failure && { failure }) }
}

function contentTypeOf({ headers }: TransportAnswer): string | undefined {
  const type = headers['content-type']
  return type === undefined ? undefined : String(type)
}
