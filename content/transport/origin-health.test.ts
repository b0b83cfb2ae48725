import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { type FaultPlan, type FaultyService, startFaultyService } from '#tests/fixtures/faulty-service.ts'
import { type AttemptOutcome, OriginHealth } from './origin-health.ts'
import { openTransport, type Transport, type TransportOptions } from './transport.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

/** A service that answers each request with its address, except for the failures in `faultPlan`. */
async function serve(faultPlan: FaultPlan = {}): Promise<FaultyService> {
  const behind: FixtureService = await startFixtureService({
    locales: {},
    intercept: ({ url }, response) => Boolean(response.end(url)),
  })
  const faulty = await startFaultyService(behind.origin, faultPlan)
  opened.push(behind, faulty)
  return faulty
}

function open(options: Partial<TransportOptions> = {}): Transport {
  const limits = { connections: 8, retryDelayMs: 4, probeMs: 10, patienceMs: 60_000 }
  const transport = openTransport({ ...limits, ...options })
  opened.push(transport)
  return transport
}

const addresses = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `/${from + index}`)

/** The outcomes of reads that begin at the same time: `good`, a status, or the message of an error. */
const readAll = (transport: Transport, { api }: { api: string }, paths: string[]): Promise<(string | number)[]> =>
  Promise.all(
    paths.map((path) =>
      transport.get({ url: new URL(api + path), maxBytes: 1000, mayReach: () => true }).then(
        ({ status, body }) => (status === 200 && body.toString() === `/api${path}` ? 'good' : status),
        (error) => `${error.finding?.code}: ${error.message}`,
      ),
    ),
  )
const good = (count: number): string[] => Array.from({ length: count }, () => 'good')

describe('an outage', () => {
  it.each(['503', '502', 'reset', 'cut-body', 'code-in-200'] as const)(
    'of %s is waited for, without using up the attempts of what is under way',
    async (fault) => {
      const service = await serve()
      const reported: string[] = []
      const transport = open({ onOutage: (sentence) => reported.push(sentence) })
      expect(await readAll(transport, service, addresses(1))).toEqual(good(1))
      service.become({ shares: { [fault]: 1 } })
      const reading = readAll(transport, service, addresses(40, 100))
      await expect.poll(() => transport.counts.total).toBeGreaterThan(20)
      if (fault !== 'code-in-200')
        await expect
          .poll(() => reported[0])
          .toMatch(/^"http.*" is failing \(\d+ × .+\): waiting for it, at most 60 s\.$/)
      service.become({})
      expect(await reading).toEqual(fault === 'code-in-200' ? expect.anything() : good(40))
    },
  )

  it('is waited for by the only failing read, even if another one was just answered', async () => {
    const begins = Promise.withResolvers<void>()
    let isFailing = false
    const service = await startFixtureService({
      locales: {},
      intercept: async ({ url }, response) => {
        if (url === '/api/100') await begins.promise
        response.statusCode = isFailing ? 503 : 200
        return Boolean(response.end(url))
      },
    })
    opened.push(service)
    const transport = open()
    const reading = readAll(transport, service, addresses(1, 100))
    await expect.poll(() => service.requests.length).toBe(1)
    expect(await readAll(transport, service, addresses(1))).toEqual(good(1))
    isFailing = true
    begins.resolve()
    await expect.poll(() => transport.counts.total).toBeGreaterThan(6) // one good answer, four attempts, and probes
    isFailing = false
    expect(await reading).toEqual(good(1))
  })

  it('of connection refuseds is waited for if there were answers before', async () => {
    const service = await serve()
    const transport = open()
    await readAll(transport, service, addresses(4))
    await service.stop()
    const reading = readAll(transport, service, addresses(30, 100))
    await expect.poll(() => transport.counts.total).toBeGreaterThan(4)
    await service.start()
    expect(await reading).toEqual(good(30))
  })

  it('is not reported if nothing ever answered: each request fails immediately', async () => {
    const service = await serve()
    await service.stop()
    const reported: string[] = []
    const transport = open({ connections: 30, onOutage: (sentence) => reported.push(sentence) })
    for (const one of await readAll(transport, service, addresses(30))) expect(one).toMatch(/ECONNREFUSED/)
    expect(reported).toEqual([])
  })

  it('is probed by one request at a time, with growing pauses', async () => {
    const service = await serve()
    const transport = open({ random: () => 1 })
    await readAll(transport, service, addresses(8))
    const times: number[] = []
    service.become({ choose: () => (times.push(performance.now()) ? '503' : undefined) })
    const reading = readAll(transport, service, addresses(30, 100))
    await expect.poll(() => times.length).toBeGreaterThan(27)
    service.become({})
    expect(await reading).toEqual(good(30))
    const probes = times.slice(-4)
    expect((probes.at(-1) ?? 0) - (probes[0] ?? 0)).toBeGreaterThan(3 * 75)
  })

  it('ends with the patience, in one error with the number of each failure, for all waiting and later requests', async () => {
    const service = await serve()
    const transport = open({ patienceMs: 400 })
    await readAll(transport, service, addresses(8))
    service.become({ choose: (_, count) => (count % 4 === 0 ? '502' : '503') })
    const outcomes = new Set(await readAll(transport, service, addresses(500, 100)))
    const reported = [...outcomes].map(String)
    expect(reported).toHaveLength(1)
    expect(reported[0]).toMatch(
      /^service-unreachable: "http:\/\/127\.0\.0\.1:\d+" gave no good answer for \d s, since \d\d:\d\d:\d\d UTC: \d+ × 503, \d+ × 502\.$/,
    )
    const { total } = transport.counts
    expect(total).toBeLessThan(60)
    expect(await readAll(transport, service, addresses(3, 900))).toEqual([reported[0], reported[0], reported[0]])
    expect(transport.counts.total).toBe(total)
  })

  it('is recognised by any number of time-outs', async () => {
    const service = await serve({ shares: { hang: 1 } })
    const transport = open({ patienceMs: 300, timeoutMs: 200 })
    const [first, second] = await readAll(transport, service, addresses(2))
    expect(first).toMatch(/^service-unreachable: .* \d × time-out\.$/)
    expect(second).toBe(first)
  })

  it('is not assumed when single documents fail: a document that was good is requested instead', async () => {
    const service = await serve({ choose: ({ url }: IncomingMessage) => (url?.includes('/9') ? '503' : 'none') })
    const reported: string[] = []
    const transport = open({ probeMs: 1_000_000, onOutage: (sentence) => reported.push(sentence) })
    expect(await readAll(transport, service, [...addresses(20, 100), ...addresses(30, 900)])).toEqual([
      ...good(20),
      ...Array.from({ length: 30 }, () => 503),
    ])
    expect(transport.counts.failed).toBe(30)
    expect(reported).toEqual([])
  })

  it.each(['signal', 'close'])('ends immediately on %s', async (end) => {
    const interruption = new AbortController()
    const service = await serve()
    // A pause that is longer than a test may take.
    const transport = open({ probeMs: 1_000_000, signal: interruption.signal })
    await readAll(transport, service, addresses(2))
    service.become({ shares: { '503': 1 } })
    const reading = readAll(transport, service, addresses(50, 100))
    await expect.poll(() => transport.counts.total).toBeGreaterThan(12)
    if (end === 'close') await transport.close()
    else interruption.abort(new Error('interrupted'))
    const message = end === 'close' ? 'The connection to the service is closed.' : 'interrupted'
    expect(new Set(await reading)).toEqual(new Set([`undefined: ${message}`]))
    if (end === 'close') opened.splice(opened.indexOf(transport), 1)
  })

  it('leaves the slow pace in place, so that waiting requests do not start at the same time', async () => {
    const limits = { origin: 'https://cms.example.com', most: 64, patienceMs: 60_000, probeMs: 2, random: () => 1 }
    const health = new OriginHealth({ ...limits, ended: new AbortController().signal })
    let [isFailing, underWay, most] = [false, 0, 0]
    const attempt = async (): Promise<AttemptOutcome> => {
      underWay += 1
      most = Math.max(most, underWay)
      await sleep(5)
      underWay -= 1
      return isFailing
        ? { health: 'bad', kind: '429', isAnswer: true, isOverload: true }
        : { health: 'good', kind: '200', isAnswer: true }
    }
    const read = async (): Promise<void> => {
      while ((await health.ask(attempt)).health !== 'good') await health.whenUp()
    }
    await read()
    isFailing = true
    let probes = 0
    const reading = Array.from({ length: 16 }, read)
    await expect.poll(() => (underWay === 1 ? ++probes : 0), { interval: 5 }).toBeGreaterThan(20)
    reading.push(...Array.from({ length: 64 }, read))
    most = 0
    isFailing = false
    await Promise.all(reading)
    expect(most).toBeLessThan(16) // the pace starts at one and grows by one for each round of good answers
  })

  it('is over when a good answer came just before a read reported its failure', async () => {
    const limits = { origin: 'https://cms.example.com', most: 8, patienceMs: 60_000, probeMs: 2, random: () => 1 }
    const ended = new AbortController()
    const health = new OriginHealth({ ...limits, ended: ended.signal })
    const isGood: AttemptOutcome = { health: 'good', kind: '200', isAnswer: true }
    for (const sign of [isGood, { ...isGood, health: 'bad' as const }, isGood]) await health.ask(async () => sign)
    const reported = await Promise.race([health.whenUp(performance.now()), sleep(1000, 'it waits')])
    ended.abort()
    expect(reported).toBe(false)
  })

  it('is not waited for without patience', async () => {
    const service = await serve({ shares: { '503': 1 } })
    const transport = open({ patienceMs: 0 })
    expect(new Set(await readAll(transport, service, addresses(20)))).toEqual(new Set([503]))
    expect(transport.counts).toMatchObject({ total: 80, failed: 20 })
    await service.stop()
    expect((await readAll(transport, service, addresses(1)))[0]).toMatch(/^service-unreachable: .*ECONNREFUSED/)
  })
})

describe('state shared by all requests', () => {
  it('no request is sent before the time that the service named to one of them', async () => {
    let heldUntil = 0
    const tooEarly: number[] = []
    const service = await serve({
      retryAfter: 1,
      choose: (_, count) => {
        const now = performance.now()
        if (count > 8 && now < heldUntil) tooEarly.push(heldUntil - now)
        if (count !== 5) return 'none'
        heldUntil = now + 990
        return '429-later'
      },
    })
    const transport = open({ connections: 4 })
    expect(await readAll(transport, service, addresses(20))).toEqual(good(20))
    expect(tooEarly).toEqual([])
    expect(performance.now()).toBeGreaterThan(heldUntil)
  })

  it('a wait ends by itself, at any fraction of a millisecond', async () => {
    const limits = { origin: 'https://cms.example.com', most: 1, patienceMs: 0, probeMs: 2, random: () => 1 }
    const health = new OriginHealth({ ...limits, ended: new AbortController().signal })
    for (let at = 0; at < 2000; at += 1) {
      const sign: AttemptOutcome = { health: 'bad', kind: '429', isAnswer: true, retryAfterMs: 0.02 + (at % 97) / 97 }
      expect(await health.ask(async () => sign)).toBe(sign)
    }
  })

  it('a wait is reported in seconds, once for all waiting requests: the first, longer ones and long ones', async () => {
    const reported: string[] = []
    const limits = { origin: 'https://cms.example.com', most: 4, patienceMs: 60_000, probeMs: 2, random: () => 1 }
    const ended = new AbortController().signal
    const health = new OriginHealth({ ...limits, ended, onOutage: (sentence) => reported.push(sentence) })
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    for (const seconds of [1, 0.7, 1, 2, 5, 5]) {
      const later: AttemptOutcome = { health: 'bad', kind: '429', isAnswer: true, retryAfterMs: seconds * 1000 }
      await Promise.all([1, 2, 3].map(() => health.ask(async () => later)))
      now += seconds * 1000
      if (reported.length < 4) await health.ask(async () => ({ health: 'good', kind: '200', isAnswer: true }))
    }
    clock.mockRestore()
    const waits = ['1 s', '2 s', '5 s', '5 s']
    expect(reported).toEqual(
      waits.map((wait) => `"https://cms.example.com" answered 429 and asked to wait ${wait}: waiting for it.`),
    )
  })

  it('an outage is reported with the failures since the last good answer', async () => {
    const reported: string[] = []
    const limits = { origin: 'https://cms.example.com', most: 4, patienceMs: 60_000, probeMs: 2, random: () => 1 }
    const ended = new AbortController()
    const health = new OriginHealth({ ...limits, ended: ended.signal, onOutage: (sentence) => reported.push(sentence) })
    let kind = ''
    for (kind of ['502', '200', ...Array<string>(10).fill('503')])
      await health.ask(async () => ({ health: kind === '200' ? 'good' : 'bad', kind, isAnswer: true }))
    await expect.poll(() => reported.length).toBe(1)
    ended.abort()
    expect(reported[0]).toMatch(
      /^"https:\/\/cms\.example\.com" is failing \(\d+ × 503\): waiting for it, at most 60 s\.$/,
    )
  })

  it.each([
    ['3600', '3,600 s'],
    ['9'.repeat(400), 'more than 86,400 s'],
  ])('a wait of %s s is not made: all reads end, with the requested time', async (retryAfter, words) => {
    const service = await serve()
    const reported: string[] = []
    const transport = open({
      patienceMs: 3_000_000,
      probeMs: 1_000_000,
      onOutage: (sentence) => reported.push(sentence),
    })
    await readAll(transport, service, addresses(2))
    service.become({ shares: { '429-later': 1 }, retryAfter })
    const outcomes = (await readAll(transport, service, addresses(40, 100))).map(String)
    expect(outcomes.at(-1)).toMatch(/ asked to wait .*, but builds wait at most 3,000 s: \d+ × 429 since .* UTC\.$/)
    expect(outcomes.at(-1)).toContain(`" asked to wait ${words}, `)
    expect(reported).toEqual([])
  })

  it('an origin that is given up is reported with the wait that it asked for last', async () => {
    const limits = { origin: 'https://cms.example.com', most: 1, patienceMs: 60_000, probeMs: 2, random: () => 1 }
    const health = new OriginHealth({ ...limits, ended: new AbortController().signal })
    const later: AttemptOutcome = { health: 'bad', kind: '429', isAnswer: true, retryAfterMs: 1 }
    await health.ask(async () => later)
    await health.ask(async () => ({ ...later, retryAfterMs: 3_600_000, isRefusal: true }))
    await expect(health.ask(async () => later)).rejects.toThrow('asked to wait 3,600 s')
  })

  it('a service that allows this many requests per second is read completely', async () => {
    let [second, answered] = [0, 0]
    const choose = () => {
      const now = Math.floor(performance.now() / 1000)
      if (now !== second) [second, answered] = [now, 0]
      answered += 1
      return answered > 40 ? '429-later' : 'none'
    }
    const service = await serve({ choose, retryAfter: 1 })
    const transport = open({ connections: 16, retries: 0 })
    expect(await readAll(transport, service, addresses(120))).toEqual(good(120))
    expect(transport.counts.retried).toBeLessThan(60)
  })

  it('a used up limit of retries makes each failure final', async () => {
    const choose = ({ url }: IncomingMessage, count: number) =>
      url?.includes('/9') ? ('503' as const) : count ? 'none' : undefined
    const service = await serve({ choose })
    const transport = open({ retries: 7, connections: 1 })
    const failures: string[] = []
    for (const path of ['/1', '/90', '/91', '/92', '/93']) {
      const wanted = { url: new URL(service.api + path), maxBytes: 1000, mayReach: () => true }
      const { failure } = await transport.get(wanted)
      if (failure) failures.push(`${failure.kind} after ${failure.attempts}`)
    }
    expect(transport.counts.retried).toBe(7)
    expect(failures).toEqual([
      '503 after 4',
      '503 after 4',
      '503, with no retries left after 2',
      '503, with no retries left after 1',
    ])
  })

  it('pauses are random, from nothing to twice the previous one', async () => {
    const service = await serve({ shares: { '503': 1 } })
    const wait = async (random: number, retryDelayMs: number): Promise<number> => {
      const started = performance.now()
      await readAll(open({ random: () => random, retryDelayMs, patienceMs: 0 }), service, ['/1'])
      return performance.now() - started
    }
    expect(await wait(1, 100)).toBeGreaterThan(690)
    await wait(0, 1_000_000) // any pause here would be longer than a test may take
  })
})
