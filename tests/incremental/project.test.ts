import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openProject, type Project } from './project.ts'
import { measurePrecision, type Outcome } from './run-mutations.ts'
import { sample } from './sample.ts'

const isWhole = process.env.MUTATIONS === 'all'
const some = <T>(all: T[], count: number, seed: number): T[] => (isWhole ? all : sample(all, count, seed))

// Every change of code needs new processes.
vi.setConfig({ testTimeout: 0 })

let project: Project

beforeAll(async () => {
  project = await openProject()
  await project.chain.build()
})
afterAll(() => project.close())

/**
 * Changes a file, builds, compares with a clean build, and restores the file. For a file of code, only the next build
 * sees that it was restored. Returns undefined if no page can be made with the change, such as a form name that does
 * not exist.
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

test('After a change of any other module that pages use, the export equals a clean build', async () => {
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
  project.restart()
  await project.chain.build()
  console.log(`Of ${files.length} modules, with these nothing was published: ${refused.join(', ') || 'none'}`)
})

describe('The export equals a clean build', () => {
  test('after a change of any style, and no page is rendered', async () => {
    const files = (await Promise.all(['blocks', 'templates'].map((folder) => sourcesIn(folder, /\.css$/)))).flat()
    for (const file of some(files, 1, 3)) {
      expect(await tryChange(file, (text) => `${text}\n.mutated { color: red }\n`)).toMatchObject({ rendered: 0 })
    }
  })

  test('after a change of any browser script, and only pages that run it are rendered', async () => {
    const files = await sourcesIn('hydrate', /\.ts$/)
    for (const file of ['hydrate/main.ts', ...some(files, 1, 4)]) {
      const { rendered = 0 } = (await tryChange(file, (text) => `${text}\nconsole.debug('mutated')\n`)) ?? {}
      if (file === 'hydrate/main.ts') expect(rendered).toBe(0)
      if (rendered > 0) console.log(`${file}: ${rendered} pages rendered`)
    }
  })

  test('after a change of the brand icon, and no page is rendered', async () => {
    const outcome = await tryChange('brand/icon.svg', (text) => text.replace('<svg', '<svg data-mutated=""'))
    expect(outcome).toMatchObject({ rendered: 0 })
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

  test('after a text was removed, and after it was restored', async () => {
    await tryChange('locales/en.json', (text) => {
      const { header: _, ...rest } = JSON.parse(text)
      return JSON.stringify(rest)
    })
    expect(await project.chain.compare()).toEqual([])
  })

  test('after redirects were added, changed and removed', async () => {
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

  test('after rendering with the other engine, and with the first again', async () => {
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
