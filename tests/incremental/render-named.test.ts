import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { evenSample } from '#content/even-sample.ts'
import { memoryFile } from '#renderer/build/memory-file.ts'
import { lookAtPages } from '#renderer/build/remember-build.ts'
import { type NamedJob, renderNamed } from '#renderer/build/render-named.ts'
import type { Report } from '#renderer/build/report.ts'
import { type Chain, openChain } from './chain.ts'
import { changedPages, differences, readExport } from './compare-exports.ts'
import { mutationsOf } from './mutate.ts'
import { sample } from './sample.ts'
import { wholeSettings } from './whole-settings.ts'

/** `MUTATIONS=all` tries every change, `MUTATIONS=500` tries that many, `SEED=2` tries others. */
const wanted = process.env.MUTATIONS ?? '2'
const seed = Number(process.env.SEED ?? 1)

// Runs many builds, one after the other.
vi.setConfig({ testTimeout: 0 })

let chain: Chain
/** Files of the pages that show a document, by a key like `pl/pages/12`. */
let filesOf: Map<string, string[]>

beforeAll(async () => {
  chain = await openChain()
  const { files } = await chain.build({ images: 'off' })
  using store = lookAtPages(chain.job)
  const { pages, questions } = store.previous
  const asked = pagesIn(files).flatMap((file) =>
    [...(pages.get(file)?.asked ?? [])].flatMap((id) => {
      const [name, ...key] = JSON.parse(questions.get(id)?.question ?? '[]') as string[]
      return name === 'document' ? [{ file, key: key.join('/') }] : []
    }),
  )
  filesOf = new Map([...Map.groupBy(asked, ({ key }) => key)].map(([key, all]) => [key, all.map(({ file }) => file)]))
})
afterAll(() => chain.close())

const pagesIn = (files: Map<string, Buffer>): string[] =>
  [...files.keys()].flatMap((path) => (/^site\/.*\.html$/.test(path) ? [path.slice('site/'.length)] : []))

/** Ten pages from the whole export. All of them with `MUTATIONS=all`. */
const somePagesIn = (files: Map<string, Buffer>): string[] =>
  evenSample(pagesIn(files).sort(), wanted === 'all' ? undefined : 10)

const storeFile = (): string => memoryFile(chain.job, 'pages') ?? ''

/** Renders pages without reading the site. If that is impossible, returns the reason. */
async function renderOr(slugs: string[], more: Partial<NamedJob> = {}): Promise<Report | string> {
  const only = { slugs, locales: chain.job.locales, withDependents: false }
  const rendered = await renderNamed({ ...chain.job, images: 'off', only, ...more })
  return 'report' in rendered ? rendered.report : rendered.why
}

async function render(slugs: string[], more: Partial<NamedJob> = {}): Promise<Report> {
  const report = await renderOr(slugs, more)
  if (typeof report === 'string') throw new Error(report)
  return report
}

test('Any page is rendered as it was built, and at most its own document is requested', async () => {
  const before = await readExport(chain.out)
  for (const file of somePagesIn(before)) {
    const from = chain.service.requests.length
    const report = await render([file])
    expect(report.pages.rendered, file).toBe(1)
    expect(report.files, file).toEqual({ added: 0, changed: 0, removed: 0 })
    expect(chain.service.requests.length - from).toBeLessThanOrEqual(1)
  }
  expect(differences(await readExport(chain.out), before)).toEqual([])
})

test("After any change of a page's document, the page equals a clean build, or the site has to be read", async () => {
  const base = chain.options.locales
  const all = mutationsOf(base).filter(({ path: [kind, , ...inside] }) => kind === 'pages' && inside.length > 0)
  const mutations = sample(all, wanted === 'all' ? all.length : Number(wanted), seed)
  const why = new Map<string, number>()
  for (const { name, locale, path, apply } of mutations) {
    const files = filesOf.get(`${locale}/pages/${path[1]}`) ?? []
    if (files.length === 0) continue
    const before = await readExport(chain.out)
    chain.options.locales = apply(base)
    const report = await renderOr(files)
    const after = await readExport(chain.out)
    if (typeof report === 'object') {
      const clean = await chain.buildCleanly({ images: 'off' })
      for (const file of files)
        expect(after.get(`site/${file}`)?.equals(clean.get(`site/${file}`) ?? Buffer.of()), `${name}: ${file}`).toBe(
          true,
        )
      expect(
        changedPages(before, after).filter((page) => !files.includes(page.slice('site/'.length))),
        name,
      ).toEqual([])
    } else {
      expect(differences(after, before), name).toEqual([])
      why.set(report, (why.get(report) ?? 0) + 1)
    }
    chain.options.locales = base
    await chain.build({ images: 'off' })
  }
  const refused = [...why.values()].reduce((sum, count) => sum + count, 0)
  console.log(`${mutations.length - refused} of ${mutations.length} changes took the short way, of ${all.length}.`, why)
  expect(refused).toBeLessThan(mutations.length / 2)
})

test('A build after rendering a single page equals a clean build', async () => {
  const base = chain.options.locales
  const page = structuredClone(base)
  const [key = ''] = Object.keys(page.en?.pages ?? {})
  Object.assign(page.en?.pages?.[key] ?? {}, { seoTitle: 'Rendered by itself' })
  chain.options.locales = page
  const files = filesOf.get(`en/pages/${key}`) ?? []
  expect((await render(files)).files.changed).toBe(files.length)
  expect((await render(files)).files.changed).toBe(0)
  await chain.build({ images: 'off' })
  expect(await chain.compare({ images: 'off' })).toEqual([])
  chain.options.locales = base
  await chain.build({ images: 'off' })
})

test('Several pages by slug and address, one after the other, and a build after them equal a clean build', async () => {
  const base = chain.options.locales
  const keys = Object.keys(base.en?.pages ?? {}).filter((key) => filesOf.has(`en/pages/${key}`))
  const [first = '', second = ''] = keys
  const retitle = (key: string, title: string): void => {
    const next = structuredClone(chain.options.locales)
    Object.assign(next.en?.pages?.[key] ?? {}, { seoTitle: title })
    chain.options.locales = next
  }
  const filesOfPage = (key: string): string[] => filesOf.get(`en/pages/${key}`) ?? []
  retitle(first, 'Once')
  retitle(second, 'Once as well')
  const both = [first, second].flatMap(filesOfPage)
  expect((await render(both)).files.changed).toBe(both.length)
  const [made, clean] = [await readExport(chain.out), await chain.buildCleanly({ images: 'off' })]
  for (const file of both)
    expect(made.get(`site/${file}`)?.equals(clean.get(`site/${file}`) ?? Buffer.of()), file).toBe(true)
  retitle(first, 'Twice')
  const address = `/${filesOfPage(first)[0]
    ?.replace(/index\.html$/, '')
    .replace(/\/$/, '')}`
  expect((await render([address])).files.changed).toBe(1)
  expect((await render(both)).pages.rendered).toBe(both.length)
  await chain.build({ images: 'off' })
  expect(await chain.compare({ images: 'off' })).toEqual([])
  chain.options.locales = base
  await chain.build({ images: 'off' })
})

test('Pages with encoded pictures are rendered as in a clean build', async () => {
  const base = chain.options.locales
  await chain.build({ images: 'on' })
  const before = await readExport(chain.out)
  for (const file of somePagesIn(before)) {
    const { files, images } = await render([file], { images: 'on' })
    expect(files, file).toEqual({ added: 0, changed: 0, removed: 0 })
    expect([images.sources > 0, images.encoded, images.fromCache]).toEqual([true, 0, 0]) // the first counts the whole export, the others this command
  }
  const next = structuredClone(base)
  const [key = ''] = Object.keys(next.en?.pages ?? {})
  Object.assign(next.en?.pages?.[key] ?? {}, { seoTitle: 'Among pictures' })
  chain.options.locales = next
  expect((await render(filesOf.get(`en/pages/${key}`) ?? [], { images: 'on' })).files.changed).toBeGreaterThan(0)
  await chain.build({ images: 'on' })
  expect(await chain.compare({ images: 'on' })).toEqual([])
  chain.options.locales = base
  await chain.build({ images: 'off' })
})

const nothing = async (): Promise<void> => {}

test.each<[string, string, () => Promise<unknown>, Partial<NamedJob>?]>([
  ['another option', 'options, settings or versions', nothing, { strict: true }],
  ['compressed files', '"--compress" writes files beside the pages', nothing, { compress: true }],
  ['other settings', 'options', nothing, { settings: { ...wholeSettings, timeZone: 'Europe/Paris' } }],
  ['another engine', 'other versions of the tools', nothing, { engine: 'preact' }],
  ['pictures made small', 'options, settings or versions', nothing, { images: 'on' }],
  ['another service', 'options, settings or versions', nothing, { token: 'other' }],
  ['dependents', '"--deps"', nothing, { only: { slugs: ['/'], locales: ['pl'], withDependents: true } }],
  ['a page without a row', 'file "index.html"', async () => change('DELETE FROM page')],
  ['a damaged page', 'is damaged', async () => change("UPDATE page SET slug = '/x'")],
  ['a damaged question', 'is damaged', async () => change("UPDATE question SET answer = 'x'")],
  ['a damaged site', 'is damaged', async () => change("UPDATE site SET data = x'00'")],
  ['no whole site', 'has no record of a build without errors', async () => change('DELETE FROM site')],
  ['a damaged file', '', async () => writeFile(storeFile(), 'x'.repeat(9000))],
  ['no list of files', 'of the export', async () => writeFile(join(chain.out, '.files.json'), '')],
  ['an edited page', 'file "index.html"', async () => writeFile(join(chain.out, 'site/index.html'), 'edited')],
  ['an edited script', 'of the export', () => editScript()],
])('With %s the site has to be read, and nothing is changed', async (_, why, spoil, more) => {
  // The case before may have edited a file of the export.
  if (typeof (await renderOr(['index.html'])) === 'string') await chain.build({ images: 'off' })
  expect(await renderOr(['index.html'])).toBeTypeOf('object')
  const notes = [storeFile(), join(chain.out, '.files.json')]
  const held = await Promise.all(notes.map((file) => readFile(file)))
  await spoil()
  const before = await readExport(chain.out)
  const reported = await renderOr(['index.html'], more)
  expect(reported).toBeTypeOf('string')
  expect(reported).toContain(why)
  expect(differences(await readExport(chain.out), before)).toEqual([])
  expect((await readdir(chain.out)).filter((name) => name.startsWith('.staging') || name === '.lock')).toEqual([])
  for (const [at, file] of notes.entries()) await writeFile(file, held[at] ?? '')
})

function change(sql: string): void {
  const database = new DatabaseSync(storeFile())
  database.exec(sql)
  database.close()
}

async function editScript(): Promise<void> {
  const assets = join(chain.out, 'site/assets')
  const [script = ''] = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  await writeFile(join(assets, script), `${await readFile(join(assets, script), 'utf8')} `)
}
