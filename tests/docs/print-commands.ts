import type { Argument, Command, Option } from 'commander'
import { oneLine, table } from './table.ts'

const intro = `# Commands

Made from the command tree by \`npm run docs:reference\`; what stands here is what \`--help\` says. [README](../README.md#commands) names the options used most.
Where the examples name \`cms.example.com\`, put the address of your own service.

Exit codes: 0 done (warnings allowed), 1 failed, 2 wrong usage or settings, 130 interrupted (0 for \`preview\`, \`serve\` and \`content\`, which end in no other way), 141 nobody reads what is printed any more.
`

const environment = `## Environment

| variable | what it is |
|---|---|
| \`SITE_API\`, \`SITE_COMMERCE_API\` | stand in for \`--api\` and \`--commerce-api\` |
| \`SITE_API_TOKEN\` | sent to the content service as a bearer token; \`site preview\` reads drafts with it |
| \`SITE_PLAN_KEY\` | signs plan files and parts, and lets only signed ones in ([scaling](scaling.md)) |
| \`SITE_SHARD\`, \`SITE_SHARDS\` | stands in for \`--shard\`, as in \`2/8\` · how many shards there are, where only \`JOB_COMPLETION_INDEX\` says which |
| \`SITE_ROOT\`, \`SITE_ADDRESS\` | of Apache's and Caddy's files ([hosts](hosts.md)): folder of the export, address to answer at. No command reads them |
| \`NODE_USE_ENV_PROXY\` | with \`1\`, requests take the proxies that \`HTTP_PROXY\`, \`HTTPS_PROXY\` and \`NO_PROXY\` name, as those of Node itself; what runs on this machine belongs into \`NO_PROXY\` |
| \`CI\`, \`NO_COLOR\` | plain lines of progress, and no questions · no colours |
`

/** The reference of all commands that \`--help\` shows, as Markdown. */
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

/** The examples that `--help` shows after the options, as a block of the shell. */
function examples(command: Command): string[] {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  const lines = [...help.matchAll(/^ {2}\$ (site .*)$/gm)].map(([, line]) => `npx ${line}`)
  return lines.length === 0 ? [] : [`\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`]
}
