import { setTimeout as sleep } from 'node:timers/promises'
import { Pace } from './pace.ts'
import { tellWait } from './retry-after.ts'
import { countKinds, givenUp } from './transport-errors.ts'

export type HealthOptions = {
  origin: string
  /** Requests under way at once while it is well. */
  most: number
  /** How long it may go without a good answer, in milliseconds; 0: nobody waits for it, each request fails by itself. */
  patienceMs: number
  /** First pause between two requests that look whether it is back; it doubles up to eight times of that. An outage that lasts longer is told. */
  probeMs: number
  /** A number from 0 to 1. */
  random: () => number
  /** Ends every wait. */
  ended: AbortSignal
  /** Hears in a sentence of a wait for the origin. */
  onOutage?: ((sentence: string) => void) | undefined
}

/** What one attempt at a request told of its origin. */
export type Sign = {
  /** `neutral` is an answer that says nothing of the origin, such as a status of 500. */
  health: 'good' | 'neutral' | 'bad'
  /** In words to be counted by, as in `503` or `time-out`. */
  kind: string
  /** Whether an answer came, good or not. */
  isAnswer: boolean
  /** What `Retry-After` asks for. */
  retryAfterMs?: number | undefined
  /** The origin asks for less, or is too slow to answer. */
  isOverload?: boolean
  /** There was no answer, and no other request would fare better, as with a refused connection. */
  isRefusal?: boolean
}

type Outage = { failedProbes: number; over: PromiseWithResolvers<boolean> }

/** So many failures without a good answer between them make an outage. Fewer do when they last for a quarter of the patience. */
const mostFailures = 10
const quickly = 1 / 4
/** The longest `Retry-After` that is kept where there is no patience. */
const longestHoldMs = 60_000
/** Waits as long as this are told each time. */
const longHoldMs = 5000
/** Waits that end so close together count as one. */
const sameHoldMs = 1000
const longestProbePause = 8

/**
 * What all requests to one origin share: how many may be under way, until when nobody may ask, and whether there is an outage. In an
 * outage all requests wait, while one at a time is made to see whether the origin is back. That one was answered well before, so that a
 * single broken document is not taken for an outage. A good answer ends the outage. Without one it ends with the patience, in one error.
 */
export class OriginHealth {
  readonly #options: HealthOptions
  readonly #pace: Pace
  readonly #waiting: (() => void)[] = []
  #underWay = 0
  #notBefore = 0
  /** The longest wait that was told, in milliseconds. */
  #toldMs = 0
  /** What `Retry-After` asked for last, since the last good answer. */
  #askedMs = 0
  #failures = 0
  #goodAt = Number.NEGATIVE_INFINITY
  #illSince: number | undefined
  readonly #met = new Map<string, number>()
  #lastGood: (() => Promise<Sign>) | undefined
  #outage: Outage | undefined
  readonly #lost = new AbortController()
  /** Aborted when the origin is given up, or all is at an end. */
  readonly #stop: AbortSignal
  #hasAnswered = false

  constructor(options: HealthOptions) {
    this.#options = options
    this.#pace = new Pace(options.most)
    this.#stop = AbortSignal.any([options.ended, this.#lost.signal])
    this.#stop.addEventListener('abort', () => this.#release(), { once: true })
  }

  /** True where failures may be an outage that ends: there is patience, and there was an answer before. */
  get isWaitedFor(): boolean {
    return this.#hasAnswered && this.#options.patienceMs > 0
  }

  get hasAnswered(): boolean {
    return this.#hasAnswered
  }

  /** False for a failure that another attempt would only repeat: nobody listens, or it is told to come back too late. */
  isWorthRetry({ isRefusal, retryAfterMs = 0 }: Sign): boolean {
    return !(isRefusal && !this.isWaitedFor) && retryAfterMs <= this.#longestHoldMs
  }

  /** Makes an attempt as soon as the origin may be asked. Throws where it was given up, or all is at an end. */
  async ask<T extends Sign>(attempt: () => Promise<T>): Promise<T> {
    for (let turn = this.#turn(); turn; turn = this.#turn()) await turn
    this.#underWay += 1 // at once, before anyone else who waited looks
    try {
      return await this.#observe(attempt)
    } finally {
      this.#underWay -= 1
      this.#wake()
    }
  }

  /**
   * Waits while there is an outage. True when there was one: then what failed in it is not the request's own fault. A read without an
   * attempt left tells when it first `failedAt`: where nothing was answered well since then, there may be an outage that few reads meet.
   */
  async whenUp(failedAt = Number.NEGATIVE_INFINITY): Promise<boolean> {
    const isStillIll = (this.#illSince ?? Number.POSITIVE_INFINITY) <= failedAt && !this.#stop.aborted
    if (!this.#outage && isStillIll && this.isWaitedFor && this.#lastGood) this.#openOutage(this.#lastGood)
    return this.#outage ? this.#outage.over.promise : false
  }

  get #longestHoldMs(): number {
    return this.#options.patienceMs || longestHoldMs
  }

  /** What is to be waited for before the origin may be asked; nothing where it may be. The clock is looked at once. */
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

  async #observe<T extends Sign>(attempt: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const sign = await attempt()
    this.#hasAnswered ||= sign.isAnswer
    if (sign.health === 'good') this.#noteGood(attempt, startedAt)
    else if (sign.health === 'bad') this.#noteBad(sign, attempt, startedAt)
    return sign
  }

  #noteGood(attempt: () => Promise<Sign>, startedAt: number): void {
    this.#goodAt = performance.now()
    this.#lastGood = attempt
    this.#pace.good(startedAt, this.#goodAt)
    this.#failures = this.#askedMs = 0
    if (this.#illSince === undefined) return
    this.#illSince = undefined
    this.#met.clear()
    this.#outage?.over.resolve(this.#outage.failedProbes > 0)
    this.#outage = undefined
    this.#wake()
  }

  #noteBad(sign: Sign, attempt: () => Promise<Sign>, startedAt: number): void {
    const { patienceMs } = this.#options
    const now = performance.now()
    this.#failures += 1
    this.#illSince ??= Math.max(startedAt, this.#goodAt)
    this.#met.set(sign.kind, (this.#met.get(sign.kind) ?? 0) + 1)
    if (sign.isOverload) this.#pace.slowDown(startedAt, now)
    const holdMs = sign.retryAfterMs ?? 0
    if (holdMs > 0) this.#askedMs = holdMs
    const isTooLong = holdMs > this.#longestHoldMs
    if (isTooLong && this.#outage) this.#giveUp()
    if (holdMs > 0 && !isTooLong) this.#hold(sign.kind, holdMs, now)
    const isMissing = sign.isRefusal && !this.#hasAnswered // its requests fail by themselves
    if (this.#outage || this.#stop.aborted || patienceMs === 0 || isMissing) return
    const isLong = now - this.#illSince >= patienceMs * quickly
    if (this.#failures >= mostFailures || isLong || sign.isRefusal) this.#openOutage(attempt)
  }

  /** Lets nobody ask for so long. Tells each wait that is long, and a short one only where it is longer than what was told before. */
  #hold(kind: string, holdMs: number, now: number): void {
    const { origin, onOutage } = this.#options
    const until = now + holdMs
    const isNew = until - this.#notBefore > sameHoldMs
    this.#notBefore = Math.max(this.#notBefore, until)
    if (!isNew || (holdMs < longHoldMs && holdMs <= this.#toldMs)) return
    this.#toldMs = Math.max(this.#toldMs, Math.ceil(holdMs / 1000) * 1000) // as it is told
    onOutage?.(`"${origin}" answered ${kind} and asked to wait ${tellWait(holdMs)}: waiting for it.`)
  }

  #openOutage(attempt: () => Promise<Sign>): void {
    const outage: Outage = { failedProbes: 0, over: Promise.withResolvers() }
    outage.over.promise.catch(() => {}) // told to whoever waits for it
    this.#outage = outage
    this.#probe(outage, this.#lastGood ?? attempt).catch((error) => this.#lost.abort(error))
  }

  async #probe(outage: Outage, attempt: () => Promise<Sign>): Promise<void> {
    const { origin, patienceMs, probeMs, random, onOutage } = this.#options
    const now = performance.now()
    const endsAt = Math.max((this.#illSince ?? now) + patienceMs, now + patienceMs * quickly)
    const timer = setTimeout(() => this.#giveUp(), endsAt - now)
    // One that is over at once was none: some documents are broken, and may be so many that it would be told over and over.
    const telling = setTimeout(() => {
      if (this.#outage !== outage) return
      onOutage?.(`"${origin}" is ill (${countKinds(this.#met)}): waiting for it, at most ${patienceMs / 1000} s.`)
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
      clearTimeout(telling)
    }
  }

  #giveUp(): void {
    const { origin, patienceMs } = this.#options
    const illMs = performance.now() - (this.#illSince ?? performance.now())
    this.#lost.abort(givenUp({ origin, illMs, met: this.#met, askedMs: this.#askedMs, patienceMs }))
  }

  /** Ends every wait. */
  #release(): void {
    this.#outage?.over.reject(this.#stop.reason)
    this.#outage = undefined
    this.#wake()
  }
}

/** Waits, until all waits are ended: then it throws the reason. */
export async function pause(ms: number, ended: AbortSignal): Promise<void> {
  await sleep(Math.max(0, ms), undefined, { signal: ended }).catch(() => ended.throwIfAborted())
}
