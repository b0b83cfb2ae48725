import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { toolRoot } from '#renderer/tool-root.ts'
import { limitTime } from './limit-time.ts'

import {
  addJobOptions,
  addRemoteOptions,
  apiOption,
  cacheOption,
  commerceOption,
  configOption,
  familyOption,
  imagesOption,
  localeOption,
  maxWarningsOption,
  numberOption,
  outOption,
  portOption,
  timeoutOption,
} from './options.ts'
import type { ProgramContext } from './program-context.ts'
import { addShardCommands } from './shard-commands.ts'

const { version } = JSON.parse(readFileSync(join(toolRoot, 'package.json'), 'utf8')) as { version: string } // npm wants one

/** The command tree. Each action imports its command when it runs, so that `--help` loads nothing else. */
export function createProgram(context: ProgramContext): Command {
  const program = new Command('site')
    .description('Builds a multilingual website from a headless content service into a static export.')
    .version(version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run it with --help to see all options.')
  addBuild(program, context)
  addShardCommands(program, context)
  addRender(program, context)
  addVerify(program, context)
  addExplain(program)
  addRedirects(program, context)
  addServe(program, context)
  addPreview(program, context)
  addContent(program, context)
  addCache(program)
  addDoctor(program, context)
  addInit(program, context)
  addNew(program)
  return program
}

/** A shard writes one part, of content that was planned. */
const notInShards = ['dryRun', 'watch', 'poll', 'saveSnapshot', 'fromSnapshot']

function addBuild(program: Command, { signal, setExitCode, pageThread }: ProgramContext): void {
  addRemoteOptions(
    addJobOptions(program.command('build').description('render every page of the chosen locales into a static export')),
  )
    .addOption(new Option('--hosts <list>', 'hosts to write files for, as in nginx,caddy; or all').default('all'))
    .addOption(numberOption('--workers <n>', 'threads that render pages; 0: none (default: as many as pay)', [0, 64]))
    .option('--force', 'render every page, whatever the last build left')
    .option('--keep-going', 'publish although pages failed (the exit code stays 1)')
    .option('--compress', 'write .br and .gz beside text files, for hosts that serve them')
    .option('--swap', 'publish by a symbolic link, for servers that must never see two builds at once')
    .addOption(
      new Option('--dry-run', 'tell what would change, and change nothing').conflicts([
        'watch',
        'poll',
        'saveSnapshot',
      ]),
    )
    .addOption(
      new Option('--shard <i/n>', 'make one of n parts (default: what the CI system or SITE_SHARD says)')
        .env('SITE_SHARD')
        .conflicts(notInShards),
    )
    .addOption(
      new Option('--plan <file>', 'make the pages of one shard of this plan, into a part; see "site plan"').conflicts(
        notInShards,
      ),
    )
    .option('--watch', 'build again when content, code, texts or settings change, until interrupted')
    .addOption(
      numberOption('--poll <seconds>', 'build again when the content changes, asking so often (--watch: 3)', [1, 3600]),
    )
    .option('--save-snapshot <file>', 'keep everything that was read in one file')
    .addOption(
      new Option('--from-snapshot <file>', 'build from such a file, with no service').conflicts('saveSnapshot'),
    )
    .addOption(new Option('--report <file>', 'write the report as JSON to a file too'))
    .option('--json', 'print the report as JSON to stdout')
    .addOption(maxWarningsOption())
    .addHelpText('after', '\nExample:\n  $ site build --locale all --api https://cms.example.com/api --out output')
    .hook('preAction', (command) => refuseServiceOfSnapshot(command))
    .action(async (options) =>
      setExitCode(
        await (await import('./commands/build.ts')).build({ ...options, pageThread }, limitTime(signal, options)),
      ),
    )
}

function addRender(program: Command, { signal, setExitCode }: ProgramContext): void {
  addJobOptions(program.command('render').description('render some pages into the export that stands'))
    .argument('<slugs...>', 'slugs without locale prefix, as in /blog; or addresses, as in /en/blog')
    .option('--deps', 'also every page that shows something of them, and the sitemaps')
    .option('--compress', 'write .br and .gz beside text files, as the build did')
    .option('--json', 'print the report as JSON to stdout')
    .addHelpText('after', '\nExample:\n  $ site render /blog /demo --locale pl,en\n  $ site render /blog --deps')
    .action(async (slugs, options) =>
      setExitCode(await (await import('./commands/render.ts')).render(slugs, options, limitTime(signal, options))),
    )
}

function addVerify(program: Command, { signal, setExitCode }: ProgramContext): void {
  addJobOptions(program.command('verify').description('render pages cleanly and compare them with the export'))
    .option('--all', 'every page, not a sample')
    .addOption(numberOption('--sample <n>', 'pages of the sample', [1, 1_000_000]).default(50))
    .option('--json', 'print what was found as JSON to stdout')
    .addOption(maxWarningsOption())
    .addHelpText('after', '\nExample:\n  $ site verify\n  $ site verify --all --locale de')
    .action(async (options) =>
      setExitCode(await (await import('./commands/verify.ts')).verify(options, limitTime(signal, options))),
    )
}

function addExplain(program: Command): void {
  program
    .command('explain')
    .description('tell what a page was made of, why it was rendered, and what would cause it to be again')
    .argument('<slug>', 'slug without locale prefix, as in /blog; or an address, as in /en/blog')
    .addOption(localeOption())
    .addOption(outOption())
    .addOption(cacheOption())
    .addOption(configOption())
    .addOption(familyOption())
    .option('--json', 'print it as JSON to stdout')
    .addHelpText('after', '\nExample:\n  $ site explain /blog\n  $ site explain /en/blog --json')
    .action(async (slug, options) => (await import('./commands/explain.ts')).explain(slug, options))
}

function addRedirects(program: Command, { setExitCode }: ProgramContext): void {
  const redirects = program
    .command('redirects')
    .description('print where every old address leads, and why')
    .addOption(outOption())
    .addOption(configOption())
    .option('--json', 'print it as JSON to stdout')
    .addHelpText('after', '\nExample:\n  $ site redirects\n  $ site redirects add /old-page /blog')
    .action(async (options) => setExitCode(await (await import('./commands/redirects.ts')).redirects(options)))
  redirects
    .command('add')
    .description('append an entry to redirects.json')
    .argument('<old>', 'the old address, as in /old-page')
    .argument('[new]', 'where it leads, as in /new-page')
    .option('--gone', 'the old address is gone for good: status 410')
    .addHelpText(
      'after',
      '\nExample:\n  $ site redirects add /old-page /blog\n  $ site redirects add /older-page --gone',
    )
    .action(async (from, to, _own, command) =>
      (await import('./commands/redirects-add.ts')).redirectsAdd(from, to, command.optsWithGlobals()),
    )
}

function addServe(program: Command, { signal }: ProgramContext): void {
  program
    .command('serve')
    .description('serve an export on loopback as a good static host would')
    .addOption(outOption())
    .addOption(cacheOption())
    .addOption(configOption())
    .addOption(apiOption())
    .addOption(portOption(4000))
    .addHelpText('after', '\nExample:\n  $ site serve --out output --port 4000')
    .action(async (options) => (await import('./commands/serve.ts')).serve(options, signal))
}

function addPreview(program: Command, { signal }: ProgramContext): void {
  program
    .command('preview')
    .description('show drafts as visitors will see them, and what they will change')
    .argument('[pageId]', 'id of the page; without it an index of all pages')
    .addOption(new Option('--type <nodeType>', 'type of its node, as in article').default('article'))
    .addOption(new Option('--locale <locale>', 'its locale (default: the default locale of the site)'))
    .addOption(portOption(4020))
    .option('--open', 'start the browser')
    .addOption(new Option('--token <token>', 'token for drafts (default: SITE_API_TOKEN)'))
    .addOption(apiOption())
    .addOption(commerceOption())
    .addOption(cacheOption())
    .addOption(configOption())
    .addOption(familyOption())
    .addOption(imagesOption())
    .addOption(new Option('--export <dir>', 'write the draft as a folder that opens without this tool'))
    .addOption(timeoutOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ site preview\n  $ site preview 21 --locale pl --open\n  $ site preview 21 --locale pl --export draft',
    )
    .action(async (id, options) =>
      (await import('./commands/preview.ts')).preview(id, options, limitTime(signal, options.export ? options : {})),
    )

  program
    .command('preview-renderer', { hidden: true })
    .addOption(configOption())
    .addOption(cacheOption())
    .action(async () => (await import('./commands/preview-renderer.ts')).previewRenderer())
}

function addContent(program: Command, { signal }: ProgramContext): void {
  program
    .command('content')
    .description("run a content service over the site's own files, or over those of the demo")
    .addOption(cacheOption())
    .addOption(configOption())
    .addOption(portOption(4010))
    .addHelpText('after', '\nExample:\n  $ site content --port 4010\n  $ site build --api http://127.0.0.1:4010/api')
    .action(async (options) => (await import('./commands/content.ts')).content(options, signal))
}

function addCache(program: Command): void {
  program
    .command('cache')
    .description('tell what is kept between builds, and remove what no export needs')
    .addOption(cacheOption())
    .option('--prune', 'remove what no export uses')
    .addHelpText('after', '\nExample:\n  $ site cache --prune')
    .action(async (options) => (await import('./commands/cache.ts')).cache(options))
}

function addDoctor(program: Command, { signal, setExitCode }: ProgramContext): void {
  program
    .command('doctor')
    .description('tell what a content service does not answer as it should; without one, what this machine lacks')
    .addOption(apiOption())
    .addOption(commerceOption())
    .addOption(localeOption())
    .addOption(familyOption())
    .addOption(configOption())
    .addOption(outOption())
    .addOption(cacheOption())
    .addOption(numberOption('--concurrency <n>', 'requests under way at once', [1, 256]).default(16))
    .addOption(numberOption('--sample <n>', 'documents of each kind to read in a locale', [1, 1_000_000]).default(100))
    .addOption(timeoutOption())
    .option('--strict', 'unknown blocks and missing pictures are errors')
    .option('--json', 'print what was found as JSON to stdout')
    .addHelpText('after', '\nExample:\n  $ site doctor\n  $ site doctor --api https://cms.example.com/api')
    .action(async (options) =>
      setExitCode(await (await import('./commands/doctor.ts')).doctor(options, limitTime(signal, options))),
    )
}

function addInit(program: Command, { signal }: ProgramContext): void {
  program
    .command('init')
    .description('make the folder of a new site')
    .argument('<dir>', 'a folder, which need not exist yet; what it holds stays as it is')
    .option('--name <name>', 'name of the site (default: of the folder)')
    .option('--locales <list>', 'its locales, the default one first (default: en)')
    .option('--origin <url>', 'the address it will have')
    .addOption(new Option('--api <url>', 'address of its content service (default: content as files)'))
    .option('--yes', 'ask nothing')
    .addHelpText('after', '\nExample:\n  $ site init my-site\n  $ site init other-site --yes --locales en,de')
    .action(async (directory, options) => (await import('./commands/init.ts')).init(directory, options, signal))
}

function addNew(program: Command): void {
  program
    .command('new')
    .description("write the first files of something of one's own")
    .command('block')
    .description('write schema, component, style, test and demo content of a block into blocks/')
    .argument('<name>', 'its name, as in pull-quote')
    .addOption(configOption())
    .addHelpText('after', '\nExample:\n  $ site new block pull-quote')
    .action(async (name, options) => (await import('./commands/new-block.ts')).newBlock(name, options))
}

/** A snapshot names its service itself; an address from the environment is left aside, one that was given is a mistake. */
function refuseServiceOfSnapshot(command: Command): void {
  const isGiven = ['api', 'commerceApi'].some((name) => command.getOptionValueSource(name) === 'cli')
  if (command.opts().fromSnapshot === undefined || !isGiven) return
  command.error("error: option '--from-snapshot <file>' reads no service; leave out --api and --commerce-api.")
}
