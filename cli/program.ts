import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { toolRoot } from '#renderer/tool-root.ts'
import { commandLines } from './command-lines.ts'
import { limitTime } from './limit-time.ts'
import type { CommandLine, ProgramContext } from './options.ts'

const { version } = JSON.parse(readFileSync(join(toolRoot, 'package.json'), 'utf8')) as { version: string }

/**
 * Creates the command tree. If there is a command of this `name`, the tree holds only that command, because describing
 * all commands takes longer than `--version` itself. Each command is imported when it runs, so that `--help` loads
 * nothing else.
 */
export function createProgram(context: ProgramContext, name = ''): Command {
  const program = new Command('site')
    .description('Builds a multilingual website from a headless content service into a static export.')
    .version(version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run it with --help to see all options.')
  const isKnown = Object.hasOwn(commandLines, name)
  for (const [own, makeLine] of Object.entries(commandLines))
    if (!isKnown || own === name) addCommand(program, own, makeLine(), context)
  return program
}

function addCommand(parent: Command, name: string, line: CommandLine, context: ProgramContext): void {
  const { description, isHidden, args = [], options = [], examples, commands = {}, check, run } = line
  const command = parent.command(name, { hidden: isHidden === true }).description(description)
  for (const [arg, text] of args) command.argument(arg, text)
  for (const one of options) command.addOption(one)
  if (examples) command.addHelpText('after', `\nExample:\n${examples.map((one) => `  $ ${one}`).join('\n')}`)
  if (check) command.hook('preAction', check)
  const below = Object.keys(commands)
  // Otherwise a mistyped command below this one would be called one argument too many.
  command.allowExcessArguments(below.length > 0)
  if (run)
    command.action(async (...given) => {
      const [mistyped] = command.args
      if (below.length > 0 && mistyped !== undefined)
        command.error(`error: unknown command '${mistyped}'\n(The commands of ${name} are ${below.join(', ')}.)`)
      const words = given.slice(0, -2) // the last two are the options of the command and the command itself
      const values = command.optsWithGlobals()
      const signal = limitTime(context.signal, values)
      const code = await run(values, { ...context, signal }, ...words)
      if (typeof code === 'number') context.setExitCode(code)
    })
  for (const [below, makeLine] of Object.entries(commands)) addCommand(command, below, makeLine(), context)
}
