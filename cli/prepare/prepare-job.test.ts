import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openAnswerStore } from '#content/answers/answer-store.ts'
import { saveSnapshot } from '#content/answers/snapshot.ts'
import { Findings } from '#content/finding.ts'
import type { SettingsInput } from '#renderer/settings.ts'
import { openOwnSite } from '#tests/fixtures/own-site.ts'
import { startS3Service } from '#tests/fixtures/s3-service.ts'
import { type BuildOptions, prepareJob } from './prepare-job.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-job-'))
})
afterEach(() => {
  delete process.env.SITE_API_TOKEN
  rmSync(folder, { recursive: true })
})

function prepare(options: Partial<BuildOptions>) {
  const { signal } = new AbortController()
  const given: BuildOptions = {
    ...{ locale: 'all', out: join(folder, 'out'), cache: join(folder, 'cache'), config: 'site.config.ts' },
    ...{ engine: 'react', concurrency: 4, images: 'off', ledger: true, ...options },
  }
  return prepareJob(given, { progress: { onStage() {}, onCount() {} }, signal })
}

it('reads the demo service when none is named', async () => {
  const { job, service } = await prepare({})
  expect(job).toMatchObject({ toolRoot: resolve('.'), siteRoot: resolve('.'), service: 'demo', concurrency: 4 })
  expect(job.locales).toEqual(job.family.locales)
  expect(service).toEqual({})
})

it('reads the named service, with the token of the environment', async () => {
  process.env.SITE_API_TOKEN = 'secret'
  const { job, service } = await prepare({ api: 'http://127.0.0.1:9/api', locale: 'en,pl' })
  expect(service.api).toBe('http://127.0.0.1:9/api')
  expect(job).not.toHaveProperty('service')
  expect(job.token).toBe('secret')
  expect([...job.locales].sort()).toEqual(['en', 'pl'])
})

it.each([
  ['a locale', { locale: 'xx' }, 'xx'],
  ['a family', { family: 'moon' }, 'moon'],
  ['a host', { hosts: 'moon' }, 'moon'],
  ['settings', { config: 'none.ts' }, 'none.ts'],
])('refuses missing %s', async (_name, options, reported) => {
  await expect(prepare(options)).rejects.toThrow(`"${reported}"`)
})

/** Makes a site that exists until the test ends, and returns its settings. */
function ownSite(settings?: Partial<SettingsInput>) {
  const site = openOwnSite(settings)
  onTestFinished(site.remove)
  return site
}

it('reads the service of the settings, or another one that is named', async () => {
  const { options } = ownSite({ api: 'http://settings/api' })
  expect((await prepare(options)).service).toEqual({ api: 'http://settings/api' })
  expect((await prepare({ ...options, api: 'http://named/api' })).service.api).toBe('http://named/api')
})

it('reads the files of a site when no service is named, and reports missing content', async () => {
  const { options, root, write } = ownSite()
  await expect(prepare(options)).rejects.toThrow('No content service is set.')
  write('content/en/nodes.yaml', '[]')
  await expect(prepare(options)).rejects.toThrow('The locale "de" has no content: there is no folder "content/de".')
  write('content/de/nodes.yaml', '[]')
  const { job, service } = await prepare(options)
  const { industries } = job.settings
  expect(service.files).toEqual({ contentFolder: `${root}/content`, mediaFolder: `${root}/media`, industries })
  expect(job.service).toBe('demo')
  write('content/de/pages/lost.yaml', 'id: 1\nblocks: []\n')
  const findings = new Findings()
  job.reportFiles?.(findings)
  expect(findings.warnings).toMatchObject([{ code: 'file-unused', where: { locale: 'de' } }])
})

it('refuses a cache folder that cannot be written, before anything is read', async () => {
  writeFileSync(join(folder, 'file'), '')
  await expect(prepare({ cache: join(folder, 'file/cache') })).rejects.toThrow(
    `The cache folder "${join(folder, 'file/cache')}" cannot be written.`,
  )
})

it('passes on every option, and the command line', async () => {
  const options = { strict: true, keepGoing: true, compress: true, swap: true, dryRun: true, ledger: false } as const
  const { job } = await prepare({ ...options, hosts: 'nginx', engine: 'preact', commerceApi: 'http://shop/api' })
  expect(job).toMatchObject({ ...options, engine: 'preact', images: 'off', commerceApi: 'http://shop/api' })
  expect(job.hosts).toEqual({ names: ['nginx'], isNamed: true })
  expect(job.command).toBe(['site', ...process.argv.slice(2)].join(' '))
  for (const name of ['force', 'threads', 'token', 'remote', 'reportFiles']) expect(job).not.toHaveProperty(name)
  const { job: other } = await prepare({ force: true, workers: 2, pageThread: 'page-thread.cjs' })
  const force = 'The build was started with --force.'
  expect(other).toMatchObject({ force, threads: { count: 2, script: 'page-thread.cjs' } })
})

it('sends nothing to the remote cache in a dry run', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9') // where nobody listens, so that an attempt is reported
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret').stubEnv('AWS_REGION', 'eu-west-1')
  const faultOf = async (dryRun: boolean): Promise<string | undefined> => {
    const { remote } = (await prepare({ dryRun, remoteCache: 's3://bucket' })).job
    await remote?.put('name', Buffer.from('bytes'))
    return remote?.settle()
  }
  expect(await faultOf(false)).toContain('s3://bucket')
  expect(await faultOf(true)).toBeUndefined()
  vi.unstubAllEnvs()
})

it('reads a snapshot under the service that it was made of, whatever else is named', async () => {
  const file = join(folder, 'site.snapshot')
  using store = openAnswerStore(undefined, 'service')
  saveSnapshot(store, file, { api: 'http://snapshot/api', service: 'demo', locales: ['pl', 'en', 'de', 'fr', 'es'] })
  const { job, service } = await prepare({
    fromSnapshot: file,
    api: 'http://named/api',
    commerceApi: 'http://shop/api',
  })
  expect(job).toMatchObject({ api: 'http://snapshot/api', service: 'demo', snapshot: { from: file } })
  expect(job.commerceApi).toBeUndefined()
  expect(service.api).toBe('http://snapshot/api')
})

it('refuses a snapshot that lacks one of the locales', async () => {
  const file = join(folder, 'site.snapshot')
  using store = openAnswerStore(undefined, 'service')
  saveSnapshot(store, file, { api: 'http://snapshot/api', service: 'demo', locales: ['pl', 'en'] })
  const refused = 'holds the locales pl, en, but not de.'
  await expect(prepare({ fromSnapshot: file, locale: 'en,de' })).rejects.toThrow(refused)
})

it('saves a snapshot when an option asks for it', async () => {
  const { job } = await prepare({ saveSnapshot: 'to.snapshot' })
  expect(job).toMatchObject({ snapshot: { save: 'to.snapshot' }, service: 'demo' })
})

it('opens a remote cache, read-only if an option asks for it, with the key of the environment', async () => {
  const store = await startS3Service()
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await store.close()
  })
  for (const [name, value] of Object.entries(store.env)) vi.stubEnv(name, value)
  const remoteCache = store.address
  const { job } = await prepare({ remoteCache })
  expect(await job.remote?.list('pictures')).toEqual(new Set())
  const asked = store.requests.length
  expect(asked).toBeGreaterThan(0)
  const { job: reading } = await prepare({ remoteCache, remoteCacheReadonly: true })
  expect(await reading.remote?.list('pictures')).toBeUndefined()
  expect(store.requests).toHaveLength(asked)
  await job.remote?.put('a', Buffer.from('unsigned'))
  vi.stubEnv('SITE_PLAN_KEY', 'a-key-of-thirty-two-characters!!')
  const { job: signing } = await prepare({ remoteCache })
  expect(await signing.remote?.get('a', String)).toBeUndefined()
  expect(await signing.remote?.settle()).toContain('is not signed, but SITE_PLAN_KEY is set')
})

it('refuses unreadable files of the settings before it creates a folder', async () => {
  const { options, at, write } = ownSite()
  write('redirects.json', '{')
  await expect(prepare({ ...options, cache: at('kept') })).rejects.toThrow('is not valid JSON')
  expect(existsSync(at('kept'))).toBe(false)
})
