import { type Finding, isFinding } from '#content/finding.ts'

/** The answer of a service to one request, without the body. */
export type KeptAnswer = {
  /** Name of the address that finally answered, after redirects. */
  address: string
  /** The HTTP status, or the one that the body names (`statusInBody`); 0 when no answer came. */
  status: number
  etag?: string
  lastModified?: string
  contentType?: string
  /** The date of change in the node or list member, at the time of the request. */
  updatedAt?: string
  /** SHA-256 of the body in hexadecimal; only good answers have one. */
  hash?: string
  /** Why no answer came, or the service's message in an answer that is not good. */
  failure?: Finding
}

/**
 * Checks the columns of an answer, because anyone may have changed the file. Does not use zod, which is slow to load.
 */
export function parseKeptAnswer(row: Record<string, unknown>): KeptAnswer | undefined {
  const { address, status, etag, lastModified, contentType, updatedAt, hash, failure } = row
  const isSound =
    typeof address === 'string' &&
    Number.isInteger(status) &&
    Number(status) >= 0 &&
    Number(status) <= 999 &&
    [etag, lastModified].every((value) => value === undefined || isValidator(value)) &&
    [contentType, updatedAt].every((value) => value === undefined || typeof value === 'string') &&
    (hash === undefined || (typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)))
  const finding = failure === undefined ? undefined : parseFinding(failure)
  if (!isSound || (failure !== undefined && !finding)) return undefined
  return { ...row, ...(finding && { failure: finding }) } as KeptAnswer // every column is checked
}

function parseFinding(json: unknown): Finding | undefined {
  try {
    const value: unknown = JSON.parse(String(json))
    return isFinding(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isValidator(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,1000}$/.test(value)
}

type ValidatorHeaders = Record<string, string | string[] | undefined>

/**
 * The validators that a later request may send. A `Last-Modified` from the same second as the answer is left out,
 * because the document may have changed again within that second (RFC 9110 §8.8.2.2).
 */
export function validatorsIn(headers: ValidatorHeaders): Pick<KeptAnswer, 'etag' | 'lastModified'> {
  const { etag, 'last-modified': modified, date } = headers
  const answered = Date.parse(String(date)) || Date.now()
  const isOld = answered - Date.parse(String(modified)) >= 1000
  return { ...(isValidator(etag) && { etag }), ...(isOld && isValidator(modified) && { lastModified: modified }) }
}
