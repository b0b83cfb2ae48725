import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import type { DocumentNotes } from '#content/crawl/document-notes.ts'
import { memoryFile } from '#renderer/build/memory-file.ts'
import { openPageStore, readBuildFacts } from '#renderer/reads/page-store.ts'
import { page, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureOptions } from '#tests/fixtures/content-service.ts'
import { captureOutput, setServedSite } from '#tests/fixtures/own-site.ts'
import { build } from './build.ts'
import { type VerifyOptions, verify } from './verify.ts'

const small = smallSite({ posts: 1 })
const content: FixtureOptions = { locales: { en: small, de: small } }
const { signal } = new AbortController()

const site = setServedSite(content)
beforeAll(async () => {
  await captureOutput(() => build({ ...site.options, api: site.api }, signal))
})
const run = (options: Partial<VerifyOptions> = {}) =>
  captureOutput(() => verify({ ...site.options, api: site.api, sample: 50, ...options }, signal))

it('finds that every page is published as it is rendered', async () => {
  const { result, stdout, stderr } = await run()
  expect([result, stdout]).toEqual([0, ''])
  expect(stderr).toMatch(/\nVerified 14 pages: all match the export\.\n$/)
})

it('checks a sample, all pages or some locales, and reports it to programs', async () => {
  expect((await run({ sample: 3 })).stderr).toContain('Verified 3 pages: ')
  expect((await run({ sample: 3, all: true })).stderr).toContain('Verified 14 pages: ')
  const { stdout, stderr } = await run({ locale: 'de', json: true })
  expect(stderr).toContain('Verified 7 pages: ')
  const { peakMemory, durationMs, ...reported } = JSON.parse(stdout)
  expect(reported).toEqual({
    ...{ engine: 'react', locales: ['en', 'de'], pages: { checked: 7, behind: 0 } },
    ...{ warnings: [], errors: [] },
  })
  expect(Math.min(peakMemory, durationMs)).toBeGreaterThan(0)
})

it('exits with 1 and reports a page that differs, even if it is not in the sample', async () => {
  const file = site.at('output/site/about/index.html')
  const before = readFileSync(file)
  appendFileSync(file, '<!-- by hand -->')
  onTestFinished(() => writeFileSync(file, before))
  const { result, stderr } = await run({ locale: 'en', sample: 1 })
  expect(result).toBe(1)
  expect(stderr).toMatch(/^error .*about/m)
  expect(stderr).toMatch(/\nVerified 2 pages: 1 error\.\n$/)
})

it('parses every document again, whatever the last build noted of it', async () => {
  const file = memoryFile(site.options, 'pages') ?? ''
  const replaceNotes = (notesOf: (known: DocumentNotes) => DocumentNotes) => {
    using store = openPageStore(file, readBuildFacts(file).identity ?? '')
    const { documents } = store.previous
    store.save({ ...store.previous, documents: new Map([...documents].map(([key, known]) => [key, notesOf(known)])) })
    return documents
  }
  const documents = replaceNotes((known) => ({ ...known, facts: { ...known.facts, noindex: true } }))
  onTestFinished(() => void replaceNotes((known) => ({ ...known, facts: { ...known.facts, noindex: undefined } })))
  expect(documents.size).toBeGreaterThan(0)
  expect((await run()).stderr).toMatch(/\nVerified 14 pages: all match the export\.\n$/)
})

it('skips pages whose content has changed since, and says how many', async () => {
  content.locales = { en: { ...small, pages: { ...small.pages, 2: page(2, 'Later') } }, de: small }
  onTestFinished(() => {
    content.locales = { en: small, de: small }
  })
  const { result, stderr } = await run({ locale: 'en' })
  expect(result).toBe(0)
  expect(stderr).toMatch(/Verified 6 pages: all match the export\. Left out: 1 page, because content, /)
})

it('exits with 1 when there are more warnings than allowed, or no page can be checked', async () => {
  content.locales = { en: { ...small, menus: [] }, de: small }
  onTestFinished(() => {
    content.locales = { en: small, de: small }
  })
  expect((await run({ locale: 'en' })).result).toBe(1)
  const { result, stderr } = await run({ maxWarnings: 0, locale: 'en' })
  expect(result).toBe(1)
  expect(stderr).toContain(
    'No page could be verified. Run "site build", and then this command again. Left out: 7 pages',
  )
  expect(stderr).toMatch(/\n1 warning: --max-warnings allows 0\.\n$/)
})

it('reports that it cannot use earlier answers of the service', async () => {
  const name = readdirSync(site.at('.site/builds')).find((one) => one.endsWith('.answers.sqlite'))
  site.write(`.site/builds/${name}`, 'x'.repeat(9000))
  expect((await run({ sample: 1 })).stderr).toContain('[answers-lost]')
})

it('reports that the cache has no record of the build', async () => {
  const { result, stderr } = await run({ cache: site.at('.other') })
  expect(stderr).toContain(`warning "${site.at('.other')}" has no record of a build into "${site.at('output')}".`)
  expect(stderr).toContain('No page could be verified.')
  expect(result).toBe(1)
})

it('needs pages in the named locale', async () => {
  const only = { out: site.at('english'), cache: site.at('.english') }
  await captureOutput(() => build({ ...site.options, ...only, api: site.api, locale: 'en' }, signal))
  expect((await run(only)).result).toBe(0)
  await expect(run({ ...only, locale: 'de' })).rejects.toThrow(`The export in "${only.out}" has no pages in de.`)
})

it('needs an export', async () => {
  await expect(run({ out: site.at('other') })).rejects.toThrow(`There is no export in "${site.at('other')}".`)
})
