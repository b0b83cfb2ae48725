import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('Without an export it reports that', async () => {
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
  expect((await project.site('verify', '--sample', '5')).stderr).toContain('Verified 5 pages: all match')
  const one = await project.site('verify', '--locale', 'en')
  expect(one.stderr).toContain('Verified 12 pages: all match the export.\n')
  expect(one.code).toBe(0)
  expect(touched(before, await filesIn(join(project.root, 'output')))).toEqual([])
})

it('Findings are written as JSON, and --max-warnings limits the warnings', async () => {
  const { code, stdout } = await project.site('verify', '--all', '--json', '--max-warnings', '0')
  const { pages, warnings, errors } = JSON.parse(stdout)
  expect(pages).toEqual({ checked: 24, behind: 0 })
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

it('Pages that the next build renders are counted and are not an error', async () => {
  retitle(project.content, 'pl', 4, 'Crew')
  const { code, stderr } = await project.site('verify', '--all')
  expect(stderr).toContain('Verified 23 pages: all match the export. Left out: 1 page, because')
  expect(code).toBe(0)
  await project.write('templates/tokens.css', `${await project.read('templates/tokens.css')}\n.mutated{color:red}\n`)
  const restyled = await project.site('verify', '--all')
  expect(restyled.stderr).toContain('No page could be verified. Left out: 24 pages, because')
  expect(restyled.code).toBe(0)
})

it('Everything a component reads besides its reader is reported, with the line of its source', async () => {
  const first = await edit(
    hiddenReads.map(([line]) => line),
    [],
    template,
  )
  await project.site('build')
  for (const name of ['verify', 'verify']) {
    const { code, stdout } = await project.site(name, '--all', '--json') // compiled the first time, from the compiled code the second
    for (const [at, [line, reported]] of hiddenReads.entries()) {
      const words = `read ${reported} when rendered, at ${template}:${first + at}.`
      expect(stdout.includes(words), `${line}: "${words}" in ${stdout}`).toBe(true)
    }
    expect(stdout).not.toContain('openSync')
    expect(stdout).not.toContain('page-differs')
    expect(code).toBe(1)
  }
  await project.write(template, sources.get(template) ?? '')
})

it('Reading the platform from a property of the process is reported', async () => {
  const first = await edit(["const mark = process.platform === 'win32' ? 'Windows' : ''", 'void mark'])
  await project.site('build')
  const { code, stderr } = await project.site('verify', '--sample', '1')
  expect(stderr).toContain(`reads the machine (platform) when rendered, at ${component}:${first}.`)
  expect(code).toBe(1)
})

/** State that a module keeps between pages: lines before its functions, and the text of it that its pages show. */
const keptState: [what: string, before: string, shown: string][] = [
  ['a counter', 'let count = 0', 'String((count += 1))'],
  ['a switch that turns with each page', 'let isOdd = false', 'String((isOdd = !isOdd))'],
  ['what the first page leaves', 'let isFirst = true', 'isFirst ? ((isFirst = false), "first") : "later"'],
  [
    'a cache under a key that pages share',
    'const titles = new Map<string, string>()',
    'titles.get("title") ?? (titles.set("title", JSON.stringify(block)), JSON.stringify(block))',
  ],
]

it.each(keptState)('State that modules keep between pages is found: %s', async (_, before, shown) => {
  await edit([`const kept = ${shown}`], [before])
  await project.edit(component, '<Section ', '<Section headline={kept} ')
  await project.edit(component, " headline={reader.words(block.headline, 'h2')}", '')
  await project.site('build')
  const { code, stderr } = await project.site('verify', '--all')
  expect(stderr).toMatch(/The page "[^"]+" is (?:not published as it is rendered now|rendered differently when other)/)
  expect(stderr).not.toContain('hidden-input')
  expect(code).toBe(1)
})

it('Reads while a module is loaded are reported too', async () => {
  await edit([], ['const started = Date.now()', 'void started'])
  await project.site('build')
  const { code, stderr } = await project.site('verify')
  expect(stderr).toContain(`The code of pages reads the clock when it is loaded, at ${component}:4.`)
  expect(code).toBe(1)
})

it('A time that is shown makes pages differ', async () => {
  await edit(['const time = new Date().toISOString()'], [])
  await project.edit(component, '<Section ', '<Section headline={time} ')
  await project.edit(component, " headline={reader.words(block.headline, 'h2')}", '')
  await project.site('build')
  const { code, stderr } = await project.site('verify')
  expect(stderr).toContain('read the clock when rendered')
  expect(stderr).toContain('is not published as it is rendered now')
  expect(code).toBe(1)
})

it('A component that throws is reported with its page, and the other pages are verified', async () => {
  await edit(["if (process.argv.includes('verify')) throw new Error('only here')"], [])
  await project.site('build')
  const { code, stderr } = await project.site('verify', '--all')
  expect(stderr).toContain('The page "/about" cannot be rendered: in its block 1, "text": only here')
  expect(stderr).toContain('Verified 24 pages')
  expect(code).toBe(1)
})
