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
    .addOption(new Option('--config <file>', 'settings of the site').default('site.config.ts'))
    .addOption(new Option('--family <id>', 'domain family of the settings (default: the first)'))
    .addOption(
      new Option('--engine <name>', 'what renders the components').choices(['react', 'preact']).default('react'),
    )
    .addOption(new Option('--concurrency <n>', 'requests under way at once').argParser(wholeNumber(1, 256)).default(16))
    .option('--strict', 'unknown blocks and missing pictures are errors')
    .option('--keep-going', 'publish although pages failed (the exit code stays 1)')
    .addOption(new Option('--report <file>', 'write the report as JSON to a file too'))
    .option('--json', 'print the report as JSON to stdout')
    .addHelpText('after', '\nExample:\n  $ site build --locale all --api https://cms.example.com/api --out output')
    .action(async (options) => setExitCode(await (await import('./commands/build.ts')).build(options, signal)))

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

  return program
}
