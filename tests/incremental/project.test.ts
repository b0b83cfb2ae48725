import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { differences, type ExportFiles, readExport } from './compare-exports.ts'
import { openProject, type Project } from './project.ts'
import { measurePrecision, type Outcome } from './run-mutations.ts'
import { sample } from './sample.ts'

const isWhole = process.env.MUTATIONS === 'all'
const some = <T>(all: T[], count: number, seed: number): T[] => (isWhole ? all : sample(all, count, seed))

// Every change of code needs new processes.
vi.setConfig({ testTimeout: 0 })

let project: Project
/** The export without any change, which the first build made from scratch. */
let clean: ExportFiles

beforeAll(async () => {
  project = await openProject()
  clean = (await project.chain.build()).files
})
afterAll(() => project.close())

type Change = (text: string) => string

/**
 * Changes a file, builds, compares with a clean build, and restores the file. For a file of code, only the next build
 * sees that it was restored. Returns undefined if no page can be made with the change, such as a form name that does
 * not exist. `also` names other files that are changed together with it, and how.
 */
async function tryChange(
  file: string,
  change: Change,
  { isCode = false, mayFail = false, also = [] as [file: string, change: Change][] } = {},
): Promise<Outcome | undefined> {
  const { chain, read, write, restart } = project
  const texts = await Promise.all(
    [file, ...also.map(([name]) => name)].map(async (name) => [name, await read(name)] as const),
  )
  try {
    for (const [at, [name, text]] of texts.entries()) await write(name, (also[at - 1]?.[1] ?? change)(text))
    if (isCode) restart()
    const { report, changed } = await chain.build()
    if (mayFail && report.errors.length > 0) return undefined
    expect(report.errors, file).toEqual([])
    expect(await chain.compare(), file).toEqual([])
    return { name: file, rendered: report.pages.rendered, changed: changed.length }
  } finally {
    for (const [name, text] of texts) await write(name, text)
    if (isCode) restart()
    else await chain.build()
  }
}

async function sourcesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => pattern.test(name) && !/\.test\.|\.d\.ts$/.test(name))
  return files.map((name) => `${folder}/${name}`).sort()
}

const folders = ['blocks', 'templates', 'renderer/page', 'hydrate/forms', 'hydrate/islands']

/** Changes of what a source shows. The first that fits is applied. */
const visibleChanges: [RegExp, string][] = [
  [/className="(?=[a-z])/, 'className="mutated '],
  [/className=\{`(?=[a-z])/, 'className={`mutated '],
  [/(?<=className = `|class: '|return `|return ')(?=[a-z])/, 'mutated '],
  [/className=\{className\}/, 'className={"mutated " + className}'],
  [/<(div|p|ul|ol|span|a|form|main|section|input|button|svg)(?=[ >])/, '<$1 data-mutated=""'],
  [/(?<=: |\[|\()'([a-z][\w ]+)'/, "'$1x'"],
]

const otherWord = visibleChanges.slice(-1)

function changedBy(changes: typeof visibleChanges): (text: string) => string {
  return (text) => {
    const [pattern, other] = changes.find(([fitting]) => fitting.test(text)) ?? [/$/, '\n// mutated\n']
    return text.replace(pattern, other)
  }
}

test('After a change of any component source, the export equals a clean build', async () => {
  const files = (await Promise.all(folders.map((folder) => sourcesIn(folder, /\.tsx$/)))).flat()
  const outcomes: Outcome[] = []
  const refused: string[] = []
  for (const file of some(files, 1, 11)) {
    const outcome = await tryChange(file, changedBy(visibleChanges), { isCode: true, mayFail: true })
    if (outcome) outcomes.push(outcome)
    else refused.push(file)
  }
  expect(refused.length, refused.join(', ')).toBeLessThanOrEqual(files.length / 20)
  console.log(`${outcomes.length} of ${files.length} components:`, measurePrecision(outcomes).text, 'refused:', refused)
})

test.runIf(isSoak)('After a change of any other module that pages use, the export equals a clean build', async () => {
  const others = [...folders.slice(0, 3), 'locales'].map((folder) => sourcesIn(folder, /\.ts$/))
  const own = ['reader/page-reader', 'reader/resolve-page', 'reader/long-date', 'site/menu', 'site/place'].map(
    (name) => `renderer/${name}.ts`,
  )
  const files = [...(await Promise.all(others)).flat(), ...own, 'content/field-schemas.ts']
  const refused: string[] = []
  for (const file of some(files, 1, 11)) {
    const text = await project.read(file)
    await project.write(file, changedBy(otherWord)(text))
    project.restart()
    const step = await project.chain.build().catch(() => undefined)
    // With another word, a build may be impossible.
    if (step?.report.isPublished) expect(await project.chain.compare(), file).toEqual([])
    else refused.push(file)
    await project.write(file, text)
  }
  console.log(`Of ${files.length} modules, with these nothing was published: ${refused.join(', ') || 'none'}`)
})

test.runIf(isSoak)(
  'After rendering with the other engine, and with the first again, the export equals a clean build',
  async () => {
    project.restart()
    await project.chain.build({ engine: 'preact' })
    if (isWhole) expect(await project.chain.compare({ engine: 'preact' })).toEqual([])
    project.restart()
    expect(differences((await project.chain.build()).files, clean)).toEqual([])
  },
)

const withLine: Change = (text) => `${text}\nconsole.debug('mutated')\n`

describe('The export equals a clean build', () => {
  // The tests before restored the code that they changed.
  beforeAll(async () => {
    project.restart()
    await project.chain.build()
  })

  test('after changes of a style, of the script of every page and of the brand icon, and no page is rendered', async () => {
    const files = (await Promise.all(['blocks', 'templates'].map((folder) => sourcesIn(folder, /\.css$/)))).flat()
    for (const file of some(files, 1, 3)) {
      const outcome = await tryChange(file, (text) => `${text}\n.mutated { color: red }\n`, {
        also: [
          ['hydrate/main.ts', withLine],
          ['brand/icon.svg', (text) => text.replace('<svg', '<svg data-mutated=""')],
        ],
      })
      expect(outcome).toMatchObject({ rendered: 0 })
    }
  })

  test('after a change of any other browser script, and only pages that run it are rendered', async () => {
    const files = (await sourcesIn('hydrate', /\.ts$/)).filter((file) => file !== 'hydrate/main.ts')
    for (const file of some(files, 1, 4)) {
      const { rendered = 0 } = (await tryChange(file, withLine)) ?? {}
      if (rendered > 0) console.log(`${file}: ${rendered} pages rendered`)
    }
  })

  test('after a change of any interface text', async () => {
    const file = 'locales/pl.json'
    const keys = keysOf(JSON.parse(await project.read(file)))
    const outcomes: Outcome[] = []
    for (const path of some(keys, 1, 6)) {
      const outcome = await tryChange(file, (text) => JSON.stringify(withText(JSON.parse(text), path)))
      if (outcome) outcomes.push({ ...outcome, name: path.join('.') })
    }
    console.log(`${outcomes.length} of ${keys.length} texts:`, measurePrecision(outcomes).text)
  })

  test.runIf(isSoak)('after a text was removed, and after it was restored', async () => {
    await tryChange('locales/en.json', (text) => {
      const { header: _, ...rest } = JSON.parse(text)
      return JSON.stringify(rest)
    })
    expect(differences(await readExport(project.chain.out), clean)).toEqual([])
  })

  test('after redirects were added, changed and removed, also of an address that a page links to', async () => {
    const { pages } = project.chain.options.locales.en ?? {}
    const { 6: about } = pages ?? {}
    const block = { id: 61, type: 'text', html: '<p><a href="/somewhere#part">Somewhere</a></p>' }
    Object.assign(pages ?? {}, { 6: { ...about, blocks: [block] } })
    const file = 'redirects.json'
    const text = await project.read(file)
    for (const to of ['/all', '/full']) {
      const redirects = [{ from: '/somewhere', to }]
      await project.write(file, JSON.stringify({ ...JSON.parse(text), redirects }))
      const { report, files } = await project.chain.build()
      expect(report.errors).toEqual([])
      expect(files.get('site/en/about/index.html')?.toString()).toContain(`href="${to}#c-part"`)
      expect(await project.chain.compare()).toEqual([])
    }
    await project.write(file, text)
    Object.assign(pages ?? {}, { 6: about })
    expect(differences((await project.chain.build()).files, clean)).toEqual([])
  })
})

type TextTree = { [key: string]: string | TextTree }

function keysOf(tree: TextTree, path: string[] = []): string[][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[...path, key]] : keysOf(value, [...path, key]),
  )
}

function withText(tree: TextTree, [key = '', ...rest]: string[]): TextTree {
  const value = tree[key]
  return { ...tree, [key]: typeof value === 'object' ? withText(value, rest) : `${value}!` }
}
