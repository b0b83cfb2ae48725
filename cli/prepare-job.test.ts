import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type JobOptions, prepareJob } from './prepare-job.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-job-'))
})
afterEach(() => {
  delete process.env.SITE_API_TOKEN
  rmSync(folder, { recursive: true })
})

function prepare(options: Partial<JobOptions>) {
  const { signal } = new AbortController()
  const given: JobOptions = {
    ...{ locale: 'all', out: join(folder, 'out'), cache: join(folder, 'cache'), config: 'site.config.ts' },
    ...{ engine: 'react', concurrency: 4, images: 'off', ledger: true, ...options },
  }
  return prepareJob(given, { progress: { onStage() {}, onCount() {} }, signal })
}

it('reads the demo service where none is named', async () => {
  const { job, service } = await prepare({})
  expect(job).toMatchObject({ toolRoot: resolve('.'), siteRoot: resolve('.'), service: 'demo', concurrency: 4 })
  expect(job.locales).toEqual(job.family.locales)
  expect(service).toEqual({ cache: join(folder, 'cache') })
})

it('reads the service that is named, with the token of the environment', async () => {
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
])('refuses %s that is not there', async (_name, options, told) => {
  await expect(prepare(options)).rejects.toThrow(`"${told}"`)
})
