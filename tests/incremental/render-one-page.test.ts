import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lookAtPages } from '#renderer/remember-build.ts'
import type { Report } from '#renderer/report.ts'
import { type Chain, openChain } from './chain.ts'
import { changedPages, readExport } from './compare-exports.ts'
import { mutationsOf } from './mutate.ts'
import { sample } from './sample.ts'

/** `MUTATIONS=all` tries every change, `MUTATIONS=500` that many, `SEED=2` others. */
const wanted = process.env.MUTATIONS ?? '12'
const seed = Number(process.env.SEED ?? 1)

// Many builds one after the other.
vi.setConfig({ testTimeout: 3_600_000 })

let chain: Chain
/** Files of the pages that show a document, by `pl/pages/12`. */
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

const render = async (slugs: string[], images: 'on' | 'off' = 'off'): Promise<Report> => {
  const only = { slugs, locales: chain.job.locales, withDependents: false }
  return (await chain.build({ images, only })).report
}

// TODO (issue 14, `site render` from the page store): no request but for the page's own document, nor where something else is another.

test('Every page is rendered as it was built', async () => {
  for (const images of ['on', 'off'] as const) {
    await chain.build({ images })
    const report = await render(pagesIn(await readExport(chain.out)), images)
    expect(report.pages.rendered).toBe(report.pages.total)
    expect(report.files).toEqual({ added: 0, changed: 0, removed: 0 })
  }
})

test('Whatever changes in the document of a page, the page is as a clean build makes it, and no other is touched', async () => {
  const base = chain.options.locales
  const all = mutationsOf(base).filter(({ path: [kind, , ...inside] }) => kind === 'pages' && inside.length > 0)
  const mutations = sample(all, wanted === 'all' ? all.length : Number(wanted), seed)
  for (const { name, locale, path, apply } of mutations) {
    const files = filesOf.get(`${locale}/pages/${path[1]}`) ?? []
    if (files.length === 0) continue
    const before = await readExport(chain.out)
    chain.options.locales = apply(base)
    const report = await render(files)
    const after = await readExport(chain.out)
    if (report.isPublished) {
      const clean = await chain.buildCleanly({ images: 'off' })
      for (const file of files)
        expect(after.get(`site/${file}`)?.equals(clean.get(`site/${file}`) ?? Buffer.of()), `${name}: ${file}`).toBe(
          true,
        )
    }
    const others = changedPages(before, after).filter((page) => !files.includes(page.slice('site/'.length)))
    expect(others, name).toEqual([])
    chain.options.locales = base
    await chain.build({ images: 'off' })
  }
})

test('A build after a page that was rendered by itself makes the export that a clean build makes', async () => {
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

test('Several pages by slug and address, one after the other, and a build after them make the export of a clean build', async () => {
  const base = chain.options.locales
  const keys = Object.keys(base.en?.pages ?? {}).filter((key) => filesOf.has(`en/pages/${key}`))
  const [first = '', second = ''] = keys
  const retitle = (key: string, title: string): void => {
    const next = structuredClone(chain.options.locales)
    Object.assign(next.en?.pages?.[key] ?? {}, { seoTitle: title })
    chain.options.locales = next
  }
  const filesOfPage = (key: string): string[] => filesOf.get(`en/pages/${key}`) ?? []
  const clean = async (): Promise<void> => {
    const [made, expected] = [await readExport(chain.out), await chain.buildCleanly({ images: 'off' })]
    for (const file of keys.slice(0, 2).flatMap(filesOfPage))
      expect(made.get(`site/${file}`)?.equals(expected.get(`site/${file}`) ?? Buffer.of()), file).toBe(true)
  }
  retitle(first, 'Once')
  retitle(second, 'Once as well')
  const both = [first, second].flatMap(filesOfPage)
  expect((await render(both)).files.changed).toBe(both.length)
  await clean()
  retitle(first, 'Twice')
  const address = `/${filesOfPage(first)[0]
    ?.replace(/index\.html$/, '')
    .replace(/\/$/, '')}`
  expect((await render([address])).files.changed).toBe(1)
  expect((await render(both)).pages.rendered).toBe(both.length)
  await clean()
  await chain.build({ images: 'off' })
  expect(await chain.compare({ images: 'off' })).toEqual([])
  chain.options.locales = base
  await chain.build({ images: 'off' })
})
