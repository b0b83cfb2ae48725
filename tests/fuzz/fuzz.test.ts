import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Finding } from '#content/finding.ts'
import type { Report } from '#renderer/build/report.ts'
import type { EngineName } from '#renderer/reader/engine.ts'
import { type FixtureOptions, startFixtureService } from '#tests/fixtures/content-service.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { startHost } from '#tests/hosts/start-host.ts'
import { type Builder, openBuilder } from './builder.ts'
import { calmSite, fuzzedSite } from './fuzzed-site.ts'
import { judgeExport } from './judge-export.ts'
import { emptyVocabulary, learn } from './judge-page.ts'
import { realDocuments } from './real-documents.ts'

/** `FUZZED=10000` tries that many documents, `SEED=2` tries others. */
const wanted = Number(process.env.FUZZED ?? 100)
const first = Number(process.env.SEED ?? 1)
const perSite = 100
const seeds = Array.from({ length: Math.ceil(wanted / perSite) }, (_, at) => first * 1000 + at)
const engines: EngineName[] = ['react', 'preact']

const isWhole = wanted > 1000
const real = realDocuments(isWhole ? undefined : ['pl'])
const settings = testSettings({
  families: [{ id: 'main', origin: 'https://www.example.com', defaultLocale: 'pl', locales: ['pl', 'en'] }],
  links: { help: {}, demo: { pl: '/p/page-1' }, contact: {} },
  videoHosts: ['player.example'],
  regions: { pl: 'PL', en: 'GB' },
})
const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
const evil = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><circle r="1"/></svg>'
/** All pictures exist, except those whose name says that they are missing. */
const intercept: FixtureOptions['intercept'] = ({ url = '' }, response) => {
  if (!url.startsWith('/media/') || url.includes('missing')) return false
  const isDrawing = url.includes('.svg')
  response.writeHead(200, { 'content-type': isDrawing ? 'image/svg+xml' : 'image/gif' }).end(isDrawing ? evil : pixel)
  return true
}

let folder: string
const builders = new Map<EngineName, Builder>()
const known = emptyVocabulary()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-fuzz-'))
  for (const engine of engines) builders.set(engine, openBuilder())
  const { out, report } = await build('react', calmSite(real), 'calm')
  expect(report.isPublished).toBe(true)
  const pages = (await readdir(join(out, 'site'), { recursive: true })).filter((file) => file.endsWith('.html'))
  for (const page of pages) learn(await readFile(join(out, 'site', page), 'utf8'), known)
})
afterAll(async () => {
  for (const builder of builders.values()) builder.close()
  await rm(folder, { recursive: true, force: true })
})

type Built = { out: string; report: Report }

/** Builds into a folder deep inside another one, so that files written outside the export are noticed. */
async function build(engine: EngineName, locales: FixtureOptions['locales'], name: string): Promise<Built> {
  const service = await startFixtureService({ locales, intercept, postsPerPage: 7 })
  const out = join(folder, name, 'a/b/c', 'out')
  const [family] = settings.families
  const builder = builders.get(engine)
  if (!family || !builder) throw new Error('The settings have a family, and each engine a process.')
  const job = {
    settings,
    family,
    locales: Object.keys(locales),
    toolRoot: resolve('.'),
    siteRoot: resolve('.'),
    api: service.api,
    engine,
    concurrency: 8,
  }
  const report = await builder.build({ ...job, out, keepGoing: true })
  await service.close()
  return { out, report }
}

/** Findings that content must never cause. A text that is nested too deep may be refused. */
function isOurFault({ code, message }: Finding): boolean {
  if (code === 'render-failed') return !message.includes('nested more than 5000 elements deep')
  return ['build-unexpected', 'machine-limit', 'worker-ended', 'service-unreachable'].includes(code)
}

/** Texts of findings that move the cursor of a terminal, colour it, or change the direction of its lines. */
function misleadingIn({ errors, warnings }: Report): string[] {
  const reported = [...errors, ...warnings].flatMap(({ message, hint = '' }) => [message, hint])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return reported.filter((text) => /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/.test(text))
}

const seen = { documents: 0, pages: 0, conflicts: 0, servers: 0 }

it.each(seeds)(
  'a site of mutated documents is safe with both engines (seed %i)',
  { timeout: 600_000 },
  async (seed) => {
    const withSlugs = seed % 4 === 0
    const locales = fuzzedSite({ seed, documents: perSite, real, withSlugs })
    for (const engine of engines) {
      const name = `${seed}-${engine}`
      const { out, report } = await build(engine, locales, name)
      expect(report.errors.filter(isOurFault)).toEqual([])
      const hasConflicts = report.errors.some(({ code }) => code === 'duplicate-address' || code === 'address-reserved')
      // Without its nodes a locale would lose all of its pages, so nothing is published.
      const hasNodes = report.errors.every(
        (one) => one.code !== 'document-too-large' || one.where?.url !== '/sitemap_nodes',
      )
      expect(report.isPublished).toBe(hasNodes && !hasConflicts)
      expect(misleadingIn(report)).toEqual([])
      const { pages, faults } = await judgeExport(out, known)
      expect(faults.slice(0, 10)).toEqual([])
      const around = (await readdir(join(folder, name), { recursive: true })).filter(
        (one) => !one.startsWith('a/b/c/out'),
      )
      expect(around.sort()).toEqual(['a', 'a/b', 'a/b/c'])
      if (withSlugs && report.isPublished && engine === 'react') await startServers(out)
      await rm(join(folder, name), { recursive: true })
      seen.pages += pages / engines.length
      if (hasConflicts) seen.conflicts += 1
    }
    seen.documents += perSite
  },
)

/** Starts servers with the files that a build made for them. Throws if a server does not understand its files. */
async function startServers(out: string): Promise<void> {
  for (const host of isWhole ? (['nginx', 'apache', 'caddy'] as const) : (['nginx'] as const)) {
    const work = await mkdtemp(join(folder, 'host-'))
    const server = await startHost[host]({ site: join(out, 'site'), hosts: join(out, 'hosts'), work })
    await server.close()
    await rm(work, { recursive: true })
    seen.servers += 1
  }
}

it('most of these documents were shown', () => {
  console.log(seen)
  expect(seen.pages).toBeGreaterThan(seen.documents / 2)
  expect(seen.servers).toBeGreaterThan(0)
})
