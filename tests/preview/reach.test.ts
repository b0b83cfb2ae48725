import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openClient } from '#content/client/client.ts'
import { startDemoService } from '#demo/start-demo-service.ts'
import type { AnswerParts } from '#preview/child/answer-question.ts'
import type { LoadedJob } from '#preview/child/load-job.ts'
import { openParts, openShared } from '#preview/child/open-parts.ts'
import { crawlContent } from '#preview/child/site/preview-site.ts'
import { buildSite } from '#renderer/build-site.ts'
import { parseSettings } from '#renderer/settings.ts'
import siteConfig from '#site.config.ts'
import { edits, type Fields } from './reach-edits.ts'

// Polish and English only, so that the many builds are fast.
const [family] = siteConfig.families
const settings = parseSettings({ ...siteConfig, families: [{ ...family, locales: ['pl', 'en'] }] }, 'test settings')
const locales = ['pl', 'en']

let folder: string
let content: string
let service: Awaited<ReturnType<typeof startDemoService>>
let parts: AnswerParts

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'site-reach-'))
  content = join(folder, 'content')
  for (const locale of locales) cpSync(join('demo/content', locale), join(content, locale), { recursive: true })
  for (const draft of ['pl/posts/winter-readiness-checklist', 'pl/pages/about-us'])
    rmSync(join(content, `${draft}.draft.yaml`))
  service = await startDemoService({ database: ':memory:', contentFolder: content })
  await build()
  const [chosen] = settings.families
  if (!chosen) throw new Error('The settings have no family.')
  const common = {
    config: resolve('site.config.ts'),
    api: service.api,
    token: 'demo-token',
    cache: join(folder, 'cache'),
  }
  const job: LoadedJob = {
    ...common,
    images: 'off',
    settings,
    family: chosen,
    locales,
    toolRoot: process.cwd(),
    siteRoot: process.cwd(),
  }
  const client = openClient({ ...job, concurrency: 16, limits: settings.limits })
  const [shared, crawled] = await Promise.all([openShared(job, client), crawlContent(job, client)])
  parts = await openParts(shared, client, crawled, () => {})
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Builds, and returns the addresses whose bytes changed. */
async function build(): Promise<string[]> {
  const [chosen] = settings.families
  if (!chosen) throw new Error('The settings have no family.')
  const out = join(folder, 'out')
  const report = await buildSite({
    ...{
      settings,
      family: chosen,
      locales,
      toolRoot: process.cwd(),
      siteRoot: process.cwd(),
      out,
      api: service.api,
      token: 'demo-token',
    },
    ...{ cache: join(folder, 'cache'), images: 'off', engine: 'react', concurrency: 16, ledger: false },
  })
  expect(report.errors).toEqual([])
  const changes = JSON.parse(readFileSync(join(out, 'changes.json'), 'utf8')) as Record<string, { path: string }[]>
  return Object.values(changes)
    .flat()
    .flatMap(({ path }) => (/\.(html|xml|txt)$/.test(path) ? addressOf(path) : []))
    .sort()
}

function addressOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '')}`
}

// Each edit takes a build. The soak test tries all of them.
const chosen = process.env.EDITS === 'all' ? edits : edits.filter((_, at) => at % 12 === 0)

it.each(chosen)('$name', async ({ file, target, change }) => {
  const path = join(content, `${file}.yaml`)
  const draft = join(content, `${file}.draft.yaml`)
  const before = existsSync(path) ? load(readFileSync(path, 'utf8')) : {}
  writeFileSync(draft, JSON.stringify(change(before as Fields))) // the demo's own files have the fields that edits change
  const named = { ...target, id: String(target.id) }
  const state = await parts.preview.open(named)
  await expect.poll(() => parts.reach.of(state, named).state).toBe('done')
  const { rows } = parts.reach.of(state, named)
  renameSync(draft, path)
  expect(rows.map((row) => row.path).sort()).toEqual(await build())
  await parts.preview.refresh()
})
