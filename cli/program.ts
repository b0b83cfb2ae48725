import { Command, InvalidArgumentError, Option } from 'commander'

export type ProgramContext = { signal: AbortSignal; setExitCode: (code: number) => void }

const wholeNumber =
  (from: number, to: number) =>
  (text: string): number => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= from && value <= to) return value
    throw new InvalidArgumentError(`Give a whole number from ${from} to ${to}.`)
  }

const apiOption = () =>
  new Option('--api <url>', 'address of the content service, ends in /api (default: the built-in demo service)').env(
    'SITE_API',
  )
const outOption = () => new Option('--out <dir>', 'folder of the export').default('output')
const configOption = () => new Option('--config <file>', 'settings of the site').default('site.config.ts')
const cacheOption = () => new Option('--cache <dir>', 'folder of what is kept between runs').default('.site')
const portOption = (port: number) =>
  new Option('--port <number>', 'port on 127.0.0.1, 0 for any free one').argParser(wholeNumber(0, 65_535)).default(port)

/** The command tree. Each action imports its command when it runs, so that `--help` loads nothing else. */
export function createProgram({ signal, setExitCode }: ProgramContext): Command {
  const program = new Command('site')
    .description('Builds a multilingual website from a headless content service into a static export.')
    .version('0.1.0')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run it with --help to see all options.')

  program
    .command('build')
    .description('render every page of the chosen locales into a static export')
    .addOption(new Option('--locale <list>', 'locales, as in pl,en; or all').default('all'))
    .addOption(apiOption())
    .addOption(
      new Option('--commerce-api <url>', 'address for product categories, if it is another one').env(
        'SITE_COMMERCE_API',
      ),
    )
    .addOption(outOption())
    .addOption(cacheOption())
    .addOption(configOption())
    .addOption(new Option('--family <id>', 'domain family of the settings (default: the first)'))
    .addOption(
      new Option('--engine <name>', 'what renders the components').choices(['react', 'preact']).default('react'),
    )
    .addOption(new Option('--concurrency <n>', 'requests under way at once').argParser(wholeNumber(1, 256)).default(16))
    .addOption(
      new Option('--images <on|off>', 'off: plain pictures, nothing encoded').choices(['on', 'off']).default('on'),
    )
    .addOption(new Option('--hosts <list>', 'hosts to write files for, as in nginx,caddy; or all').default('all'))
    .option('--strict', 'unknown blocks and missing pictures are errors')
    .option('--keep-going', 'publish although pages failed (the exit code stays 1)')
    .option('--compress', 'write .br and .gz beside text files, for hosts that serve them')
    .option('--no-ledger', 'neither check nor fill the ledger of published addresses')
    .addOption(new Option('--report <file>', 'write the report as JSON to a file too'))
    .option('--json', 'print the report as JSON to stdout')
    .addHelpText('after', '\nExample:\n  $ site build --locale all --api https://cms.example.com/api --out output')
    .action(async (options) => setExitCode(await (await import('./commands/build.ts')).build(options, signal)))

  const redirects = program
    .command('redirects')
    .description('print where every old address leads, and why')
    .addOption(outOption())
    .addOption(configOption())
    .option('--json', 'print it as JSON to stdout')
    .addHelpText('after', '\nExample:\n  $ site redirects\n  $ site redirects add /old-page /new-page')
    .action(async (options) => setExitCode(await (await import('./commands/redirects.ts')).redirects(options)))
  redirects
    .command('add')
    .description('append an entry to redirects.json')
    .argument('<old>', 'the old address, as in /old-page')
    .argument('[new]', 'where it leads, as in /new-page')
    .option('--gone', 'the old address is gone for good: status 410')
    .addHelpText(
      'after',
      '\nExample:\n  $ site redirects add /old-page /new-page\n  $ site redirects add /old-page --gone',
    )
    .action(async (from, to, _own, command) =>
      (await import('./commands/redirects-add.ts')).redirectsAdd(from, to, command.optsWithGlobals()),
    )

  program
    .command('serve')
    .description('serve an export on loopback as a good static host would')
    .addOption(outOption())
    .addOption(cacheOption())
    .addOption(apiOption())
    .addOption(portOption(4000))
    .addHelpText('after', '\nExample:\n  $ site serve --out output --port 4000')
    .action(async (options) => (await import('./commands/serve.ts')).serve(options, signal))

  program
    .command('content')
    .description('run the built-in demo content service alone')
    .addOption(cacheOption())
    .addOption(portOption(4010))
    .addHelpText('after', '\nExample:\n  $ site content --port 4010\n  $ site build --api http://127.0.0.1:4010/api')
    .action(async (options) => (await import('./commands/content.ts')).content(options, signal))

  program
    .command('cache')
    .description('tell what is kept between builds, and remove what no export needs')
    .addOption(cacheOption())
    .option('--prune', 'remove the pictures that no export uses')
    .addHelpText('after', '\nExample:\n  $ site cache --prune')
    .action(async (options) => (await import('./commands/cache.ts')).cache(options))

  return program
}
