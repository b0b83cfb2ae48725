import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { OpenedSite } from '#renderer/build/open-site.ts'
import { openSourceChecksums } from '#renderer/sources/file-stamp.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { packKnownSite, readKnownSite } from './known-site.ts'
import type { NamedPages } from './page-store.ts'

const { data } = testSite({ locales: { pl: smallSite(), en: smallSite() } })
let root: string
let job: BuildJob

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-known-'))
  await mkdir(join(root, 'hydrate/islands'), { recursive: true })
  for (const file of ['answers.ts', 'site.css', 'tiles.tsx']) await writeFile(join(root, file), file)
  const { settings, family } = data
  job = {
    settings,
    family,
    locales: ['pl', 'en'],
    toolRoot: root,
    siteRoot: root,
    out: root,
    api: 'http://x/api',
    engine: 'react',
    concurrency: 1,
  }
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Keeps a site, runs `edit`, and reads the site. */
async function readAfter(edit: () => Promise<void> | void, next: Partial<BuildJob> = {}) {
  const { checksumOf } = openSourceChecksums(root)
  const known = (files: Iterable<string>) => Object.fromEntries([...files].map((one) => [one, ['', checksumOf(one)]]))
  const step = { inputs: '', sources: { 'site.css': 'x' }, files: { 'site-1.css': 'sum' }, result: null }
  const code = {
    ...{ core: [], modules: new Map(), contentDigest: 'c' },
    digests: new Map([['tiles.tsx', { 'tiles.tsx': 'digest' }]]),
  }
  const opened = {
    ...{ data: { ...data, code }, answering: ['answers.ts'], sources: { known } },
    steps: { known: new Map([['bundle', step]]) },
  } as unknown as OpenedSite // the only fields that are used
  const pieces = packKnownSite(job, opened)
  await edit()
  const stored = { facts: {}, sitePiece: (piece: string) => pieces.get(piece) ?? new Uint8Array() } as NamedPages // as above
  return readKnownSite(stored, { ...job, ...next })
}

test('The kept site data equals what is read of it', async () => {
  const { data: read, shared } = await readAfter(() => {})
  expect(read.pictures).toEqual(data.pictures)
  expect(read.code?.digests.get('tiles.tsx')).toEqual({ 'tiles.tsx': 'digest' })
  expect(shared).toEqual({ 'site-1.css': 'sum' })
  expect([...read.contents.keys()]).toEqual(['pl', 'en'])
  const { locale, menus, nodes, collections, routes, listing } = data.contents.get('en') ?? {}
  expect(routes?.length).toBeGreaterThan(3)
  expect(read.contents.get('en')).toEqual({ locale, menus, nodes, collections, routes, listing })
  expect(read.translations).toEqual(data.translations)
})

test.each(['answers.ts', 'site.css', 'redirects.json'])('It is not used when %s was edited since', async (file) => {
  const edited = readAfter(() => writeFile(join(root, file), 'edited'))
  await expect(edited).rejects.toThrow(`the file "${file}" of the project has changed since the last build`)
})

test('It is not used with other settings, options, locales or services', async () => {
  const settings = { ...data.settings, timeZone: 'Europe/Paris' }
  const others: Partial<BuildJob>[] = [{ settings }, { strict: true }, { locales: ['pl'] }, { token: 'other' }]
  for (const next of others)
    await expect(readAfter(() => {}, next)).rejects.toThrow('options, settings or versions differ')
})

test('A component that was edited since gets a digest that no build produces', async () => {
  const { data: read } = await readAfter(() => writeFile(join(root, 'tiles.tsx'), 'edited'))
  expect(read.code?.digests.get('tiles.tsx')?.['tiles.tsx']).toContain('edited before')
})
