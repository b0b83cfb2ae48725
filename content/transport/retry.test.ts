import { expect, test } from 'vitest'
import { OriginHealth } from './origin-health.ts'
import { retry } from './retry.ts'

/** An origin that falls ill with each attempt and is well before the next one. */
class Flickering extends OriginHealth {
  override async whenUp(): Promise<boolean> {
    return true
  }
}

test('Attempts that fall into an outage are not counted, but no more of them than others', async () => {
  const ended = new AbortController().signal
  const origin = 'http://127.0.0.1'
  const health = new Flickering({ origin, most: 1, patienceMs: 0, probeMs: 1, random: () => 0, ended })
  const read = { url: new URL(origin), attempt: async () => ({ status: 503, headers: {}, isWhole: true }) }
  const limits = { attempts: 3, delayMs: 0, timeoutMs: 1000, budget: { left: 100 }, counts: { retried: 0 } }
  const answer = await retry(read, health, { ...limits, random: () => 0, ended })
  expect(answer).toMatchObject({ failure: { kind: '503', attempts: 6 } })
})
