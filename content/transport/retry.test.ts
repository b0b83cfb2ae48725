import { expect, test } from 'vitest'
import { type AttemptOutcome, OriginHealth } from './origin-health.ts'
import { retry } from './retry.ts'

/** An origin that fails during each attempt and is healthy before the next one. */
class Flickering extends OriginHealth {
  override async whenUp(): Promise<boolean> {
    return true
  }
}

const ended = new AbortController().signal
const origin = 'http://127.0.0.1'
const facts = { origin, most: 1, patienceMs: 0, probeMs: 1, random: () => 0, ended }
const limits = { attempts: 3, delayMs: 0, timeoutMs: 1000, budget: { left: 100 }, counts: { retried: 0 } }
const answering = (status: number) => ({
  url: new URL(origin),
  attempt: async () => ({ status, headers: {}, isWhole: true }),
})

test('Attempts during an outage do not count, up to the usual number of attempts', async () => {
  const answer = await retry(answering(503), new Flickering(facts), { ...limits, random: () => 0, ended })
  expect(answer).toMatchObject({ failure: { kind: '503', attempts: 6 } })
})

test('All reads share a budget of retries', async () => {
  const all = { ...limits, budget: { left: 1 }, random: () => 0, ended }
  const answers: object[] = []
  for (const _ of [1, 2]) answers.push(await retry(answering(503), new Flickering(facts), all))
  expect(answers).toMatchObject([
    { failure: { attempts: 2 } },
    { failure: { attempts: 1, kind: '503, with no retries left' } },
  ])
})

test('Only a 429 without a time to wait means overload', async () => {
  const signs: AttemptOutcome[] = []
  class Watched extends OriginHealth {
    override async ask<S extends AttemptOutcome>(attempt: () => Promise<S>): Promise<S> {
      const sign = await super.ask(attempt)
      signs.push(sign)
      return sign
    }
  }
  for (const status of [429, 503])
    await retry(answering(status), new Watched(facts), { ...limits, attempts: 1, random: () => 0, ended })
  expect(signs.map(({ isOverload }) => isOverload)).toEqual([true, false])
})
