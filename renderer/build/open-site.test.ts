import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { readAddresses } from '#publish/redirects/addresses.ts'
import { buildSite } from '#renderer/build-site.ts'
import { smallContent } from '#tests/commands/small-content.ts'
import { type FixtureOptions, sendJson, startFixtureService } from '#tests/fixtures/content-service.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { memoryFile } from './memory-file.ts'

type Changes = Partial<Parameters<typeof buildSite>[0]>

/** Builds of a small site, one after the other. */
async function openBuilds() {
  const content: FixtureOptions = smallContent()
  const service = await startFixtureService(content)
  const folder = await mkdtemp(join(tmpdir(), 'site-open-'))
  onTestFinished(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })
  const [out, root] = [join(folder, 'out'), resolve('.')]
  const build = ({ settings = testSettings(), ...changes }: Changes = {}) => {
    const [family] = settings.families
    if (!family) throw new Error('Settings have a family.')
    const project = { settings, family, locales: family.locales, toolRoot: root, siteRoot: root, api: service.api }
    const options = { out, engine: 'react' as const, concurrency: 8, images: 'off' as const, ledger: false }
    return buildSite({ ...project, ...options, ...changes })
  }
  return { content, service, folder, out, build }
}

const family = { id: 'main', origin: 'https://www.example.com', defaultLocale: 'pl' }
const inTwo = testSettings({ families: [{ ...family, locales: ['pl', 'en'] }] })

it('keeps the addresses of the last build, which redirects are judged by, when a list of pages cannot be read', async () => {
  const { content, out, build } = await openBuilds()
  expect((await build({ settings: inTwo })).errors).toEqual([])
  const before = await readAddresses(out)
  expect(before?.pages).toContain('/blog/post-1')
  content.intercept = ({ url = '' }, response) => {
    if (!url.startsWith('/api/posts')) return false
    sendJson(response, 404, {})
    return true
  }
  expect((await build({ settings: inTwo })).isPublished).toBe(false)
  expect(await readAddresses(out)).toEqual(before)
  expect((await build({ settings: inTwo, keepGoing: true })).isPublished).toBe(true)
  expect((await readAddresses(out))?.pages).not.toContain('/blog/post-1')
})

it('reports pages that disappear with their locale, but not if the locale was removed from the settings', async () => {
  const { folder, build } = await openBuilds()
  const cache = join(folder, 'cache')
  const codes = async (changes: Changes) => (await build({ cache, ...changes })).warnings.map(({ code }) => code)
  await codes({ settings: inTwo })
  expect(await codes({ settings: inTwo, locales: ['pl'] })).toContain('locale-left')
  await codes({ settings: inTwo })
  expect(await codes({ settings: testSettings({ families: [{ ...family, locales: ['pl'] }] }) })).not.toContain(
    'locale-left',
  )
})

it('reports every text that a locale lacks, even if no page shows it', async () => {
  const { content, build } = await openBuilds()
  content.locales = { ...content.locales, it: content.locales.en ?? {} }
  const settings = testSettings({ families: [{ ...family, locales: ['pl', 'it'] }] })
  const missing = (await build({ settings })).warnings.filter(({ code }) => code === 'text-missing')
  expect(new Set(missing.map(({ where }) => where?.locale))).toEqual(new Set(['it']))
  expect(missing.map(({ where }) => where?.field)).toContain('form.successTitle')
})

it('retries a read as often as the settings say', async () => {
  const { content, service, build } = await openBuilds()
  content.intercept = ({ url = '' }, response) => {
    if (!url.startsWith('/api/menus')) return false
    sendJson(response, 503, {})
    return true
  }
  const settings = testSettings({ families: [{ ...family, locales: ['pl'] }], crawl: { retries: 0 } })
  await build({ settings })
  expect(service.requests.filter(({ url }) => url?.startsWith('/api/menus'))).toHaveLength(1)
})

it('reads documents that are damaged in the cache again for a snapshot although their notes are known', async () => {
  const { folder, out, build } = await openBuilds()
  const cache = join(folder, 'cache')
  await build({ settings: inTwo, cache })
  using answers = new DatabaseSync(memoryFile({ cache, out }, 'answers') ?? '')
  answers.exec('UPDATE bodies SET bytes = zeroblob(length(bytes))')
  const report = await build({ settings: inTwo, cache, snapshot: { save: join(folder, 'site.snapshot') } })
  expect([report.errors, report.isPublished]).toEqual([[], true])
})
