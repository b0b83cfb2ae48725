import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { Report } from '#renderer/build/report.ts'
import { buildSite } from '#renderer/build-site.ts'
import { openRemoteCache, type RemoteOptions } from '#renderer/remote/remote-cache.ts'
import { buildShard } from '#renderer/shards/build-shard.ts'
import { makePlan } from '#renderer/shards/make-plan.ts'
import { mergeParts, readParts } from '#renderer/shards/merge-parts.ts'
import { readPlan } from '#renderer/shards/site-plan.ts'
import { type Fault, refuse, type S3Service, startS3Service } from '#tests/fixtures/s3-service.ts'
import { isSoak } from '#tests/is-soak.ts'
import { type Chain, openChain } from './incremental/chain.ts'
import { differences, type ExportFiles, readExport } from './incremental/compare-exports.ts'

vi.setConfig({ testTimeout: 3_600_000 })

let chain: Chain
let store: S3Service
let folder: string
let single: ExportFiles
let runs = 0

const limits = { getMs: 500, putMs: 500, listMs: 500, settleMs: 2000 }
/** With a healthy store, a late answer only means that the machine is busy. */
const patient = { getMs: 60_000, slowMs: 60_000, putMs: 60_000, listMs: 60_000 }
const remote = (options: Partial<RemoteOptions> = {}) => ({
  remote: openRemoteCache({ address: store.address, limits: patient, ...options }),
})

/** Builds on a machine whose caches are empty. */
async function buildFreshly(more: Partial<BuildJob> = {}): Promise<{ report: Report; files: ExportFiles }> {
  runs += 1
  const out = join(folder, `${runs}`, 'output')
  const report = await buildSite({ ...chain.job, images: 'on', out, cache: join(folder, `${runs}-cache`), ...more })
  return { report, files: await readExport(out) }
}

/** A cache with the pictures, once a build without a remote cache has encoded them. */
const localCache = (): string => join(folder, 'local-cache')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-remote-'))
  store = await startS3Service()
  for (const [name, value] of Object.entries(store.env)) vi.stubEnv(name, value)
  chain = await openChain()
  const { report, files } = await buildFreshly(remote())
  expect([report.errors, report.warnings.filter(({ code }) => code === 'remote-cache')]).toEqual([[], []])
  expect(report.images.encoded).toBeGreaterThan(20)
  single = files
  store.requests.length = 0
})
afterEach(() => {
  store.fault = undefined
  store.requests.length = 0
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await chain.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

function expectSingle({ report, files }: { report: Report; files: ExportFiles }): void {
  expect(report.errors).toEqual([])
  expect(differences(files, single)).toEqual([])
}

test('On a machine with empty caches no picture is encoded that another machine made', async () => {
  const again = await buildFreshly(remote({ isReadOnly: true }))
  expectSingle(again)
  const { variants } = again.report.images
  expect(again.report.images).toMatchObject({ encoded: 0, fromCache: variants })
  expect(store.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('Without a remote cache the export is the same', async () => {
  const without = await buildFreshly({ cache: localCache() })
  expectSingle(without)
  expect(without.report.images.encoded).toBeGreaterThan(20)
  expect(store.requests).toEqual([])
})

describe('The export is the same, with one warning, if the store', () => {
  const faults: [string, Fault][] = [
    ['never answers', () => true],
    ['spoils bytes', () => (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])])],
    ['takes nothing', ({ method }, response) => (method === 'PUT' ? refuse(response, 507, 'Full') : (bytes) => bytes)],
    ['breaks off', (request) => Boolean(request.socket.destroy())],
    ['refuses', (_, response) => refuse(response, 403, 'AccessDenied')],
    ['cuts off', () => (bytes) => bytes.subarray(0, bytes.length / 2)],
  ]
  const tried = process.env.REMOTE === 'all' ? faults : faults.slice(0, 2)
  test.each(tried)('%s', async (name, fault) => {
    store.fault = fault
    const key = name === 'takes nothing' ? { key: 'new' } : {} // so that everything is written again
    const spoilt = await buildFreshly(remote({ limits, ...key }))
    expectSingle(spoilt)
    expect(spoilt.report.warnings.filter(({ code }) => code === 'remote-cache')).toHaveLength(1)
  })

  test('contains entries of somebody without the key', async () => {
    const keyed = await buildFreshly(remote({ key: 'ours' }))
    expectSingle(keyed)
    expect(keyed.report.images.encoded).toBeGreaterThan(20)
    expect(keyed.report.warnings.map(({ code }) => code)).toContain('remote-cache')
  })
})

describe('The memory of builds', () => {
  const parts = (method: string) =>
    store.requests.filter((one) => one.method === method && one.path.includes('/memory-parts/'))
  const clean = ({ report }: { report: Report }) => report.warnings.filter(({ code }) => /remote|lost/.test(code))

  test('is fetched by a machine with empty caches, and the service only has to send what is new', async () => {
    const { report } = await buildFreshly(remote({ isReadOnly: true }))
    expect(clean({ report })).toEqual([])
    expect(report.requests.total).toBeGreaterThan(20)
    expect(report.requests.notModified).toBe(report.requests.total)
  })

  test('does not hide what the service answers now', async () => {
    const page = Object.values(chain.options.locales.en?.pages ?? {})[4]
    const title = page?.title
    if (page) page.title = 'Edited since'
    const [withIt, without] = [
      await buildFreshly(remote({ isReadOnly: true })),
      await buildFreshly({ cache: localCache() }),
    ]
    if (page) page.title = title
    expect(differences(withIt.files, without.files)).toEqual([])
    expect(withIt.report.requests.notModified).toBe(withIt.report.requests.total - 1)
  })

  test('is not used when a part of it is corrupt, and is stored again', async () => {
    store.fault = ({ method = '', url = '' }) =>
      method === 'GET' &&
      url.includes('/memory-parts/') &&
      ((bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('x')]))
    const spoilt = await buildFreshly(remote())
    expectSingle(spoilt)
    expect(spoilt.report.requests.notModified).toBe(0)
    expect(clean(spoilt)).toMatchObject([{ code: 'remote-cache' }])
    const asked = parts('GET').map(({ path }) => path.split('?')[0])
    const sent = parts('PUT').map(({ path }) => path.split('?')[0])
    expect(asked.length).toBeGreaterThan(1)
    expect(sent.length).toBeGreaterThan(0)
    store.fault = undefined
    const mended = await buildFreshly(remote({ isReadOnly: true }))
    expect(clean(mended)).toEqual([])
    expect(mended.report.requests.notModified).toBeGreaterThan(0)
  })

  test.runIf(isSoak)('is not used when a part of it is gone, without a warning', async () => {
    store.fault = ({ url = '' }, response) => url.includes('/memory-parts/') && refuse(response, 404, 'NoSuchKey')
    const gone = await buildFreshly(remote({ isReadOnly: true }))
    expectSingle(gone)
    expect([clean(gone), gone.report.requests.notModified]).toEqual([[], 0])
  })

  test.runIf(process.env.REMOTE === 'all')('is stored again by a machine that uses another key', async () => {
    const elsewhere = { address: `${store.address}-keys` }
    const requestsOf = async (options: Partial<RemoteOptions>) =>
      (await buildFreshly(remote({ ...elsewhere, ...options }))).report.requests
    await requestsOf({ key: 'one' })
    expect((await requestsOf({ key: 'two' })).notModified).toBe(0)
    const { total, notModified } = await requestsOf({ key: 'two', isReadOnly: true })
    expect(notModified).toBe(total)
  })

  test.runIf(process.env.REMOTE === 'all')('is complete when two machines stored theirs at the same time', async () => {
    await Promise.all([buildFreshly(remote()), buildFreshly(remote())]).then((both) => both.forEach(expectSingle))
    const third = await buildFreshly(remote({ isReadOnly: true }))
    expectSingle(third)
    expect([clean(third), third.report.requests.notModified]).toEqual([[], third.report.requests.total])
  })

  test('is not fetched by a machine that has its own, as long as nothing changes', async () => {
    runs += 1
    const [out, cache] = [join(folder, `${runs}`, 'output'), join(folder, `${runs}-cache`)]
    await buildFreshly({ ...remote(), out, cache })
    store.requests.length = 0
    await buildFreshly({ ...remote(), out, cache })
    expect(store.requests.filter(({ path }) => path.includes('/memory'))).toEqual([])
  })
})

describe('Shards of a plan', () => {
  // An aborted request may leave this store without the object that it was to replace.
  const elsewhere = (options: Partial<RemoteOptions> = {}) => remote({ address: `${store.address}-shards`, ...options })
  const planFile = (): string => join(folder, 'site.plan')

  async function plan(): Promise<Report> {
    runs += 1
    const cache = join(folder, `${runs}-cache`)
    const job = { ...chain.job, ...elsewhere(), images: 'on' as const, cache, out: planFile() }
    return makePlan({ ...job, lastExport: join(folder, 'none') })
  }

  async function buildParts(
    count: number,
    options: Partial<RemoteOptions>,
  ): Promise<{ reports: Report[]; parts: string[] }> {
    runs += 1
    const indexes = Array.from({ length: count }, (_, at) => at + 1)
    const parts = indexes.map((index) => join(folder, `${runs}-part-${index}`))
    const building = indexes.map((index) => {
      const out = parts[index - 1] ?? ''
      const own = { out, cache: `${out}-cache`, shard: { index, count }, planFile: planFile() }
      return buildShard({
        ...chain.job,
        images: 'on',
        ...own,
        plan: readPlan(planFile(), undefined),
        ...elsewhere(options),
      })
    })
    return { reports: await Promise.all(building), parts }
  }

  async function merged(parts: string[]): Promise<{ report: Report; files: ExportFiles }> {
    runs += 1
    const out = join(folder, `${runs}-merged`)
    const job = { ...chain.job, images: 'on' as const, out, cache: `${out}-cache` }
    const report = await mergeParts(job, readParts(parts, undefined))
    return { report, files: await readExport(out) }
  }

  test('read nothing from the service that is in the store, even while editors change content', async () => {
    expect((await plan()).errors).toEqual([])
    expectSingle(await merged((await buildParts(2, {})).parts))
    const page = Object.values(chain.options.locales.pl?.pages ?? {})[3]
    const title = page?.title
    if (page) page.title = 'Edited meanwhile'
    chain.service.requests.length = 0
    const { reports, parts } = await buildParts(3, { isReadOnly: true })
    if (page) page.title = title
    expect(
      reports.flatMap(({ errors, warnings }) => [...errors, ...warnings.filter(({ code }) => code === 'remote-cache')]),
    ).toEqual([])
    expect(chain.service.requests.map(({ url }) => url).filter((url) => url?.startsWith('/api/'))).toEqual([])
    expect(reports.map(({ images }) => images.encoded)).toEqual([0, 0, 0])
    expectSingle(await merged(parts))
  })

  test('send to the store only what is missing there', async () => {
    await plan()
    const sent = () => store.requests.filter(({ method }) => method === 'PUT')
    const documents = () => sent().filter(({ path }) => path.includes('/documents/'))
    expect(sent()).toEqual([])
    const page = Object.values(chain.options.locales.en?.pages ?? {})[5]
    const title = page?.title
    if (page) page.title = 'Another title'
    await plan()
    if (page) page.title = title
    expect(documents()).toHaveLength(1)
  })

  test.runIf(isSoak)('read from the service the documents that the store lost or corrupted', async () => {
    await plan()
    let count = 0
    store.fault = (_, response) => {
      count += 1
      return count % 2 ? refuse(response, 404, 'NoSuchKey') : (bytes) => Buffer.concat([bytes, Buffer.from('x')])
    }
    const { reports, parts } = await buildParts(2, { isReadOnly: true })
    expect(reports.flatMap(({ errors }) => errors)).toEqual([])
    expectSingle(await merged(parts))
  })
})
