import { hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRun } from '#renderer/build/report.ts'
import type { Route } from '#renderer/plan/route.ts'
import { packNames } from '#renderer/reader/asset-placeholders.ts'
import { judgePages } from '#renderer/reads/judge-pages.ts'
import { openPageStore } from '#renderer/reads/page-store.ts'
import type { PageDocuments } from '#renderer/site/site.ts'
import { page, smallSite } from '#tests/fixtures/content.ts'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { renderPages } from './render-pages.ts'

let folder: string
let writer: ReturnType<typeof openMemoryWriter>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-reuse-'))
  writer = openMemoryWriter()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Build = { styles?: string; polish?: ReturnType<typeof smallSite>; unreadable?: string }

/** Builds on top of the earlier builds. `styles` is the name of the style sheet, `unreadable` a file of the export. */
async function build({ styles = 'a.css', polish = smallSite(), unreadable }: Build = {}) {
  const locales = ['pl', 'en']
  const made = testSite({ locales: { pl: polish, en: smallSite() } })
  const assets = new Map([...made.data.assets, ['site.css', `/assets/${styles}`]])
  const bodyOf = (...asked: Parameters<PageDocuments['find']>) => JSON.stringify(made.site.documents.find(...asked))
  const documents = {
    ...made.site.documents,
    digestOf: (...asked: Parameters<PageDocuments['find']>) => hash('sha256', bodyOf(...asked)),
  }
  const site = { ...made.site, assets, documents }
  const documentOf = async ({ locale, source }: Route) => {
    if (source.kind !== 'document') return undefined
    const body = Buffer.from(bodyOf(locale, source.collection, source.key))
    return { body, hash: hash('sha256', body) }
  }
  const read: typeof writer.read = async (path) => (path === unreadable ? undefined : writer.read(path))
  const run = startRun({ engine: 'react', locales })
  using store = openPageStore(join(folder, 'pages.sqlite'), 'tools')
  const { pages, questions, lastQuestion } = await renderPages({
    ...{ site, routes: made.routes, writer: { ...writer, read }, run, store, documentOf },
    data: { ...made.data, assets },
    engine: 'react',
    pictures: { get() {}, card() {} },
    judgement: judgePages({ site, store, writer, routes: made.routes, job: {} }),
  })
  const facts = { names: packNames(site), lastQuestion }
  store.save({ questions, pages, steps: new Map(), documents: new Map(), facts })
  const changes = await writer.commit()
  return { report: run.report, changes, pages, count: made.routes.length }
}

const htmlOf = (file: string): string => Buffer.from(writer.files.get(file) ?? []).toString()

test('The first build renders all pages, and counts them per locale, with their bytes', async () => {
  const { report, pages, count } = await build()
  expect(report.pages).toMatchObject({ rendered: count, changed: count, byLocale: { pl: count / 2, en: count / 2 } })
  expect(report.bytes.html).toBe([...writer.files.values()].reduce((sum, { length }) => sum + length, 0))
  expect([...pages.values()].map((page) => page.build)).toEqual(Array(count).fill(1))
})

test('A build without changes renders no page, and all stay', async () => {
  const { report: first, count } = await build()
  const { report, changes, pages } = await build()
  expect([report.pages.rendered, changes]).toEqual([0, { added: [], changed: [], removed: [] }])
  expect([pages.size, writer.files.size, report.bytes.html]).toEqual([count, count, first.bytes.html])
})

test('After a bundled file changed its name, all pages get the new name, every time, and none is rendered', async () => {
  await build()
  for (const styles of ['longer-name.css', 'b.css', 'another.css']) {
    const { report, count } = await build({ styles })
    expect([report.pages.rendered, report.pages.changed]).toEqual([0, count])
    expect(htmlOf('about/index.html')).toContain(`/assets/${styles}`)
    expect(htmlOf('about/index.html').match(/\/assets\/[\w-]+\.css/g)).toEqual([`/assets/${styles}`])
  }
})

test('A page that cannot be read for new names is rendered, with the reason', async () => {
  await build()
  const { report, pages } = await build({ styles: 'b.css', unreadable: 'about/index.html' })
  expect(report.pages.rendered).toBe(1)
  expect(pages.get('about/index.html')).toMatchObject({ build: 2, reasons: [{ kind: 'file' }] })
  expect(htmlOf('about/index.html')).toContain('/assets/b.css')
})

test('Only rendered pages with other bytes count as changed', async () => {
  await build()
  const small = smallSite()
  const theme = { maskOpacity: 60 } // the default
  const edited = { ...small, pages: { ...small.pages, 2: page(2, 'About', { theme }) } }
  const { report, pages } = await build({ polish: edited })
  expect([report.pages.rendered, report.pages.changed]).toEqual([1, 0])
  expect(pages.get('about/index.html')?.build).toBe(2)
  expect(pages.get('blog/post-2/index.html')?.build).toBe(1)
})
