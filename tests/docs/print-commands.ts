import type { Argument, Command, Option } from 'commander'
import { oneLine, table } from './table.ts'

const intro = `# Commands

This page lists the same commands and options as \`--help\`: \`npm run docs:reference\` generates it from the command tree. The [README](../README.md#commands)
lists the options used most. In the examples, replace \`cms.example.com\` with the address of your own service.

| exit code | meaning |
|---|---|
| 0 | The command succeeded; there may be warnings. \`preview\`, \`serve\` and \`content\`, which run until they are interrupted, also end with 0. |
| 1 | The command failed. |
| 2 | The usage or the settings are wrong, or a file or folder that they name cannot be used. The same holds for standard output. |
| 130 | The command was interrupted. |
| 141 | The reader of the output went away. |
`

const environment = `## Environment

| variable | what it does |
|---|---|
| \`SITE_API\`, \`SITE_COMMERCE_API\` | give the defaults of \`--api\` and \`--commerce-api\` |
| \`SITE_API_TOKEN\` | holds the bearer token that is sent to the content service; \`site preview\` reads drafts with it |
| \`SITE_PLAN_KEY\` | holds the key that signs plan files and parts; commands that have it accept only signed ones ([scaling](scaling.md)) |
| \`SITE_SHARD\`, \`SITE_SHARDS\` | gives the default of \`--shard\`, as in \`2/8\` · gives the number of shards, where \`JOB_COMPLETION_INDEX\` gives only the index of this one |
| \`SITE_ROOT\`, \`SITE_ADDRESS\` | set the folder of the export and the address to serve it at, in the files for Apache and Caddy ([hosts](hosts.md)). No command reads them |
| \`NODE_USE_ENV_PROXY\` | \`1\` makes requests use the proxies that \`HTTP_PROXY\`, \`HTTPS_PROXY\` and \`NO_PROXY\` name, as the requests of Node itself do. Services on this machine are always asked directly |
| \`CI\`, \`NO_COLOR\` | prints progress as plain lines, and asks no questions · prints no colours |
`

/** Returns the reference of all commands that `--help` shows, as Markdown. */
export function printCommands(program: Command): string {
  const commands = visible(program).flatMap((command) => {
    const own = visible(command)
    return own.length === 0 || command.createHelp().visibleOptions(command).length > 1 ? [command, ...own] : own
  })
  const contents = commands.map((command) => `[${nameOf(command)}](#${nameOf(command).replaceAll(' ', '-')})`)
  return `${[intro, `${contents.join(' · ')}\n`, ...commands.map(printCommand), environment].join('\n')}`
}

function visible(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help')
}

function printCommand(command: Command): string {
  const help = command.createHelp()
  const args = help.visibleArguments(command).map((one) => [`\`${bracketed(one)}\``, oneLine(one.description)])
  const options = help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
    .map((one) => [`\`${one.flags.replaceAll('|', '\\|')}\``, describe(one)])
  const parts = [
    `## ${nameOf(command)}\n\n${sentence(command.description())}\n`,
    ...(args.length > 0 ? [table(['argument', 'what it is'], args)] : []),
    ...(options.length > 0 ? [table(['option', 'what it does'], options)] : []),
    ...examples(command),
  ]
  return parts.join('\n')
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
const nameOf = (command: Command): string => (command.parent ? `${nameOf(command.parent)} ${command.name()}` : 'site')

function bracketed(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '...' : '')
  return argument.required ? `<${name}>` : `[${name}]`
}

function describe(option: Option): string {
  const { description, argChoices, defaultValue, envVar } = option
  const notes = [
    ...(argChoices ? [argChoices.map((choice) => `\`${choice}\``).join(' or ')] : []),
    ...(defaultValue === undefined || option.negate ? [] : [`without it \`${defaultValue}\``]),
    ...(envVar ? [`or \`${envVar}\``] : []),
  ]
  return oneLine([description, ...notes].join('; '))
}

/** The examples that `--help` shows after the options, as a shell code block. */
function examples(command: Command): string[] {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  const lines = [...help.matchAll(/^ {2}\$ (site .*)$/gm)].map(([, line]) => `npx ${line}`)
  return lines.length === 0 ? [] : [`\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`]
}
