import { type CommandLine, common, numberOption, option, orVariable, readingOptions, remoteOptions } from './options.ts'
import { refuseIdle, refuseServiceOfSnapshot } from './refuse-idle.ts'

/** Options that a shard does not take, because it writes one part from content that the plan has fixed. */
const notInShards = ['dryRun', 'watch', 'poll', 'saveSnapshot', 'fromSnapshot']
/** Options whose values the plan has already fixed. */
const ofPlan = ['locale', 'family', 'engine']

/** All commands by name, in the order of `--help`. */
export const commandLines: Record<string, () => CommandLine> = {
  build: () => ({
    description: 'render every page of the chosen locales into a static export',
    options: [
      ...[common.out(), ...readingOptions(), ...remoteOptions(), common.hosts()],
      numberOption(
        '--workers <n>',
        'threads that render pages besides the main thread; 0: none (default: as many as save time)',
        [0, 64],
      ),
      option('--force', 'render every page, even if nothing has changed since the last build'),
      ...[common.keepGoing(), common.compress(), common.swap()],
      option('--dry-run', 'report what would change, and change nothing').conflicts(['watch', 'poll', 'saveSnapshot']),
      orVariable(
        'SITE_SHARD',
        option('--shard <i/n>', 'make part i of n (default: set by the CI system or SITE_SHARD)'),
      ).conflicts(notInShards),
      option('--plan <file>', 'render the pages of one shard of this plan into a part; see "site plan"').conflicts([
        ...notInShards,
        ...ofPlan,
      ]),
      option('--watch', 'build again when content, code, texts or settings change, until interrupted'),
      numberOption(
        '--poll <seconds>',
        'build again when the content changes, and check this often (default with --watch: 3)',
        [1, 3600],
      ),
      option('--save-snapshot <file>', 'save everything that was read in one file'),
      option('--from-snapshot <file>', 'build from a file of --save-snapshot, without a service').conflicts(
        'saveSnapshot',
      ),
      ...[common.report(), common.json(), common.maxWarnings()],
    ],
    examples: ['site build --locale all --api https://cms.example.com/api --out output'],
    check: refuseServiceOfSnapshot,
    run: async (options, { signal, pageThread }) =>
      (await import('./commands/build.ts')).build({ ...options, pageThread }, signal),
  }),

  plan: () => ({
    description: 'write a plan file with the content of a site, from which several machines build shards',
    options: [
      ...[...readingOptions(), ...remoteOptions()],
      option('--out <file>', 'file of the plan').default('site.plan'),
      option('--export <dir>', 'folder of the last build; the sizes of its pages balance the shards').default('output'),
      option('--advise <seconds>', 'report how many shards a build within this time needs, and plan nothing')
        .argParser(Number)
        .conflicts('json'),
      option('--keep-going', 'plan even if content has errors (the exit code is still 1)'),
      common.json(),
    ],
    examples: [
      'site plan --out site.plan',
      'site build --plan site.plan --shard 1/2 --out part-1',
      'site build --plan site.plan --shard 2/2 --out part-2',
      'site merge part-1 part-2 --out output',
    ],
    run: async (options, { signal }) => (await import('./commands/plan.ts')).plan(options, signal),
  }),

  merge: () => ({
    description: 'make an export from the parts of all shards',
    args: [['<parts...>', 'folders of the parts']],
    options: [
      ...[common.out(), common.cache(), common.config(), common.hosts(), common.keepGoing(), common.compress()],
      ...[common.swap(), common.ledger(), common.report(), common.json(), common.maxWarnings(), common.timeout()],
    ],
    examples: ['site merge part-1 part-2 --out output'],
    run: async (options, { signal }, parts) => (await import('./commands/merge.ts')).merge(parts, options, signal),
  }),

  render: () => ({
    description: 'render some pages into the existing export',
    args: [['<slugs...>', 'slugs without locale prefix, as in /blog; or addresses, as in /en/blog']],
    options: [
      ...[common.out(), ...readingOptions()],
      option('--deps', 'also render every page that shows content of these pages, and the sitemaps'),
      option('--compress', 'write .br and .gz files beside text files, as the build did'),
      common.json(),
    ],
    examples: ['site render /blog /demo --locale pl,en', 'site render /blog --deps'],
    run: async (options, { signal }, slugs) => (await import('./commands/render.ts')).render(slugs, options, signal),
  }),

  verify: () => ({
    description: 'render pages from scratch and compare them with the export',
    options: [
      ...[common.out(), ...readingOptions()],
      option('--all', 'verify every page instead of a sample'),
      numberOption('--sample <n>', 'number of pages in the sample', [1, 1_000_000]).default(50).conflicts('all'),
      ...[common.json('what was found'), common.maxWarnings()],
    ],
    examples: ['site verify', 'site verify --all --locale de'],
    run: async (options, { signal }) => (await import('./commands/verify.ts')).verify(options, signal),
  }),

  explain: () => ({
    description: 'show what a page was made of, why it was rendered, and what would cause it to be rendered again',
    args: [['<slug>', 'slug without locale prefix, as in /blog; or an address, as in /en/blog']],
    options: [...[common.locale(), common.out(), common.cache(), common.config(), common.family()], common.json('it')],
    examples: ['site explain /blog', 'site explain /en/blog --json'],
    run: async (options, _, slug) => (await import('./commands/explain.ts')).explain(slug, options),
  }),

  redirects: () => ({
    description: 'print where every old address redirects to, and why',
    options: [common.out(), common.config(), common.json('it')],
    examples: ['site redirects', 'site redirects add /old-page /blog'],
    run: async (options) => (await import('./commands/redirects.ts')).redirects(options),
    commands: {
      add: () => ({
        description: 'append an entry to redirects.json',
        args: [
          ['<old>', 'the old address, as in /old-page'],
          ['[new]', 'the address to redirect to, as in /new-page'],
        ],
        options: [option('--gone', 'the old address is gone for good: status 410')],
        examples: ['site redirects add /old-page /blog', 'site redirects add /older-page --gone'],
        run: async (options, _, from, to) =>
          (await import('./commands/redirects-add.ts')).redirectsAdd(from, to, options),
      }),
      'add-moved': () => ({
        description:
          'append an entry for each address that vanished according to the last build, if its page is known to have moved',
        examples: ['site redirects add-moved'],
        run: async (options) => (await import('./commands/redirects-add.ts')).redirectsAddMoved(options),
      }),
      'add-gone': () => ({
        description:
          'append a tombstone for each address that vanished according to the last build, unless its page is known to have moved',
        examples: ['site redirects add-gone'],
        run: async (options) => (await import('./commands/redirects-add.ts')).redirectsAddGone(options),
      }),
    },
  }),

  serve: () => ({
    description: 'serve an export on loopback as a good static host would',
    options: [common.out(), common.cache(), common.config(), common.api(), common.port(4000)],
    examples: ['site serve --out output --port 4000'],
    run: async (options, { signal }) => (await import('./commands/serve.ts')).serve(options, signal),
  }),

  preview: () => ({
    description: 'show drafts as visitors will see them, and what publishing them would change',
    args: [['[pageId]', 'id of the page (default: show an index of all pages)']],
    options: [
      option('--type <nodeType>', 'type of its node, as in article').default('article'),
      option('--locale <locale>', 'its locale (default: the default locale of the site)'),
      common.port(4020),
      option('--open', 'open the preview in a browser'),
      orVariable('SITE_API_TOKEN', option('--token <token>', 'token for drafts')),
      ...[common.api(), common.commerce(), common.cache(), common.config(), common.family(), common.images()],
      option('--export <dir>', 'write the draft as a folder that opens without this tool').conflicts('open'),
      common.timeout(),
    ],
    check(command) {
      if (command.args.length === 0) refuseIdle(command, ['type', 'export'], '<pageId>')
      if (command.opts().export === undefined) refuseIdle(command, ['timeout'], '--export')
    },
    examples: ['site preview', 'site preview 21 --locale pl --open', 'site preview 21 --locale pl --export draft'],
    run: async (options, { signal }, id) => (await import('./commands/preview.ts')).preview(id, options, signal),
  }),

  'preview-renderer': () => ({
    description: '',
    isHidden: true,
    options: [common.config(), common.cache()],
    run: async () => (await import('./commands/preview-renderer.ts')).previewRenderer(),
  }),

  content: () => ({
    description: 'serve the content files of the site, or those of the demo, as a content service',
    options: [common.cache(), common.config(), common.port(4010)],
    examples: ['site content --port 4010', 'site build --api http://127.0.0.1:4010/api'],
    run: async (options, { signal }) => (await import('./commands/content.ts')).content(options, signal),
  }),

  cache: () => ({
    description: 'show which files are kept between builds, and remove those that no export uses',
    options: [common.cache(), option('--prune', 'remove files that no export uses')],
    examples: ['site cache --prune'],
    run: async (options) => (await import('./commands/cache.ts')).cache(options),
  }),

  doctor: () => ({
    description: 'check the answers of a content service, or this machine if no --api is given',
    options: [
      ...[common.api(), common.commerce(), common.locale(), common.family(), common.config(), common.out()],
      ...[common.cache(), common.hosts(), common.concurrency()],
      numberOption('--sample <n>', 'number of documents of each kind to read in a locale', [1, 1_000_000]).default(100),
      ...[common.timeout(), common.strict(), common.json('what was found')],
    ],
    check(command) {
      const ofService = ['commerceApi', 'locale', 'family', 'hosts', 'concurrency', 'sample', 'strict']
      if (command.opts().api === undefined) refuseIdle(command, ofService, '--api')
    },
    examples: ['site doctor', 'site doctor --api https://cms.example.com/api'],
    run: async (options, { signal }) => (await import('./commands/doctor.ts')).doctor(options, signal),
  }),

  init: () => ({
    description: 'create the folder of a new site',
    args: [['<dir>', 'the folder, which need not exist yet; its files stay as they are']],
    options: [
      option('--name <name>', 'name of the site (default: of the folder)'),
      option('--locales <list>', 'locales of the site, the default locale first (default: en)'),
      option('--origin <url>', 'address that the site will have'),
      option('--api <url>', 'address of its content service (default: content as files)'),
      option('--yes', 'ask no questions'),
    ],
    examples: ['site init my-site', 'site init other-site --yes --locales en,de'],
    run: async (options, { signal }, directory) =>
      (await import('./commands/init.ts')).init(directory, options, signal),
  }),

  new: () => ({
    description: 'create the first files of a new part of the site',
    commands: {
      block: () => ({
        description: 'create a block in blocks/: schema, component, styles, test and demo content',
        args: [['<name>', 'name of the block, as in pull-quote']],
        options: [common.config()],
        examples: ['site new block pull-quote'],
        run: async (options, _, name) => (await import('./commands/new-block.ts')).newBlock(name, options),
      }),
    },
  }),
}
