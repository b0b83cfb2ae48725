import type { Failure } from '#content/finding.ts'
import { grouped } from '#content/wording/count.ts'

const dateOfHttp = /^((mon|tue|wed|thu|fri|sat|sun)[a-z]*,? |\d{4}-\d\d-\d\d)/i
const dayMs = 86_400_000

/** `Retry-After` in milliseconds: seconds or a date, which gives 0 when it is over; nothing where it is neither. */
export function parseRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  if (/^\d+(\.\d+)?$/.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER)
  const ms = dateOfHttp.test(header) ? Date.parse(header) - Date.now() : Number.NaN
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** A wait in whole seconds, as in `30 s`. */
export function tellWait(ms: number): string {
  return ms > dayMs ? 'more than 86,400 s' : `${grouped(Math.ceil(ms / 1000))} s`
}

/** How long a read that failed was told to wait, in words that follow what it was answered. */
export function askedWait(failure: Failure | undefined): string {
  return failure?.retryAfterMs ? ` and asked to wait ${tellWait(failure.retryAfterMs)}` : ''
}
