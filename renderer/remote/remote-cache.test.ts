import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Fault, refuse, type S3Service, startS3Service } from '#tests/fixtures/s3-service.ts'
import { openRemoteCache, type RemoteOptions } from './remote-cache.ts'
import { parseS3Address } from './s3-store.ts'

let service: S3Service
beforeAll(async () => {
  service = await startS3Service()
})
afterAll(() => service.close())
beforeEach(() => {
  for (const [name, value] of Object.entries(service.env)) vi.stubEnv(name, value)
})
afterEach(() => {
  service.fault = undefined
  service.requests.length = 0
  vi.unstubAllEnvs()
})

/**
 * Limits that are never reached. On a busy machine a good answer may be slow, which
 * would be reported instead of its content.
 */
const patient = Object.fromEntries(
  ['openMs', 'getMs', 'slowMs', 'putMs', 'listMs', 'settleMs'].map((name) => [name, 3_600_000]),
)
const open = ({ limits, ...options }: Partial<RemoteOptions> = {}) =>
  openRemoteCache({ address: service.address, limits: { ...patient, ...limits }, ...options })
const plain = (response: ServerResponse, status: number, words = ''): boolean => {
  response.writeHead(status, { location: '/elsewhere' }).end(words)
  return true
}
const asText = (bytes: Buffer): string => bytes.toString()

async function keep(name: string, text: string, options: Partial<RemoteOptions> = {}): Promise<void> {
  const cache = open(options)
  await cache.put(name, Buffer.from(text))
  expect(await cache.settle()).toBeUndefined()
}

describe('A remote cache', () => {
  it('gives entries to other machines, with a key or without', async () => {
    for (const key of [undefined, 'one']) {
      await keep('pictures/a', 'Grün', { key })
      const other = open({ key })
      expect(await other.get('pictures/a', asText)).toBe('Grün')
      expect(await other.get('pictures/b', asText)).toBeUndefined()
      expect(await other.list('pictures')).toEqual(new Set(['a']))
      expect(await other.settle()).toBeUndefined()
    }
  })

  it('accepts an entry of a writer with a key without having one, but not with another key, nor an unsigned entry with a key', async () => {
    await keep('a', 'signed', { key: 'one' })
    await keep('b', 'unsigned')
    expect(await open({ isReadOnly: true }).get('a', asText)).toBe('signed')
    for (const [name, key] of [
      ['a', 'two'],
      ['b', 'one'],
    ] as const) {
      const cache = open({ key })
      expect(await cache.get(name, asText)).toBeUndefined()
      expect(await cache.settle()).toContain(`failed once when it was read ("${name}" is`)
    }
  })

  it('is neither written nor listed in read-only mode, and is read unsigned without credentials', async () => {
    await keep('a', 'kept')
    service.requests.length = 0
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, undefined)
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    const seen: (string | undefined)[] = []
    service.fault = ({ headers }, response) => {
      seen.push(headers.authorization)
      return refuse(response, 404, 'NoSuchKey')
    }
    const cache = open({ isReadOnly: true })
    await cache.put('a', Buffer.from('other'))
    expect(await cache.list('')).toBeUndefined()
    expect(await cache.get('a', asText)).toBeUndefined()
    expect(await cache.settle()).toBeUndefined()
    expect([service.requests.map(({ method }) => method), seen]).toEqual([['GET'], [undefined]])
  })

  it('sends more in total than may wait at the same time, and nothing beyond that', async () => {
    const cache = open({ limits: { pendingBytes: 64 } })
    const bytes = Buffer.alloc(24)
    for (const name of ['a', 'b', 'c']) expect(await cache.put(name, bytes)).toBe(true)
    expect(await Promise.all(['d', 'e', 'f'].map((name) => cache.put(name, bytes)))).toEqual([true, true, false])
    expect(await cache.settle()).toBeUndefined()
  })

  it('lists a folder that the store returns in several answers', async () => {
    service.fault = ({ url = '' }, response) => {
      const isNext = url.includes('continuation-token=more')
      const end = isNext ? '' : '<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>'
      const [, prefix = ''] = /[?&]prefix=([^&]*)/.exec(url) ?? []
      const key = `${decodeURIComponent(prefix)}${isNext ? 'second' : 'first'}`
      response.setHeader('content-type', 'application/xml')
      return Boolean(response.end(`<ListBucketResult><Contents><Key>${key}</Key></Contents>${end}</ListBucketResult>`))
    }
    expect(await open().list('pictures')).toEqual(new Set(['first', 'second']))
  })

  it('skips entries that its caller cannot read', async () => {
    await keep('a', 'no JSON')
    const cache = open()
    expect(await cache.get('a', (bytes) => JSON.parse(bytes.toString()))).toBeUndefined()
    expect(await cache.settle()).toContain('failed once when it was read (SyntaxError')
  })
})

describe('A store that', () => {
  const short = { getMs: 200, putMs: 200, settleMs: 2000 }
  const faults: [string, Fault, RegExp][] = [
    ['breaks connections off', (request) => Boolean(request.socket.destroy()), /ECONNRESET|socket hang up/],
    ['never answers', () => true, /no answer within 0.2 s/],
    ['is broken', (_, response) => refuse(response, 500, 'InternalError'), /500 InternalError/],
    ['refuses', (_, response) => refuse(response, 403, 'AccessDenied'), /403 AccessDenied/],
    ['redirects', (_, response) => plain(response, 302), /\(the status 302, a redirect\)/],
    ['refuses without a word', (_, response) => plain(response, 403), /\(the status 403\)/],
    ['is overloaded, as a proxy says', (_, response) => plain(response, 503, 'slow down'), /\(the status 503\)/],
    ['has no such bucket', (_, response) => refuse(response, 404, 'NoSuchBucket'), /404 NoSuchBucket/],
    ['sends a page', (_, response) => Boolean(response.end('<html>')), /not an object of this cache|<html>|200/],
    ['begins and stops', (_, response) => Boolean(response.writeHead(200).write('site-cache 1')), /no answer within/],
  ]
  it.each(faults)('%s is given up after a few requests, with one warning', async (_, fault, reported) => {
    service.fault = fault
    const isWaitedFor = reported.source.includes('no answer')
    const cache = open({ limits: isWaitedFor ? short : {} })
    const names = Array.from({ length: 60 }, (_, at) => `pictures/${at}`)
    for (const name of names) expect(await cache.get(name, asText)).toBeUndefined()
    for (const name of names) await cache.put(name, Buffer.from('bytes'))
    const notice = await cache.settle()
    expect(notice).toMatch(reported)
    expect(notice).toContain('when it was read')
    // The SDK sends each request twice.
    expect(service.requests.filter(({ method }) => method === 'GET').length).toBeLessThan(20)
    if (isWaitedFor) return // the rest needs longer limits
    // The next build of the same command tries again.
    service.fault = undefined
    await cache.put('again', Buffer.from('well'))
    expect([await cache.get('again', asText), await cache.settle()]).toEqual(['well', undefined])
  })

  it('is unreachable delays nothing', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:9')
    const cache = open()
    expect(await cache.get('a', asText)).toBeUndefined()
    expect(await cache.settle()).toContain('ECONNREFUSED')
  })

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['a flipped bit', (bytes) => flipped(bytes, bytes.length - 3)],
    ['a flipped bit in its seal', (bytes) => flipped(bytes, 30)],
    ['its end cut off', (bytes) => bytes.subarray(0, -1)],
    ['nothing in it', () => Buffer.alloc(0)],
    ['more behind it', (bytes) => Buffer.concat([bytes, bytes])],
  ])('sends an object with %s: the object is not used', async (_, change) => {
    await keep('a', 'the right bytes')
    service.fault = () => change
    const cache = open()
    expect(await cache.get('a', asText)).toBeUndefined()
    expect(await cache.settle()).toMatch(/failed once when it was read \("a" is/)
  })

  it('sends an endless object: the object is not read', async () => {
    await keep('a', 'the right bytes')
    service.fault = () => (bytes) => Buffer.concat([bytes, Buffer.alloc(64 * 1024 * 1024)])
    const cache = open()
    expect(await cache.get('a', asText)).toBeUndefined()
    expect(await cache.settle()).toContain('larger than any object of this cache')
  })

  it('sends the object of another name: the object is not used', async () => {
    await keep('a', 'of a')
    await keep('b', 'of b')
    let other: Buffer = Buffer.alloc(0)
    service.fault = () => (bytes) => {
      other = bytes
      return bytes
    }
    const cache = open()
    expect(await cache.get('b', asText)).toBe('of b')
    service.fault = () => () => other
    expect(await cache.get('a', asText)).toBeUndefined()
    expect(await cache.settle()).toContain('"a" is damaged')
  })

  it('answers slowly is used, but given up after a few requests', async () => {
    await keep('a', 'kept')
    service.requests.length = 0
    service.fault = async () => {
      await wait(60)
      return (bytes) => bytes
    }
    const cache = open({ limits: { slowMs: 50 } })
    const got: (string | undefined)[] = []
    for (let at = 0; at < 20; at += 1) got.push(await cache.get('a', asText))
    expect(got).toEqual([...Array(6).fill('kept'), ...Array(14).fill(undefined)])
    expect(await cache.settle()).toContain('an answer took more than 0.05 s')
  })

  it('accepts no writes can still be read', async () => {
    await keep('a', 'kept')
    service.fault = ({ method }, response) => (method === 'PUT' ? refuse(response, 403, 'AccessDenied') : (one) => one)
    const cache = open()
    for (let at = 0; at < 30; at += 1) await cache.put(`b${at}`, Buffer.from('new'))
    expect(await cache.get('a', asText)).toBe('kept')
    expect(await cache.settle()).toMatch(
      /failed \d times when it was written \(403 AccessDenied.*\), and was not used after that/,
    )
    expect(service.requests.filter(({ method }) => method === 'PUT').length).toBeLessThan(15)
  })
})

it('Waiting uploads delay a build up to their limit, and are then given up', async () => {
  service.fault = () => true
  const cache = open({ limits: { settleMs: 200 } })
  for (let at = 0; at < 40; at += 1) cache.put(`slow${at}`, Buffer.from('bytes'))
  await cache.settle()
  const { length } = service.requests
  expect(length).toBeLessThanOrEqual(16)
})

it('A store that could not be opened is opened again by the next build, and the end of a build aborts its requests', async () => {
  let opened = 0
  let ended: AbortSignal | undefined
  const store = {
    async open() {
      opened += 1
      if (opened === 1) throw new Error('no credentials yet')
    },
    async get() {
      return undefined
    },
    put: (_name: string, _bytes: Buffer, signal: AbortSignal) => {
      ended = signal
      return new Promise<never>(() => {})
    },
    list: async () => new Set(['a']),
  }
  const cache = open({ store, limits: { settleMs: 20 } })
  expect(await cache.list('')).toBeUndefined()
  expect(await cache.settle()).toContain('no credentials yet')
  expect(await cache.list('')).toEqual(new Set(['a']))
  const sent = cache.put('b', Buffer.from('bytes'))
  await expect.poll(() => ended).toBeDefined()
  await cache.settle()
  expect([ended?.aborted, await sent, opened]).toEqual([true, false, 2])
})

it('After an interruption nothing is waited for', async () => {
  service.fault = () => true
  const interruption = new AbortController()
  const cache = open({ signal: interruption.signal })
  const got = cache.get('a', asText)
  cache.put('b', Buffer.from('bytes'))
  interruption.abort()
  expect(await got).toBeUndefined()
  await cache.settle()
})

it.each(['caches/site', 'http://caches/site', 's3://', 's3://A', 's3://caches/a b', 's3://caches/x?y', ''])(
  'The address "%s" is refused',
  (address) => expect(() => parseS3Address(address)).toThrow('is not an address of a remote cache'),
)

it('An address consists of a bucket and a folder in it', () => {
  expect(parseS3Address('s3://caches')).toEqual({ bucket: 'caches', prefix: '' })
  expect(parseS3Address('s3://my.caches-1/a/b_c/')).toEqual({ bucket: 'my.caches-1', prefix: 'a/b_c' })
})

function flipped(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes)
  other[at] = (other[at] ?? 0) ^ 1
  return other
}
