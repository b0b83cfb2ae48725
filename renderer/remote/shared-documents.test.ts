import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { type S3Service, startS3Service } from '#tests/fixtures/s3-service.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { openRemoteCache } from './remote-cache.ts'
import { shareDocuments, sharedBodyOf } from './shared-documents.ts'

let service: S3Service
beforeAll(async () => {
  service = await startS3Service()
})
afterAll(() => service.close())
beforeEach(() => {
  for (const [name, value] of Object.entries(service.env)) vi.stubEnv(name, value)
})
afterEach(() => {
  service.requests.length = 0
  vi.unstubAllEnvs()
})

const body = Buffer.from('{"id":1}')
const checksum = hash('sha256', body)
const open = () => openRemoteCache({ address: service.address })
const bodyFrom = (remote: ReturnType<typeof open>, of = checksum) =>
  sharedBodyOf({ remote, settings: testSettings() } as BuildJob)?.(of) // it uses no other fields of the job

it('returns no document that does not match its name', async () => {
  const remote = open()
  await remote.put(`documents/${checksum}`, gzipSync('{"id":2}'))
  expect(await bodyFrom(remote)).toBeUndefined()
  expect(await remote.settle()).toContain('has another checksum')
})

it('returns no document above the size limit', async () => {
  const large = Buffer.alloc(testSettings().limits.documentBytes + 1, ' ')
  const remote = open()
  await remote.put(`documents/${hash('sha256', large)}`, gzipSync(large))
  expect(await bodyFrom(remote, hash('sha256', large))).toBeUndefined()
  expect(await remote.settle()).toContain('failed once when it was read')
})

it('returns documents of another machine, which stores none twice', async () => {
  const contents = new Map([['en', { digests: new Map([['pages/1', checksum]]) }]])
  service.fault = ({ method, url = '' }, response) =>
    method === 'GET' && url.includes('list-type')
      ? Boolean(response.end('<ListBucketResult></ListBucketResult>'))
      : false
  const remote = open()
  await shareDocuments(contents, { job: { remote }, bodyOf: () => body }) // replaces the document of an earlier test
  service.fault = undefined
  expect(await bodyFrom(remote)).toEqual(body)
  service.requests.length = 0
  await shareDocuments(contents, { job: { remote }, bodyOf: () => body })
  expect(service.requests.map(({ method }) => method)).toEqual(['GET'])
  expect(await remote.settle()).toBeUndefined()
})

it('reads no further documents once the cache is no longer used', async () => {
  const digests = new Map(Array.from({ length: 500 }, (_, id) => [`pages/${id}`, hash('sha256', String(id))]))
  service.fault = ({ method }, response) => method === 'PUT' && Boolean(response.writeHead(403).end())
  const remote = open()
  const bodyOf = vi.fn(() => body)
  await shareDocuments(new Map([['en', { digests }]]), { job: { remote }, bodyOf })
  service.fault = undefined
  expect(bodyOf.mock.calls.length).toBeLessThan(100)
  expect(await remote.settle()).toContain('was not used after that')
})
