import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { memoryFile } from '#renderer/build-frame.ts'
import { openRecall, saveRecall } from '#renderer/reads/recall.ts'
import { type RememberedJob, renderRemembered } from '#renderer/render-remembered.ts'
import type { Report } from '#renderer/report.ts'
import { type Chain, openChain } from './chain.ts'
import { changedPages, differences, readExport } from './compare-exports.ts'
import { mutationsOf } from './mutate.ts'
import { sample } from './sample.ts'
import { wholeSettings } from './whole-settings.ts'

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
  using opened = openRecall(memory())
  if (!opened) throw new Error('Nothing is remembered.')
  const asked = pagesIn(files).flatMap((file) =>
    opened.pagesNamed(file).flatMap(({ answers }) =>
      [...answers.keys()].flatMap((question) => {
        const [name, ...key] = JSON.parse(question) as string[]
        return name === 'document' ? [{ file, key: key.join('/') }] : []
      }),
    ),
  )
  filesOf = new Map([...Map.groupBy(asked, ({ key }) => key)].map(([key, all]) => [key, all.map(({ file }) => file)]))
})
afterAll(() => chain.close())

const memory = (): string => memoryFile(chain.job, 'pages') ?? ''
const pagesIn = (files: Map<string, Buffer>): string[] =>
  [...files.keys()].flatMap((path) => (/^site\/.*\.html$/.test(path) ? [path.slice('site/'.length)] : []))

const render = (slugs: string[], more: Partial<RememberedJob> = {}): Promise<Report | undefined> => {
  const { settings, family, locales, hosts, ...job } = chain.job
  return renderRemembered({ ...job, given: settings, images: 'off', only: { slugs, locale: 'all' }, ...more })
}

test('Every page is rendered from memory as it was built, with no request but for its own document', async () => {
  const before = await readExport(chain.out)
  for (const file of pagesIn(before)) {
    const from = chain.service.requests.length
    const report = await render([file])
    expect(report?.pages.rendered, file).toBe(1)
    expect(report?.files, file).toEqual({ added: 0, changed: 0, removed: 0 })
    expect(chain.service.requests.length - from).toBeLessThanOrEqual(1)
  }
  expect(differences(await readExport(chain.out), before)).toEqual([])
})

test('Whatever changes in the document of a page, the page is as a clean build makes it, or the site has to be read', async () => {
  const base = chain.options.locales
  const all = mutationsOf(base).filter(({ path: [kind, , ...inside] }) => kind === 'pages' && inside.length > 0)
  const mutations = sample(all, wanted === 'all' ? all.length : Number(wanted), seed)
  let remembered = 0
  for (const { name, locale, path, apply } of mutations) {
    const files = filesOf.get(`${locale}/pages/${path[1]}`) ?? []
    if (files.length === 0) continue
    const before = await readExport(chain.out)
    chain.options.locales = apply(base)
    const report = await render(files)
    const after = await readExport(chain.out)
    if (report) {
      remembered += 1
      const clean = await chain.buildCleanly({ images: 'off' })
      for (const file of files)
        expect(after.get(`site/${file}`)?.equals(clean.get(`site/${file}`) ?? Buffer.of()), `${name}: ${file}`).toBe(
          true,
        )
      expect(
        changedPages(before, after).filter((page) => !files.includes(page.slice('site/'.length))),
        name,
      ).toEqual([])
    } else expect(differences(after, before), name).toEqual([])
    chain.options.locales = base
    await chain.build({ images: 'off' })
  }
  console.log(`${remembered} of ${mutations.length} changes of documents were rendered from memory, of ${all.length}.`)
  expect(remembered).toBeGreaterThan(mutations.length / 2)
})

test('A build after a page that was rendered by itself makes the export that a clean build makes', async () => {
  const base = chain.options.locales
  const page = structuredClone(base)
  const [key = ''] = Object.keys(page.en?.pages ?? {})
  Object.assign(page.en?.pages?.[key] ?? {}, { seoTitle: 'Rendered by itself' })
  chain.options.locales = page
  const files = filesOf.get(`en/pages/${key}`) ?? []
  expect((await render(files))?.files.changed).toBe(files.length)
  expect((await render(files))?.files.changed).toBe(0)
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
  expect((await render(both))?.files.changed).toBe(both.length)
  await clean()
  retitle(first, 'Twice')
  const address = `/${filesOfPage(first)[0]
    ?.replace(/index\.html$/, '')
    .replace(/\/$/, '')}`
  expect((await render([address]))?.files.changed).toBe(1)
  expect((await render(both))?.pages.rendered).toBe(both.length)
  await clean()
  await chain.build({ images: 'off' })
  expect(await chain.compare({ images: 'off' })).toEqual([])
  chain.options.locales = base
  await chain.build({ images: 'off' })
})

test('Pages with pictures made small are rendered from memory, as a clean build makes them', async () => {
  const base = chain.options.locales
  await chain.build({ images: 'on' })
  const before = await readExport(chain.out)
  for (const file of pagesIn(before)) {
    expect((await render([file], { images: 'on' }))?.files, file).toEqual({ added: 0, changed: 0, removed: 0 })
  }
  const next = structuredClone(base)
  const [key = ''] = Object.keys(next.en?.pages ?? {})
  Object.assign(next.en?.pages?.[key] ?? {}, { seoTitle: 'Among pictures' })
  chain.options.locales = next
  expect((await render(filesOf.get(`en/pages/${key}`) ?? [], { images: 'on' }))?.files.changed).toBeGreaterThan(0)
  await chain.build({ images: 'on' })
  expect(await chain.compare({ images: 'on' })).toEqual([])
  chain.options.locales = base
  await chain.build({ images: 'off' })
})

test.each<[string, () => Promise<unknown>, Partial<RememberedJob>?]>([
  ['another option', async () => {}, { strict: true }],
  ['other settings', async () => {}, { given: { ...wholeSettings, timeZone: 'Europe/Paris' } }],
  ['another family', async () => {}, { family: 'other' }],
  ['pictures made small', async () => {}, { images: 'on' }],
  ['another service', async () => {}, { token: 'other' }],
  ['a page memory that was touched', async () => writeFile(memory(), await readFile(memory()))],
  ['a damaged answer', () => damageAnswer()],
  ['a damaged recall', () => flip(memory().replace('.pages.sqlite', '.recall'), '"frame"')],
  ['an edited page', async () => writeFile(join(chain.out, 'site/index.html'), 'edited')],
])('With %s the site has to be read, and nothing is changed', async (_, spoil, more) => {
  await chain.build({ images: 'off', force: 'A test wants it.' })
  expect(await render(['index.html'])).toBeDefined()
  await spoil()
  const before = await readExport(chain.out)
  expect(await render(['index.html'], more)).toBeUndefined()
  expect(differences(await readExport(chain.out), before)).toEqual([])
  expect((await readdir(chain.out)).filter((name) => name.startsWith('.staging') || name === '.lock')).toEqual([])
})

/** Another answer in the page memory, and everything else as if a build had left it so. */
async function damageAnswer(): Promise<void> {
  const opened = openRecall(memory())
  if (!opened) throw new Error('Nothing is remembered.')
  opened[Symbol.dispose]()
  await flip(memory(), '"brand":"')
  saveRecall(memory(), opened.recall)
}

/** Changes a byte behind each place where a file holds a text. */
async function flip(file: string, text: string): Promise<void> {
  const bytes = await readFile(file)
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at + text.length] = 0x58
  await writeFile(file, bytes)
}
