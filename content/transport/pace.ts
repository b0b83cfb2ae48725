/** How many answers are averaged. */
const sampleSize = 16
/**
 * Answers are slow if their mean time is this many times the usual one, and above the floor. Neither chance nor a busy
 * machine has such an effect.
 */
const slowFactor = 4
const slowFloorMs = 1000

/**
 * How many requests an origin may have under way: `most` while it is healthy; half as many whenever it asks for fewer
 * or its answers take much longer than before; and one more after each round of good answers.
 */
export class Pace {
  readonly #most: number
  #allowed: number
  #slowedAt = Number.NEGATIVE_INFINITY
  #usualMs = Number.POSITIVE_INFINITY
  #sumMs = 0
  #answers = 0
  #goodInRound = 0

  constructor(most: number) {
    this.#most = most
    this.#allowed = most
  }

  get allowed(): number {
    return this.#allowed
  }

  /**
   * Notes a good answer to a request that was sent at `startedAt`. Both times are in milliseconds of the same clock.
   */
  good(startedAt: number, now: number): void {
    this.#sumMs += now - startedAt
    this.#answers += 1
    if (this.#answers === sampleSize) {
      const meanMs = this.#sumMs / sampleSize
      this.#sumMs = this.#answers = 0
      if (meanMs > Math.max(slowFloorMs, this.#usualMs * slowFactor)) this.slowDown(startedAt, now)
      this.#usualMs = Math.min(this.#usualMs, meanMs)
    }
    if (this.#allowed === this.#most) return
    this.#goodInRound += 1
    if (this.#goodInRound < this.#allowed) return
    this.#allowed += 1
    this.#goodInRound = 0
  }

  /** Halves the pace, but only once for all requests that were sent before. */
  slowDown(startedAt: number, now: number): void {
    if (startedAt < this.#slowedAt) return
    this.#slowedAt = now
    this.#goodInRound = 0
    this.#allowed = Math.max(1, this.#allowed >> 1)
  }
}
