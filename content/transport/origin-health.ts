import { setTimeout as sleep } from 'node:timers/promises'
import { Pace } from './pace.ts'
import { formatWait } from './retry-after.ts'
import { countKinds, givenUp } from './transport-errors.ts'

export type HealthOptions = {
  origin: string
  /** How many requests may be under way at the same time while the origin is healthy. */
  most: number
  /** How long the origin may give no good answer, in milliseconds. With 0, each request fails by itself. */
  patienceMs: number
  /** First pause between two probes, in milliseconds. It doubles up to eightfold. Longer outages are reported. */
  probeMs: number
  /** A number from 0 to 1. */
  random: () => number
  /** Ends every wait. */
  ended: AbortSignal
  /** Receives a sentence about each wait for the origin. */
  onOutage?: ((sentence: string) => void) | undefined
}

/** The outcome of one attempt at a request, as a sign of its origin's health. */
export type AttemptOutcome = {
  /** `neutral` is an answer that says nothing about the origin, such as a status of 500. */
  health: 'good' | 'neutral' | 'bad'
  /** The outcome of the attempt, in words that are counted, such as `503` or `time-out`. */
  kind: string
  /** Whether an answer came, good or not. */
  isAnswer: boolean
  /** The wait that `Retry-After` asks for, in milliseconds. */
  retryAfterMs?: number | undefined
  /** Whether the origin asks for fewer requests, or is too slow to answer. */
  isOverload?: boolean
  /** Whether no answer came and no other request would fare better, as after a refused connection. */
  isRefusal?: boolean
}

type Outage = { failedProbes: number; over: PromiseWithResolvers<boolean> }

/** An outage begins after this many failures in a row, or earlier if failures last for this share of the patience. */
const maxFailures = 10
const shareOfPatience = 1 / 4
/** Every wait of at least this length is reported. Without patience, a longer wait is not obeyed. */
const longHoldMs = 5000
/** Waits that end this close together count as one. */
const sameHoldMs = 1000
const longestProbePause = 8

/**
 * The state that all requests to one origin share: how many may be under way, until when none may be sent, and whether
 * there is an outage. During an outage, all requests wait while one request at a time probes whether the origin is
 * back. The probe repeats a request that got a good answer before, so that a single broken document is not taken for an
 * outage. A good answer ends the outage. Without one, the outage ends with the patience, in one error.
 */
export class OriginHealth {
  readonly #options: HealthOptions
  readonly #pace: Pace
  readonly #waiting: (() => void)[] = []
  #underWay = 0
  #notBefore = 0
  /** The longest wait that was reported, in milliseconds. */
  #reportedMs = 0
  /** The wait that the last `Retry-After` since the last good answer asked for, in milliseconds. */
  #askedMs = 0
  #failures = 0
  #goodAt = Number.NEGATIVE_INFINITY
  #failingSince: number | undefined
  readonly #met = new Map<string, number>()
  #lastGood: (() => Promise<AttemptOutcome>) | undefined
  #outage: Outage | undefined
  readonly #lost = new AbortController()
  /** Aborted if the origin is given up, or the transport ends. */
  readonly #stop: AbortSignal
  #hasAnswered = false

  constructor(options: HealthOptions) {
    this.#options = options
    this.#pace = new Pace(options.most)
    this.#stop = AbortSignal.any([options.ended, this.#lost.signal])
    this.#stop.addEventListener('abort', () => this.#release(), { once: true })
  }

  /** Whether failures may be an outage that ends: there is patience, and there was an answer before. */
  get isWaitedFor(): boolean {
    return this.#hasAnswered && this.#options.patienceMs > 0
  }

  get hasAnswered(): boolean {
    return this.#hasAnswered
  }

  /** False if another attempt would only repeat the failure: nothing listens, or `Retry-After` is too long. */
  isWorthRetry({ isRefusal, retryAfterMs = 0 }: AttemptOutcome): boolean {
    return !(isRefusal && !this.isWaitedFor) && retryAfterMs <= this.#maxHoldMs
  }

  /** Makes an attempt as soon as the origin may be asked. Throws if the origin was given up, or the transport ended. */
  async ask<T extends AttemptOutcome>(attempt: () => Promise<T>): Promise<T> {
    for (let turn = this.#turn(); turn; turn = this.#turn()) await turn
    this.#underWay += 1 // synchronously, before any other waiting request looks
    try {
      return await this.#observe(attempt)
    } finally {
      this.#underWay -= 1
      this.#wake()
    }
  }

  /**
   * Waits while there is an outage. Returns true if a probe failed during the outage, because then the failure is not
   * the request's own fault. A read that has no attempt left passes the time when it first failed (`failedAt`). If no
   * good answer has come since then, an outage is assumed, even if only a few reads have met it.
   */
  async whenUp(failedAt = Number.NEGATIVE_INFINITY): Promise<boolean> {
    const isStillFailing = (this.#failingSince ?? Number.POSITIVE_INFINITY) <= failedAt && !this.#stop.aborted
    if (!this.#outage && isStillFailing && this.isWaitedFor && this.#lastGood) this.#openOutage(this.#lastGood)
    return this.#outage ? this.#outage.over.promise : false
  }

  get #maxHoldMs(): number {
    return this.#options.patienceMs || longHoldMs
  }

  /** The promise to wait for before the next attempt; `undefined` if there is none. Reads the clock only once. */
  #turn(): Promise<unknown> | undefined {
    this.#stop.throwIfAborted()
    if (this.#outage) return this.#outage.over.promise
    const heldMs = this.#notBefore - performance.now()
    if (heldMs > 0) return pause(heldMs, this.#stop)
    if (this.#underWay < this.#pace.allowed) return undefined
    return new Promise<void>((go) => this.#waiting.push(go))
  }

  #wake(): void {
    const free = this.#stop.aborted ? this.#waiting.length : this.#pace.allowed - this.#underWay
    for (const go of this.#waiting.splice(0, Math.max(0, free))) go()
  }

  async #observe<T extends AttemptOutcome>(attempt: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const sign = await attempt()
    this.#hasAnswered ||= sign.isAnswer
    if (sign.health === 'good') this.#noteGood(attempt, startedAt)
    else if (sign.health === 'bad') this.#noteBad(sign, attempt, startedAt)
    return sign
  }

  #noteGood(attempt: () => Promise<AttemptOutcome>, startedAt: number): void {
    this.#goodAt = performance.now()
    this.#lastGood = attempt
    this.#pace.good(startedAt, this.#goodAt)
    this.#failures = this.#askedMs = 0
    if (this.#failingSince === undefined) return
    this.#failingSince = undefined
    this.#met.clear()
    this.#outage?.over.resolve(this.#outage.failedProbes > 0)
    this.#outage = undefined
    this.#wake()
  }

  #noteBad(sign: AttemptOutcome, attempt: () => Promise<AttemptOutcome>, startedAt: number): void {
    const { patienceMs } = this.#options
    const now = performance.now()
    this.#failures += 1
    this.#failingSince ??= Math.max(startedAt, this.#goodAt)
    this.#met.set(sign.kind, (this.#met.get(sign.kind) ?? 0) + 1)
    if (sign.isOverload) this.#pace.slowDown(startedAt, now)
    const holdMs = sign.retryAfterMs ?? 0
    if (holdMs > 0) this.#askedMs = holdMs
    const isTooLong = holdMs > this.#maxHoldMs
    if (isTooLong && this.#outage) this.#giveUp()
    if (holdMs > 0 && !isTooLong) this.#hold(sign.kind, holdMs, now)
    const isMissing = sign.isRefusal && !this.#hasAnswered // in this case, each request fails by itself
    if (this.#outage || this.#stop.aborted || patienceMs === 0 || isMissing) return
    const isLong = now - this.#failingSince >= patienceMs * shareOfPatience
    if (this.#failures >= maxFailures || isLong || sign.isRefusal) this.#openOutage(attempt)
  }

  /** Makes all requests wait for `holdMs`. Reports long waits, and short ones that are longer than any before. */
  #hold(kind: string, holdMs: number, now: number): void {
    const { origin, onOutage } = this.#options
    const until = now + holdMs
    const isNew = until - this.#notBefore > sameHoldMs
    this.#notBefore = Math.max(this.#notBefore, until)
    if (!isNew || (holdMs < longHoldMs && holdMs <= this.#reportedMs)) return
    this.#reportedMs = Math.max(this.#reportedMs, Math.ceil(holdMs / 1000) * 1000) // rounded up as in the message
    onOutage?.(`"${origin}" answered ${kind} and asked to wait ${formatWait(holdMs)}: waiting for it.`)
  }

  #openOutage(attempt: () => Promise<AttemptOutcome>): void {
    const outage: Outage = { failedProbes: 0, over: Promise.withResolvers() }
    outage.over.promise.catch(() => {}) // the requests that wait for it handle this
    this.#outage = outage
    this.#probe(outage, this.#lastGood ?? attempt).catch((error) => this.#lost.abort(error))
  }

  async #probe(outage: Outage, attempt: () => Promise<AttemptOutcome>): Promise<void> {
    const { origin, patienceMs, probeMs, random, onOutage } = this.#options
    const now = performance.now()
    const endsAt = Math.max((this.#failingSince ?? now) + patienceMs, now + patienceMs * shareOfPatience)
    const timer = setTimeout(() => this.#giveUp(), endsAt - now)
    // An outage that ends immediately is not reported: broken documents cause such
    // outages, and there may be many of them.
    const reporting = setTimeout(() => {
      if (this.#outage !== outage) return
      onOutage?.(`"${origin}" is failing (${countKinds(this.#met)}): waiting for it, at most ${patienceMs / 1000} s.`)
    }, probeMs)
    try {
      for (
        let pauseMs = probeMs;
        this.#outage === outage;
        pauseMs = Math.min(pauseMs * 2, probeMs * longestProbePause)
      ) {
        const heldMs = Math.min(this.#notBefore, endsAt) - performance.now()
        if (heldMs > 0) await pause(heldMs, this.#stop)
        if (this.#outage !== outage) return
        await this.#observe(attempt)
        outage.failedProbes += 1
        if (this.#outage === outage) await pause((pauseMs * (1 + random())) / 2, this.#stop)
      }
    } finally {
      clearTimeout(timer)
      clearTimeout(reporting)
    }
  }

  #giveUp(): void {
    const { origin, patienceMs } = this.#options
    const failingMs = performance.now() - (this.#failingSince ?? performance.now())
    this.#lost.abort(givenUp({ origin, failingMs, met: this.#met, askedMs: this.#askedMs, patienceMs }))
  }

  /** Ends every wait. */
  #release(): void {
    this.#outage?.over.reject(this.#stop.reason)
    this.#outage = undefined
    this.#wake()
  }
}

/** Waits for `ms`. Throws the reason of `ended` if that is aborted. */
export async function pause(ms: number, ended: AbortSignal): Promise<void> {
  await sleep(Math.max(0, ms), undefined, { signal: ended }).catch(() => ended.throwIfAborted())
}
