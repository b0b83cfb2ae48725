import type { IncomingHttpHeaders } from 'node:http'
import type { Failure } from '#content/finding.ts'
import { grouped } from '#content/wording/count.ts'

const dateOfHttp = /^((mon|tue|wed|thu|fri|sat|sun)[a-z]*,? |\d{4}-\d\d-\d\d)/i
const dayMs = 86_400_000

/**
 * The seconds or date of `Retry-After` as a wait in milliseconds: 0 for a date in the past, `undefined` for anything
 * else. A date is compared with the `Date` of the answer, because the clock of this machine may differ.
 */
export function parseRetryAfter({ 'retry-after': header, date = '' }: IncomingHttpHeaders): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER)
  const now = dateOfHttp.test(date) ? Date.parse(date) : Date.now()
  const ms = dateOfHttp.test(header) ? Date.parse(header) - now : Number.NaN
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** A wait in whole seconds, such as `30 s`. */
export function formatWait(ms: number): string {
  return ms > dayMs ? 'more than 86,400 s' : `${grouped(Math.ceil(ms / 1000))} s`
}

/** The wait that the service asked for when a read failed, worded to follow the status of its answer. */
export function askedWait(failure: Failure | undefined): string {
  return failure?.retryAfterMs ? ` and asked to wait ${formatWait(failure.retryAfterMs)}` : ''
}
