import { mkdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#content/finding.ts'
import { isSoak } from '#tests/is-soak.ts'
import type { SiteRun } from '#tests/run-site.ts'
import { filesIn, openProject, type Project, touched } from './project.ts'
import { retitle, smallContent } from './small-content.ts'

let project: Project
const component = 'blocks/text/text.tsx'
/** Unlike a block, it is not part of the browser bundle, which must not import Node modules. */
const template = 'templates/layouts/breadcrumbs.tsx'
let sources: Map<string, string>

beforeAll(async () => {
  project = await openProject(smallContent())
  sources = new Map([
    [component, await project.read(component)],
    [template, await project.read(template)],
  ])
})
afterAll(() => project.close())

/** Lines to put at the beginning of the component, each with what it reads although it may not. */
const hiddenReads: [line: string, reported: string][] = [
  ['new Date().getTime()', 'the clock'],
  ['void Date.now()', 'the clock'],
  ['void performance.now()', 'the clock'],
  ['void Math.random()', 'a random number'],
  ['void crypto.randomUUID()', 'a random number'],
  ['void process.env.SECRET_SWITCH', 'the environment (SECRET_SWITCH)'],
  ["void readFileSync('package.json')", 'the disk (readFileSync)'],
  ["fetch('http://127.0.0.1:9/').catch(() => {})", 'the network (fetch)'],
  ['void new Intl.DateTimeFormat()', 'the language of the machine'],
  ["void new Intl.DateTimeFormat('pl')", 'the time zone of the machine'],
  ["void new Date(0).toLocaleDateString('pl')", 'the time zone of the machine'],
  ['void new Date(0).getHours()', 'the time zone of the machine'],
  ['void (7).toLocaleString()', 'the language of the machine'],
  ['void hostname()', 'the machine (hostname)'],
  ['void os.platform()', 'the machine (platform)'],
  ['void os.totalmem()', 'the machine (totalmem)'],
  ['void os.EOL', 'the machine (EOL)'],
  ['void process.arch', 'the machine (arch)'],
  ['void import.meta.dirname', 'the folder of the sources (dirname)'],
  ['void import.meta.url', 'the folder of the sources (url)'],
  ['void process.memoryUsage().rss', 'the machine (memoryUsage)'],
  ['void process.hrtime.bigint()', 'the clock'],
  ["void realpathSync('package.json')", 'the disk (realpathSync)'],
  ["void execFileSync('true')", 'another program (execFileSync)'],
]
const firstLine = /^export function (?:Text|Breadcrumbs)\b/

/** Inserts lines at the beginning of a component, and returns the line number of the first. */
async function edit(inside: string[], before: string[] = [], file = component): Promise<number> {
  const imports = [
    "import { execFileSync } from 'node:child_process'",
    "import { readFileSync, realpathSync } from 'node:fs'",
    "import os, { hostname } from 'node:os'",
    ...before,
  ]
  const [head = '', tail = ''] = (sources.get(file) ?? '').split(/(?<=ReactElement \| null {\n)/)
  const text = `${imports.join('\n')}\n${head}${inside.map((line) => `  ${line}\n`).join('')}${tail}`
  await project.write(file, text)
  return text.split('\n').findIndex((line) => firstLine.test(line)) + 2
}

it.runIf(isSoak)('Without an export it reports that', async () => {
  const { code, stderr } = await project.site('verify')
  expect(stderr).toContain('There is no export in "output".')
  expect(code).toBe(2)
})

it('A sound export passes, and nothing is changed', async () => {
  await project.site('build')
  const before = await filesIn(join(project.root, 'output'))
  const all = await project.site('verify', '--all')
  expect(all.stderr).toContain('Verified 24 pages: all match the export.\n')
  expect(all.code).toBe(0)
  const one = await project.site('verify', '--locale', 'en')
  expect(one.stderr).toContain('Verified 12 pages: all match the export.\n')
  expect(one.code).toBe(0)
  expect(touched(before, await filesIn(join(project.root, 'output')))).toEqual([])
})

it('Findings are written as JSON, and --max-warnings limits the warnings', async () => {
  const { code, stdout } = await project.site('verify', '--sample', '5', '--json', '--max-warnings', '0')
  const { pages, warnings, errors } = JSON.parse(stdout)
  expect(pages).toEqual({ checked: 5, behind: 0 })
  expect(errors).toEqual([])
  expect(code).toBe(warnings.length > 0 ? 1 : 0)
})

it('A page that someone changed or removed is named, with the text in its place', async () => {
  const file = 'output/site/about/index.html'
  const page = await project.read(file)
  await project.write(file, page.replace('About us.', 'About them.'))
  await rm(join(project.root, 'output/site/en/about/index.html'))
  const { code, stderr } = await project.site('verify', '--sample', '1')
  expect(stderr).toContain('The page "/about" is not published as it is rendered now: at character')
  expect(stderr).toContain('About them.')
  expect(stderr).toContain('The page "/en/about" is not in the export')
  expect(code).toBe(1)
  await project.write(file, page)
  await utimes(join(project.root, file), 1, 1)
  await project.site('build')
})

it.runIf(isSoak)('A page whose file cannot be read is not called removed', async () => {
  const file = 'output/site/about/index.html'
  await rm(join(project.root, file))
  await mkdir(join(project.root, file)) // so that not even root can read it
  const { code, stderr } = await project.site('verify', '--sample', '1')
  expect(stderr).toMatch(
    /The page "\/about" is published, but "about\/index.html" cannot be read: .*a folder, but a file is needed\./,
  )
  expect(code).toBe(1)
  await project.site('build')
})

it.runIf(isSoak)(
  'Pages that the next build renders are counted, and are an error only if none is left to verify',
  async () => {
    retitle(project.content, 'pl', 4, 'Crew')
    const { code, stderr } = await project.site('verify', '--all')
    expect(stderr).toContain('Verified 23 pages: all match the export. Left out: 1 page, because')
    expect(code).toBe(0)
    await project.write('templates/tokens.css', `${await project.read('templates/tokens.css')}\n.mutated{color:red}\n`)
    const restyled = await project.site('verify', '--all')
    expect(restyled.stderr).toContain(
      'No page could be verified. Run "site build", and then this command again. Left out: 24 pages, because',
    )
    expect(restyled.code).toBe(1)
  },
)

describe('What code reads besides its reader is reported, with the line of its source', () => {
  let first: Record<string, number>
  let verified: SiteRun

  beforeAll(async () => {
    const reads = hiddenReads.map(([line]) => line)
    first = {
      [template]: await edit(reads, [], template),
      [component]: await edit(
        ["const mark = process.platform === 'win32' ? 'Windows' : ''", 'void mark'],
        ['const started = Date.now()', 'void started'],
      ),
    }
    await project.site('build')
    verified = await project.site('verify', '--all', '--json')
  })
  afterAll(() => project.write(template, sources.get(template) ?? ''))

  it('when a component is rendered', () => {
    const { code, stdout } = verified
    for (const [at, [line, reported]] of hiddenReads.entries()) {
      const words = `read ${reported} when rendered, at ${template}:${(first[template] ?? 0) + at}.`
      expect(stdout.includes(words), `${line}: "${words}" in ${stdout}`).toBe(true)
    }
    expect(stdout).not.toContain('openSync')
    expect(stdout).not.toContain('page-differs')
    expect(code).toBe(1)
  })

  it('when it is the platform, a property of the process', () => {
    expect(verified.stdout).toContain(`read the machine (platform) when rendered, at ${component}:${first[component]}.`)
  })

  it('when a module is loaded', () => {
    expect(verified.stdout).toContain(`The code of pages reads the clock when it is loaded, at ${component}:4.`)
  })
})

/**
 * State that a module keeps between pages: the ids of the blocks that show it, the address of one of their pages, lines
 * before the functions of the module, and the text of it that the pages show.
 */
const keptState: [what: string, ids: string, pages: string, before: string, shown: string][] = [
  ['a counter', '/^post-1/', '/blog/post-1', 'let count = 0', 'String((count += 1))'],
  ['a switch that turns with each page', '/^post-2/', '/blog/post-2', 'let isOdd = false', 'String((isOdd = !isOdd))'],
  [
    'what the first page leaves',
    '/^post-3/',
    '/blog/post-3',
    'let isFirst = true',
    'isFirst ? ((isFirst = false), "first") : "later"',
  ],
  [
    'a cache under a key that pages share',
    '/^/',
    '/about|/about/team',
    'const titles = new Map<string, string>()',
    'titles.get("title") ?? (titles.set("title", JSON.stringify(block)), JSON.stringify(block))',
  ],
]

/** Shows a text as the headline of the component. */
async function showAsHeadline(shown: string): Promise<void> {
  await project.edit(component, '<Section ', `<Section headline={${shown}} `)
  await project.edit(component, " headline={reader.words(block.headline, 'h2')}", '')
}

it(`State that modules keep between pages is found: ${keptState.map(([what]) => what).join(', ')}`, async () => {
  const shown = keptState.map(([, ids, , , text]) => `${ids}.test(String(block.id)) ? ${text} : `)
  await edit(
    [`const kept = ${shown.join('')}undefined`],
    keptState.map(([, , , before]) => before),
  )
  await showAsHeadline('kept')
  await project.site('build')
  const { code, stdout } = await project.site('verify', '--all', '--json')
  const messages = JSON.parse(stdout).errors.map(({ message }: Finding) => message)
  for (const [what, , pages] of keptState) {
    const unsteady = new RegExp(
      `The page "(?:/en)?(?:${pages})" is (?:not published as it is rendered now|rendered differently when other)`,
    )
    expect(messages, what).toContainEqual(expect.stringMatching(unsteady))
  }
  expect(stdout).not.toContain('hidden-input')
  expect(code).toBe(1)
})

it('A time that is shown makes pages differ, and a component that throws is reported with its page', async () => {
  await edit([
    "if (String(block.id) === '21' && process.argv.includes('verify')) throw new Error('only here')",
    'const time = new Date().toISOString()',
  ])
  await showAsHeadline('time')
  await project.site('build')
  const { code, stderr } = await project.site('verify', '--all')
  expect(stderr).toContain('read the clock when rendered')
  expect(stderr).toContain('is not published as it is rendered now')
  expect(stderr).toContain('The page "/about" cannot be rendered: in its block 1, "text": only here')
  expect(stderr).toContain('Verified 24 pages')
  expect(code).toBe(1)
})
