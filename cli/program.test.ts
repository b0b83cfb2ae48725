import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { createProgram } from './program.ts'

const program = createProgram({ signal: new AbortController().signal, setExitCode() {} })
const quiet = (command: Command): Command => command.configureOutput({ writeErr() {}, writeOut() {} }).exitOverride()
const commandOf = (name: string): Command => {
  const command = program.commands.find((one) => one.name() === name)
  if (!command) throw new Error(`There is no command "${name}".`)
  return quiet(command)
}
/** The options of a command line, whose command is not run. */
const optionsOf = (name: string, ...args: string[]) =>
  commandOf(name)
    .action(() => {})
    .parse(args, { from: 'user' })
    .opts()

it('tells every command but the one that only the preview starts', () => {
  const told = program.helpInformation()
  for (const { name } of program.commands.map((command) => ({ name: command.name() }))) {
    expect(told.includes(`  ${name} `)).toBe(name !== 'preview-renderer')
  }
})

it('fills what is not given', () => {
  expect(optionsOf('render', '/blog')).toMatchObject({
    ...{ locale: 'all', out: 'output', cache: '.site', config: 'site.config.ts', engine: 'react', images: 'on' },
    ...{ concurrency: 16, ledger: true },
  })
  expect(optionsOf('preview', '21')).toMatchObject({ port: 4020, type: 'article' })
})

it.each([
  ['render', [], "missing required argument 'slugs'"],
  ['build', ['--engine', 'vue'], 'Allowed choices are react, preact.'],
  ['build', ['--poll', '0'], 'Give a whole number from 1 to 3600.'],
  ['serve', ['--port', '70000'], 'Give a whole number from 0 to 65535.'],
  ['build', ['--dry-run', '--watch'], "'--dry-run' cannot be used with option '--watch'"],
  ['build', ['--plan', 'site.plan', '--dry-run'], "'--plan <file>' cannot be used with option '--dry-run'"],
  ['build', ['--plan', 'site.plan', '--poll', '3'], "'--plan <file>' cannot be used with option '--poll <seconds>'"],
  ['build', ['--from-snapshot', 'a', '--api', 'http://x/api'], 'reads no service'],
])('refuses %s %j', async (name, args, words) => {
  await expect(
    commandOf(name)
      .action(() => {})
      .parseAsync(args, { from: 'user' }),
  ).rejects.toThrow(words)
})
