import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Finding } from '#content/finding.ts'
import type { LoadedJob } from '#preview/child/load-job.ts'
import { newFolder } from '#tests/fixtures/published-pictures.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { keepSite, type RendererSnapshot, readKeptSite } from './kept-site.ts'

it('returns the site that was kept for the same service if all of it was read, and nothing if its file is damaged', async () => {
  const [cache, settings] = [await newFolder(), testSettings()]
  const common = { cache, settings, family: settings.families[0], locales: ['pl'], siteRoot: cache, images: 'on' }
  const job = { ...common, api: 'http://cms.example/api' } as LoadedJob
  const snapshot: RendererSnapshot = { content: { contents: new Map(), listings: new Map() }, pictures: [] }
  await keepSite(job, snapshot, [])
  expect(await readKeptSite(job)).toEqual(snapshot)
  expect(await readKeptSite({ ...job, api: 'http://other.example/api' })).toBeUndefined()
  const [name = ''] = readdirSync(join(cache, 'preview'))
  const file = join(cache, 'preview', name)
  const bytes = readFileSync(file)
  for (const at of [0, 40, bytes.length - 1]) {
    writeFileSync(file, bytes.with(at, (bytes[at] ?? 0) ^ 1))
    expect(await readKeptSite(job)).toBeUndefined()
  }
  const error: Finding = { code: 'field-invalid', message: 'A field is missing.' }
  await keepSite(job, snapshot, [error])
  expect(await readKeptSite(job)).toEqual(snapshot)
  const partly = { ...snapshot, content: { ...snapshot.content, contents: new Map([['pl', undefined]]) } }
  await keepSite(job, partly as never, [
    { code: 'service-error', message: '503', failure: { kind: '503', attempts: 4 } },
  ])
  expect(await readKeptSite(job)).toEqual(snapshot)
  expect(await readKeptSite({ ...job, images: 'off' })).toBeUndefined()
  // Emacs locks a file that is being edited with a link that points to nothing
  mkdirSync(join(cache, 'blocks', 'quote'), { recursive: true })
  symlinkSync('me@host.1234', join(cache, 'blocks', 'quote', '.#schema.ts'))
  expect(await readKeptSite(job)).toBeUndefined()
  writeFileSync(join(cache, 'blocks', 'quote', 'schema.ts'), '')
  await keepSite(job, snapshot, [])
  expect(await readKeptSite(job)).toEqual(snapshot)
  writeFileSync(join(cache, 'blocks', 'quote', 'schema.ts'), 'changed')
  expect(await readKeptSite(job)).toBeUndefined()
  rmSync(cache, { recursive: true })
})
