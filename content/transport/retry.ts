import { type Failure, SiteError } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'
import type { Received } from './connections.ts'
import { type OriginHealth, pause, type Sign } from './origin-health.ts'
import { parseRetryAfter } from './retry-after.ts'
import { isRefusal, isTimeout, kindOfError, longHeaders, unreachable } from './transport-errors.ts'

/** A read: its address, and how to make one attempt. */
export type Read<A> = { url: URL; attempt: () => Promise<A> }

/** What all reads share. */
export type Retrying = {
  /** Attempts at one read. */
  attempts: number
  /** Longest pause before the second attempt in milliseconds; it doubles before each further attempt. */
  delayMs: number
  /** Time limit of one attempt in milliseconds, for messages. */
  timeoutMs: number
  /** Retries that are left to all reads together. */
  budget: { left: number }
  counts: { retried: number }
  random: () => number
  ended: AbortSignal
}

/** `failure` is set when the answer is not a good one in the end. */
type Answered = Pick<Received, 'headers'> & { status: number; isWhole: boolean; failure?: Failure }
type Tried<A> = Sign & ({ answer: A; error?: undefined } | { answer?: undefined; error: unknown })

/** Statuses of answers after which a read is tried again. */
export const retriedStatuses = new Set([429, 502, 503, 504])

/**
 * Makes a read, with further attempts while they are worth it. Gives the first good answer, else the last answer. Throws a `SiteError` when
 * no answer came. Attempts that fell into an outage of the origin are not counted, up to the number of `attempts`.
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
    const isAskedToWait = retryAfterMs !== undefined // the service sets the pace itself
    if (!isAskedToWait && budget.left <= 0) return end(`${tried.kind}, with no retry left`)
    if (!isAskedToWait) budget.left -= 1
    if (!isAskedToWait && !wasDown) await pause(random() * delayMs * 2 ** (counted - 1), all.ended)
    if (isFree) outages += 1
    else counted += 1
    counts.retried += 1
  }
}

type Reading<A> = { read: Read<A>; health: OriginHealth; all: Retrying }

/** The answer that a read gives in the end, or the error that it throws. */
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
    const retryAfterMs = parseRetryAfter(answer.headers['retry-after'])
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
    if (machineFault(error, '')?.isOfDisk === false) throw error // this process may open too few files, which is no fault of the service
    const kind = kindOfError(error)
    const isOurs = error instanceof SiteError || kind === longHeaders // an answer came, but we refuse it
    return {
      error,
      isAnswer: isOurs,
      health: isOurs ? 'neutral' : 'bad',
      kind,
      isOverload: isTimeout(error),
      isRefusal: isRefusal(error),
    }
  }
}
