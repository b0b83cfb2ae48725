import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { createProgram } from '#cli/program.ts'
import { findingCodes } from '#content/finding.ts'
import { settingsSchema } from '#renderer/settings.ts'
import { codeBlocks, type DocFile, inlineCode, readDocFiles, withoutBlocks } from './doc-files.ts'

const program = createProgram({ signal: new AbortController().signal, setExitCode: () => {} })
const docs = await readDocFiles()
/** Files and folders that a sentence about settings may name. */
const files = new Set(['site.config.ts'])

it('The documents explain every code of a finding, and no other', async () => {
  const text = await readFile('docs/findings.md', 'utf8')
  const explained = [...text.matchAll(/^\| `([a-z-]+)`/gm)].map(([, code]) => code)
  expect(explained.sort()).toEqual([...findingCodes].sort())
})

it('The documents say what to do about every error', async () => {
  const [findings, text] = await Promise.all(
    ['findings', 'troubleshooting'].map((name) => readFile(`docs/${name}.md`, 'utf8')),
  )
  const errors = [...(findings ?? '').matchAll(/^\| `([a-z-]+)` \| error/gm)].map(([, code]) => code ?? '')
  const reported = new Set([...(text ?? '').matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, code]) => code ?? ''))
  expect(errors.filter((code) => !reported.has(code))).toEqual([])
  const [, example = ''] = /`\[([a-z-]+)\]`\. Look for the name here/.exec(text ?? '') ?? []
  expect([...reported]).toContain(example)
  expect([...reported].filter((code) => !(findingCodes as readonly string[]).includes(code))).toEqual([])
})

it('The documents explain every token of the design, and no other', async () => {
  const [sheet, text] = await Promise.all(
    ['templates/tokens.css', 'docs/theming.md'].map((file) => readFile(file, 'utf8')),
  )
  const tokens = new Set((sheet ?? '').match(/--[a-z0-9-]+(?=:)/g))
  const reported = new Set([...(text ?? '').matchAll(/`(--[a-z0-9-]+)`/g)].map(([, name]) => name ?? ''))
  expect([...reported].sort()).toEqual([...tokens].sort())
})

it('The README lists every command', async () => {
  const readme = await readFile('README.md', 'utf8')
  const rows = readme.split('\n').filter((line) => line.startsWith('| `site '))
  const listed = rows.flatMap((row) => [...row.matchAll(/`site ([a-z]+)/g)].map(([, name]) => name))
  const commands = program.createHelp().visibleCommands(program)
  for (const command of commands) if (command.name() !== 'help') expect(listed).toContain(command.name())
})

it('The documents name only commands and options that exist', () => {
  for (const doc of docs) {
    for (const words of commandLines(doc)) {
      expect([doc.file, words.join(' '), unknownIn(words)]).toEqual([doc.file, words.join(' '), []])
    }
  }
})

it('The files in deploy/ use only commands and options that exist', async () => {
  let count = 0
  for await (const file of glob('deploy/*')) {
    for (const [, line = ''] of (await readFile(file, 'utf8')).matchAll(/npx (site [^\]\n]*)/g)) {
      expect([file, line, unknownIn(line.trim().split(/\s+/))]).toEqual([file, line, []])
      count += 1
    }
  }
  expect(count).toBeGreaterThan(6)
})

it('The scripts in package.json name only tests that exist, and variables that tests read', async () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile('package.json', 'utf8')))
  const notOurs = ['node_modules/**', 'output/**', '.site/**']
  const tests: string[] = []
  for await (const file of glob('**/*.test.{ts,tsx}', { exclude: notOurs })) tests.push(file)
  const read = new Set<string>()
  for await (const file of glob(['vitest.config.ts', '{tests,renderer}/**/*.ts'])) {
    for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(/\benv\.([A-Z_]+)/g)) read.add(name)
  }
  const runs = Object.values(scripts)
    .flatMap((script) => script.split('&&'))
    .filter((command) => command.includes('vitest run'))
    .map((command) => command.trim().split(' '))
  const files = runs.flat().filter((word) => word.includes('/'))
  expect(files.filter((file) => !tests.some((test) => test.includes(file)))).toEqual([])
  const variables = runs.flatMap((words) =>
    words.map((word) => /^([A-Z_]+)=/.exec(word)?.[1]).filter((name) => name !== undefined),
  )
  expect(variables.filter((name) => !read.has(name))).toEqual([])
  expect([files.length > 10, variables.length > 10]).toEqual([true, true])
})

it('The documents name every environment variable of the tool, and no other', async () => {
  const named = docs.flatMap(({ text }) => text.match(/\bSITE_[A-Z_]+/g) ?? [])
  const sources = glob('{cli,content,renderer,publish,preview,demo}/**/*.{ts,tsx,js}', { exclude: ['**/*.test.*'] })
  const read = []
  for await (const file of sources) read.push(...((await readFile(file, 'utf8')).match(/\bSITE_[A-Z_]+/g) ?? []))
  expect([...new Set(named)].sort()).toEqual([...new Set(read)].sort())
})

it('The documents name only settings that exist', () => {
  const paths = new Set(settingPaths(settingsSchema.shape))
  for (const doc of docs) {
    const dotted = inlineCode(doc).filter((code) => /^\w+(\.\w+)+$/.test(code))
    const named = dotted.filter((code) => Object.hasOwn(settingsSchema.shape, code.split('.')[0] ?? ''))
    const called = withoutBlocks(doc.text).matchAll(/setting(?:s'?)? `(\w+)`|`(\w+)` (?:in|of) the settings/g)
    for (const name of [...named, ...[...called].map(([, a, b]) => a ?? b ?? '')]) {
      expect([doc.file, name, paths.has(name) || files.has(name)]).toEqual([doc.file, name, true])
    }
  }
})

it('The documents show only settings that are valid', async () => {
  const minimal = (await import('#site.config.ts')).default
  const shown = docs.flatMap(codeBlocks).filter(({ language, code }) => language === 'ts' && /^\w+: .*,$/m.test(code))
  expect(shown.length).toBeGreaterThan(1)
  for (const { file, line, code } of shown) {
    const reported = new Function(`return {${code}}`)()
    expect([`${file}:${line}`, settingsSchema.safeParse({ ...minimal, ...reported }).error]).toEqual([
      `${file}:${line}`,
      undefined,
    ])
  }
})

it('The documents link only to files and headings that exist', async () => {
  for (const { file, text } of docs) {
    for (const [, target = ''] of withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(target)) continue
      const [path = '', heading] = target.split('#')
      const to = path === '' ? file : join(dirname(file), path)
      expect([file, target, existsSync(to)]).toEqual([file, target, true])
      if (heading !== undefined)
        expect([file, target, headingsOf(await readFile(to, 'utf8'))]).toEqual([
          file,
          target,
          expect.arrayContaining([heading]),
        ])
    }
  }
})

it('The documents name only source files that exist', () => {
  const named = docs.flatMap((doc) => inlineCode(doc).map((code) => ({ file: doc.file, code })))
  const ours = /^(cli|content|renderer|preview|publish|hydrate|templates|demo|tests|bench)\/[\w/.-]+\.(ts|tsx|js|css)$/
  const sources = named.filter(({ code }) => ours.test(code))
  expect(sources.length).toBeGreaterThan(20)
  expect(sources.filter(({ code }) => !existsSync(code))).toEqual([])
})

it('The index links to every document', async () => {
  const index = await readFile('docs/README.md', 'utf8')
  for (const { file } of docs) {
    const name = file.startsWith('docs/') ? file.slice('docs/'.length) : `../${file}`
    if (file !== 'docs/README.md') expect(index).toContain(`](${name})`)
  }
})

/** The fragments that code hosts make of headings. */
function headingsOf(text: string): string[] {
  const headings = withoutBlocks(text).matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The paths of all fields, nested ones included. */
function settingPaths(shape: z.ZodRawShape, before = ''): string[] {
  return Object.entries(shape).flatMap(([name, field]) => [
    before + name,
    ...settingPaths(fieldsOf(field as z.ZodType), `${before}${name}.`),
  ])
}

function fieldsOf(schema: z.ZodType): z.ZodRawShape {
  if (schema instanceof z.ZodObject) return schema.shape
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType)
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
  return isWrapped ? fieldsOf(schema.unwrap() as z.ZodType) : {}
}

/** The command lines of ours in a document: `site …`, `npx site …`, and options on their own. */
function commandLines(doc: DocFile): string[][] {
  const blocks = codeBlocks(doc).filter(({ language }) => language === 'sh')
  return [...blocks.flatMap(({ code }) => code.split('\n')), ...inlineCode(doc)]
    .flatMap((line) => line.replace(/ #.*/, '').split(/ && | · /))
    .map((line) =>
      line
        .trim()
        .replace(/^npx (--prefix \S+ )?/, '')
        .split(/\s+/),
    )
    .filter(([first = '']) => first === 'site' || (/^--[a-z]/.test(first) && doc.file !== 'docs/theming.md'))
}

/** The words of a command line that commander does not know. */
function unknownIn([first = '', ...rest]: string[]): string[] {
  const isOption = (word: string): boolean => /^-/.test(word)
  if (isOption(first)) return isKnown(first, allCommands(program)) ? [] : [first]
  const path: Command[] = [program]
  const names = rest.slice(0, Math.max(0, rest.concat('-').findIndex(isOption)))
  for (const name of names) {
    const next: Command | undefined = path.at(-1)?.commands.find((command) => command.name() === name)
    if (!next) break
    path.push(next)
  }
  if (path.length === 1 && names.length > 0) return names.slice(0, 1)
  return rest.filter((word) => isOption(word) && !isKnown(word, path))
}

function isKnown(option: string, commands: Command[]): boolean {
  const [name = ''] = option.split('=')
  if (name === '--help') return true
  return commands.some((command) => command.options.some(({ long, short }) => long === name || short === name))
}

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)]
}
