import { type Failure, SiteError } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'
import type { Received } from './connections.ts'
import { type AttemptOutcome, type OriginHealth, pause } from './origin-health.ts'
import { parseRetryAfter } from './retry-after.ts'
import { kindOfError, longHeaders, refusals, timeOut, unreachable } from './transport-errors.ts'

/** A read: its address, and how to make one attempt. */
export type Read<A> = { url: URL; attempt: () => Promise<A> }

/** The limits and state that all reads share. */
export type Retrying = {
  /** The number of attempts at one read. */
  attempts: number
  /** The longest pause before the second attempt, in milliseconds. It doubles before each further attempt. */
  delayMs: number
  /** Time limit of one attempt in milliseconds, for messages. */
  timeoutMs: number
  /** How many retries all reads have left together. */
  budget: { left: number }
  counts: { retried: number }
  random: () => number
  ended: AbortSignal
}

/** `failure` is set if the answer is not good in the end. */
type Answered = Pick<Received, 'headers'> & { status: number; isWhole: boolean; failure?: Failure }
type Tried<A> = AttemptOutcome & ({ answer: A; error?: undefined } | { answer?: undefined; error: unknown })

/** Statuses of answers after which a read is tried again. */
export const retriedStatuses = new Set([429, 502, 503, 504])

/**
 * Makes a read, with further attempts as long as they are worthwhile. Returns the first good answer, or
 * else the last answer. Throws a `SiteError` if no answer came. Up to `attempts` attempts are not
 * counted if they fell into an outage of the origin.
 */
export async function retry<A extends Answered>(read: Read<A>, health: OriginHealth, all: Retrying): Promise<A> {
  const { attempts, delayMs, budget, counts, random } = all
  let [counted, outages] = [1, 0]
  let failedAt: number | undefined
  for (;;) {
    const tried = await health.ask(() => tryOnce(read.attempt, all.ended))
    const { retryAfterMs } = tried
    const end = (kind = tried.kind): A =>
      conclude(tried, { kind, attempts: counted + outages, retryAfterMs }, { read, health, all })
    if (tried.health !== 'bad' || !health.isWorthRetry(tried)) return end()
    failedAt ??= performance.now()
    const wasDown = await health.whenUp(counted < attempts ? undefined : failedAt)
    const isFree = wasDown && outages < attempts
    if (!isFree && counted >= attempts) return end()
    const isAskedToWait = retryAfterMs !== undefined // the service itself sets the pace
    if (!isAskedToWait && budget.left <= 0) return end(`${tried.kind}, with no retries left`)
    if (!isAskedToWait) budget.left -= 1
    if (!isAskedToWait && !wasDown) await pause(random() * delayMs * 2 ** (counted - 1), all.ended)
    if (isFree) outages += 1
    else counted += 1
    counts.retried += 1
  }
}

type Reading<A> = { read: Read<A>; health: OriginHealth; all: Retrying }

/** The answer that a read finally returns, or the error that it throws. */
function conclude<A extends Answered>(tried: Tried<A>, failure: Failure, { read, health, all }: Reading<A>): A {
  if (tried.answer) {
    const isGood = tried.answer.status < 400 && tried.answer.isWhole
    return isGood ? tried.answer : { ...tried.answer, failure }
  }
  if (tried.error instanceof SiteError) throw tried.error
  const { hasAnswered, isWaitedFor } = health
  throw unreachable(read.url, tried.error, { failure, timeoutMs: all.timeoutMs, isDown: !isWaitedFor, hasAnswered })
}

async function tryOnce<A extends Answered>(attempt: () => Promise<A>, ended: AbortSignal): Promise<Tried<A>> {
  try {
    const answer = await attempt()
    const { status, isWhole } = answer
    const retryAfterMs = parseRetryAfter(answer.headers)
    const isBad = retriedStatuses.has(status) || !isWhole
    return {
      answer,
      isAnswer: true,
      health: isBad ? 'bad' : status >= 500 ? 'neutral' : 'good',
      kind: isWhole ? String(status) : 'JSON cut short',
      isOverload: status === 429 || (status === 503 && retryAfterMs !== undefined),
      ...(isBad && { retryAfterMs }),
    }
  } catch (error) {
    ended.throwIfAborted()
    // This process may open too few files, which is not a fault of the service.
    if (machineFault(error, '')?.isOfDisk === false) throw error
    const kind = kindOfError(error)
    const isOurs = error instanceof SiteError || kind === longHeaders // an answer came, but we refuse it
    return {
      error,
      isAnswer: isOurs,
      health: isOurs ? 'neutral' : 'bad',
      kind,
      isOverload: kind === timeOut,
      isRefusal: refusals.has(kind),
    }
  }
}
