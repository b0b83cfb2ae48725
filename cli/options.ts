import { type Command, InvalidArgumentError, Option } from 'commander'

/** The values that commands get from the process that runs them. */
export type ProgramContext = {
  signal: AbortSignal
  setExitCode: (code: number) => void
  pageThread?: string
}

/** Options and arguments as `commander` passes them. Each command declares which ones it takes. */
type Given = Parameters<Parameters<Command['action']>[0]>

/**
 * A command in the tree: what `--help` shows of it, its options in order, and `run`, which imports the code of the
 * command.
 */
export type CommandLine = {
  description: string
  isHidden?: boolean
  args?: [name: string, text: string][]
  options?: Option[]
  examples?: string[]
  /** Its subcommands, which also take its options. */
  commands?: Record<string, () => CommandLine>
  /** Refuses command lines that the options by themselves cannot refuse. */
  check?: (command: Command) => void
  /** Returns the exit code. Any value that is not a number counts as 0. */
  run?: (options: Given[0], context: ProgramContext, ...args: Given) => Promise<unknown>
}

const wholeNumber =
  (from: number, to: number) =>
  (text: string): number => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= from && value <= to) return value
    throw new InvalidArgumentError(`Expected a whole number from ${from} to ${to}.`)
  }

/**
 * Refuses an empty value, for example from a script whose variable is not set. As a path, an empty value would mean the
 * working folder.
 */
const filled = (text: string): string => {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('Pass a value, or leave the option out.')
}

export function option(flags: string, text: string): Option {
  const made = new Option(flags, text)
  return made.required ? made.argParser(filled) : made
}

/**
 * An option that an environment variable can also set. An empty variable counts as not set, because CI systems pass
 * variables without a value as empty ones.
 */
export function orVariable(name: string, one: Option): Option {
  if (process.env[name] === '') delete process.env[name]
  return one.env(name)
}

export const numberOption = (flags: string, text: string, [from, to]: [from: number, to: number]) =>
  new Option(flags, text).argParser(wholeNumber(from, to))

/** Options that several commands have. */
export const common = {
  api: () =>
    orVariable(
      'SITE_API',
      option(
        '--api <url>',
        'address of the content service, which ends in /api (default: from the settings, otherwise files)',
      ),
    ),
  commerce: () =>
    orVariable(
      'SITE_COMMERCE_API',
      option('--commerce-api <url>', 'address of the service for product categories, if it is a different one'),
    ),
  out: () => option('--out <dir>', 'folder of the export').default('output'),
  config: () => option('--config <file>', 'settings of the site').default('site.config.ts'),
  cache: () => option('--cache <dir>', 'folder for files that are kept between runs').default('.site'),
  family: () => option('--family <id>', 'domain family of the settings (default: the first)'),
  locale: () => option('--locale <list>', 'locales, as in pl,en; or all').default('all'),
  images: () =>
    option('--images <on|off>', 'off: use pictures as they are, without encoding').choices(['on', 'off']).default('on'),
  port: (port: number) =>
    numberOption('--port <number>', 'port on 127.0.0.1, 0 for any free one', [0, 65_535]).default(port),
  timeout: () =>
    numberOption('--timeout <seconds>', 'end with an error if the command takes longer', [1, 86_400]).conflicts([
      'watch',
      'poll',
    ]),
  maxWarnings: () =>
    numberOption(
      '--max-warnings <n>',
      'exit with code 1 if there are more warnings than this; warnings about caches do not count',
      [0, 1_000_000],
    ).conflicts(['watch', 'poll']),
  hosts: () => option('--hosts <list>', 'hosts to write files for, as in nginx,caddy; or all').default('all'),
  keepGoing: () => option('--keep-going', 'publish even if pages failed (the exit code is still 1)'),
  swap: () =>
    option('--swap', 'publish by switching a symbolic link, for servers that must never see a mix of two builds'),
  compress: () => option('--compress', 'write .br and .gz files beside text files, for hosts that serve them'),
  report: () => option('--report <file>', 'also write the report as JSON to a file'),
  json: (what = 'the report') => option('--json', `print ${what} as JSON to stdout`),
  ledger: () => option('--no-ledger', 'neither check nor update the ledger of published addresses'),
  concurrency: () => numberOption('--concurrency <n>', 'number of requests at the same time', [1, 256]).default(16),
  strict: () => option('--strict', 'unknown blocks and missing pictures are errors'),
}

/** Options of the cache that machines share. */
export const remoteOptions = () => [
  orVariable(
    'SITE_REMOTE_CACHE',
    option('--remote-cache <s3://bucket/folder>', 'cache in an S3-compatible store that machines share'),
  ),
  option('--remote-cache-readonly', 'read from the remote cache, but write nothing to it'),
]

/** Options of the commands that read the site as a build does. */
export const readingOptions = () => [
  ...[common.locale(), common.api(), common.commerce(), common.cache(), common.config(), common.family()],
  option('--engine <name>', 'library that renders the components').choices(['react', 'preact']).default('react'),
  ...[common.concurrency(), common.images(), common.timeout(), common.strict(), common.ledger()],
]
