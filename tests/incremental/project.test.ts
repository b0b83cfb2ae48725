import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openProject, type Project } from './project.ts'
import { type Outcome, tellPrecision } from './run-mutations.ts'
import { sample } from './sample.ts'

const isWhole = process.env.MUTATIONS === 'all'
const some = <T>(all: T[], count: number, seed: number): T[] => (isWhole ? all : sample(all, count, seed))

// Every change of code takes processes of its own.
vi.setConfig({ testTimeout: 0 })

let project: Project

beforeAll(async () => {
  project = await openProject()
  await project.chain.build()
})
afterAll(() => project.close())

/**
 * Changes a file, builds, compares with a clean build, and sets the file back; that a file of code is as before only the next build sees.
 * Gives nothing where the change is one that no page can be made with, as the name of a form that there is not.
 */
async function tryChange(
  file: string,
  change: (text: string) => string,
  { isCode = false, mayFail = false } = {},
): Promise<Outcome | undefined> {
  const { chain, read, write, restart } = project
  const text = await read(file)
  try {
    await write(file, change(text))
    if (isCode) restart()
    const { report, changed } = await chain.build()
    if (mayFail && report.errors.length > 0) return undefined
    expect(report.errors, file).toEqual([])
    expect(await chain.compare(), file).toEqual([])
    return { name: file, rendered: report.pages.rendered, changed: changed.length }
  } finally {
    await write(file, text)
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

/** Ways to make what a source shows another one; the first that fits. */
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

test('Whichever source of a component changes, the export is that of a clean build', async () => {
  const files = (await Promise.all(folders.map((folder) => sourcesIn(folder, /\.tsx$/)))).flat()
  const outcomes: Outcome[] = []
  const refused: string[] = []
  for (const file of some(files, 1, 11)) {
    const outcome = await tryChange(file, changedBy(visibleChanges), { isCode: true, mayFail: true })
    if (outcome) outcomes.push(outcome)
    else refused.push(file)
  }
  expect(refused.length, refused.join(', ')).toBeLessThanOrEqual(files.length / 20)
  console.log(`${outcomes.length} of ${files.length} components:`, tellPrecision(outcomes).text, 'refused:', refused)
})

test('Whichever other module changes that pages are made with, the export is that of a clean build', async () => {
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
    // Another word may be one that nothing can be built with.
    if (step?.report.isPublished) expect(await project.chain.compare(), file).toEqual([])
    else refused.push(file)
    await project.write(file, text)
  }
  project.restart()
  await project.chain.build()
  console.log(`Of ${files.length} modules, with these nothing was published: ${refused.join(', ') || 'none'}`)
})

describe('The export is that of a clean build', () => {
  test('whichever style changes, and no page is rendered', async () => {
    const files = (await Promise.all(['blocks', 'templates'].map((folder) => sourcesIn(folder, /\.css$/)))).flat()
    for (const file of some(files, 1, 3)) {
      expect(await tryChange(file, (text) => `${text}\n.mutated { color: red }\n`)).toMatchObject({ rendered: 0 })
    }
  })

  test('whichever script of the browser changes, and no page is rendered that does not run it', async () => {
    const files = await sourcesIn('hydrate', /\.ts$/)
    for (const file of ['hydrate/main.ts', ...some(files, 1, 4)]) {
      const { rendered = 0 } = (await tryChange(file, (text) => `${text}\nconsole.debug('mutated')\n`)) ?? {}
      if (file === 'hydrate/main.ts') expect(rendered).toBe(0)
      if (rendered > 0) console.log(`${file}: ${rendered} pages rendered`)
    }
  })

  test('when the icon of the brand changes, and no page is rendered', async () => {
    const outcome = await tryChange('brand/icon.svg', (text) => text.replace('<svg', '<svg data-mutated=""'))
    expect(outcome).toMatchObject({ rendered: 0 })
  })

  test('whichever interface text changes', async () => {
    const file = 'locales/pl.json'
    const keys = keysOf(JSON.parse(await project.read(file)))
    const outcomes: Outcome[] = []
    for (const path of some(keys, 1, 6)) {
      const outcome = await tryChange(file, (text) => JSON.stringify(withText(JSON.parse(text), path)))
      if (outcome) outcomes.push({ ...outcome, name: path.join('.') })
    }
    console.log(`${outcomes.length} of ${keys.length} texts:`, tellPrecision(outcomes).text)
  })

  test('when a text is missing, and when it is there again', async () => {
    await tryChange('locales/en.json', (text) => {
      const { header: _, ...rest } = JSON.parse(text)
      return JSON.stringify(rest)
    })
    expect(await project.chain.compare()).toEqual([])
  })

  test('when redirects are added, changed and removed', async () => {
    const file = 'redirects.json'
    const text = await project.read(file)
    const lists = [[{ from: '/somewhere', to: '/all' }], [{ from: '/somewhere', to: '/full' }], []]
    for (const redirects of lists) {
      await project.write(file, JSON.stringify({ ...JSON.parse(text), redirects }))
      expect((await project.chain.build()).report.errors).toEqual([])
      expect(await project.chain.compare()).toEqual([])
    }
    await project.write(file, text)
  })

  test('when the other engine renders, and the first again', async () => {
    for (const engine of ['preact', 'react'] as const) {
      project.restart()
      await project.chain.build({ engine })
      expect(await project.chain.compare({ engine })).toEqual([])
    }
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
