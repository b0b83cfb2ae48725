import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { createProgram } from '#cli/program.ts'
import { findingCodes } from '#content/finding.ts'

const program = createProgram({ signal: new AbortController().signal, setExitCode: () => {} })

it('explains every code of a finding, and no other', async () => {
  const text = await readFile('docs/findings.md', 'utf8')
  const explained = [...text.matchAll(/^\| `([a-z-]+)`/gm)].map(([, code]) => code)
  expect(explained.sort()).toEqual([...findingCodes].sort())
})

it('lists every command in the README', async () => {
  const readme = await readFile('README.md', 'utf8')
  const listed = [...readme.matchAll(/`site ([a-z]+)/g)].map(([, name]) => name)
  const commands = program.createHelp().visibleCommands(program)
  for (const command of commands) if (command.name() !== 'help') expect(listed).toContain(command.name())
})

it('names only commands and options that exist', async () => {
  for (const file of ['README.md', ...(await docFiles())]) {
    for (const words of commandLines(await readFile(file, 'utf8'))) {
      expect([file, words.join(' '), unknownIn(words)]).toEqual([file, words.join(' '), []])
    }
  }
})

async function docFiles(): Promise<string[]> {
  return (await readdir('docs')).filter((name) => name.endsWith('.md')).map((name) => join('docs', name))
}

/** What stands as code in a text and is of our command line: `site …` and `npx site …`, and options that stand alone. */
function commandLines(text: string): string[][] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.split('\n'))
  const inline = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  return [...blocks, ...inline]
    .flatMap((line) => line.replace(/ #.*/, '').split(/ && | · /))
    .map((line) => line.trim().replace(/^npx /, '').split(/\s+/))
    .filter(([first = '']) => first === 'site' || /^--[a-z]/.test(first))
}

/** Words of a command line that commander does not know. */
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
