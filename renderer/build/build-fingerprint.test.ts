import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Code } from '#renderer/sources/read-code.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { fingerprintOf, notedBy, packagesOf } from './build-fingerprint.ts'
import type { BuildJob } from './build-job.ts'

function openJob(): BuildJob {
  const siteRoot = mkdtempSync(join(tmpdir(), 'site-fingerprint-'))
  onTestFinished(() => rmSync(siteRoot, { recursive: true }))
  const settings = testSettings()
  const [family] = settings.families
  if (!family) throw new Error('Settings have a family.')
  const folders = { toolRoot: resolve('.'), siteRoot, out: join(siteRoot, 'out'), cache: join(siteRoot, 'cache') }
  return {
    settings,
    family,
    ...folders,
    locales: ['pl', 'en'],
    api: 'http://a.test/api',
    engine: 'react',
    concurrency: 8,
  }
}

it.each<[string, Partial<BuildJob>]>([
  ['settings', { settings: testSettings({ timeZone: 'Europe/London' }) }],
  ['locales', { locales: ['pl'] }],
  ['engine', { engine: 'preact' }],
  ['service', { api: 'http://b.test/api' }],
  ['token', { token: 'other' }],
  ['folder', { out: 'elsewhere' }],
  ['strictness', { strict: true }],
  ['pictures', { images: 'off' }],
  ['compression', { compress: true }],
  [
    'family',
    { family: { id: 'other', origin: 'https://www.example.com', defaultLocale: 'pl', locales: ['pl', 'en'] } },
  ],
])('the data of the last build is not used with other %s', (_, change) => {
  const job = openJob()
  expect(fingerprintOf(job)).toBe(fingerprintOf({ ...job }))
  expect(fingerprintOf({ ...job, ...change })).not.toBe(fingerprintOf(job))
})

it.each(['documentBytes', 'documentDepth'] as const)('documents are parsed again with another limit of %s', (name) => {
  const { settings } = openJob()
  const code: Code = { core: [], modules: new Map(), digests: new Map(), contentDigest: 'a' }
  const limits = { ...settings.limits, [name]: 7 }
  expect(notedBy({ settings: { ...settings, limits } }, code)).not.toBe(notedBy({ settings }, code))
})

it.each(['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'])(
  'the packages of a site count as changed when its %s changes',
  (name) => {
    const { toolRoot, siteRoot } = openJob()
    const before = packagesOf(toolRoot, siteRoot)
    writeFileSync(join(siteRoot, name), 'changed')
    expect(packagesOf(toolRoot, siteRoot)).not.toBe(before)
  },
)
