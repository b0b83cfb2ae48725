import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContentClient, openClient } from '#content/client/client.ts'
import { startDemoService } from '#demo/start-demo-service.ts'
import { answerQuestion } from '#preview/child/answer-question.ts'
import { readEarlyContent } from '#preview/child/early/early-content.ts'
import { type EarlyPages, openEarlyPages } from '#preview/child/early/early-pages.ts'
import type { LoadedJob } from '#preview/child/load-job.ts'
import { openParts, openShared, type Shared } from '#preview/child/open-parts.ts'
import { crawlContent } from '#preview/child/site/preview-site.ts'
import { parseSettings } from '#renderer/settings.ts'
import siteConfig from '#site.config.ts'

const settings = parseSettings(siteConfig, 'test settings')
const [family] = settings.families
const locales = family?.locales ?? []

let folder: string
let content: string
let service: Awaited<ReturnType<typeof startDemoService>>
let client: ContentClient
let job: LoadedJob
let shared: Shared

beforeAll(async () => {
  if (!family) throw new Error('The settings have no family.')
  folder = mkdtempSync(join(tmpdir(), 'site-early-'))
  content = join(folder, 'content')
  cpSync('demo/content', content, { recursive: true })
  service = await startDemoService({ database: ':memory:', contentFolder: content })
  const paths = {
    config: resolve('site.config.ts'),
    cache: join(folder, 'cache'),
    toolRoot: process.cwd(),
    siteRoot: process.cwd(),
  }
  job = { ...paths, api: service.api, token: 'demo-token', images: 'off', settings, family, locales }
  client = openClient({ ...job, concurrency: 16, limits: settings.limits })
  shared = await openShared(job, client)
})
afterAll(async () => {
  await client.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

async function openEarly(locale: string): Promise<EarlyPages> {
  return openEarlyPages({ ...shared, client, content: await readEarlyContent(job, client, locale) })
}

/** Requests every page early, and again when everything is read. Returns those that could only be answered then. */
async function compare(locale: string): Promise<{ pages: number; late: string[] }> {
  const early = await openEarly(locale)
  const whole = await openParts(shared, client, await crawlContent(job, client), () => {})
  const routes = whole.preview.published.own.filter((route) => route.locale === locale)
  const late: string[] = []
  for (const { href } of routes) {
    const question = { kind: 'site' as const, path: href }
    const first = await early.answer(question)
    if (!first) late.push(href)
    else expect(textOf(first.body), href).toBe(textOf((await answerQuestion(question, whole)).body))
  }
  return { pages: routes.length, late }
}

const textOf = (body: Uint8Array): string => Buffer.from(body).toString()

it.each(process.env.EDITS === 'all' ? locales : locales.slice(0, 1))(
  'early pages of "%s" equal those of the complete site',
  async (locale) => {
    const { pages, late } = await compare(locale)
    expect(pages).toBeGreaterThan(60)
    const node = readYaml(`${locale}/nodes.yaml`).find(({ nodeReference }) => nodeReference === 'hidden_pages')
    const shell = `${locale === family?.defaultLocale ? '' : `/${locale}`}${String(node?.slug).replace('/:slug', '')}`
    // All others are further pages of a list, and pages without a document.
    expect(late.filter((href) => !/\/page\/\d+$|\/(404|500|offline)\.html$/.test(href))).toEqual([shell])
  },
)

it('early pages wait for the complete site if a translation is unreadable, hidden from search, or may be a further page of a list', async () => {
  rmSync(join(content, 'de/pages/about-us.yaml'))
  const hidden = join(content, 'fr/pages/services.yaml')
  writeFileSync(hidden, `${readFileSync(hidden, 'utf8')}\nnoindex: true\n`)
  const linking = join(content, 'pl/pages/help.yaml')
  const link = '<p><a href="/en/blog/page/2">2</a></p>'
  writeFileSync(
    linking,
    readFileSync(linking, 'utf8').replace(/html: \|\n(\s+)/, (all, space) => `${all}${link}\n${space}`),
  )
  const { late } = await compare('pl')
  expect(late).toContain('/firma/o-nas')
  expect(late).toContain('/pomoc')
  expect(late).not.toContain('/uslugi')
})

it('early pages are outdated when their content changed before everything was read', async () => {
  const early = await openEarly('pl')
  const before = await crawlContent(job, client)
  expect(early.isOutdated(before)).toBe(false)
  await early.answer({ kind: 'site', path: '/kontakt' })
  expect(early.isOutdated(before)).toBe(false)
  const changed = join(content, 'pl/pages/contact.yaml')
  writeFileSync(changed, readFileSync(changed, 'utf8').replace(/^title: .*/m, 'title: Another title'))
  expect(early.isOutdated(await crawlContent(job, client))).toBe(true)
})

function readYaml(file: string): { nodeReference?: string; slug?: string }[] {
  return load(readFileSync(join(content, file), 'utf8')) as { nodeReference?: string; slug?: string }[]
}
