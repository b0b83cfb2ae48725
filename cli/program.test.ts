import type { Command } from 'commander'
import { expect, it, onTestFinished, vi } from 'vitest'
import { commandLines } from './command-lines.ts'
import type { CommandLine } from './options.ts'
import { createProgram } from './program.ts'

const program = createProgram({ signal: new AbortController().signal, setExitCode() {} })
const quiet = (command: Command): Command => command.configureOutput({ writeErr() {}, writeOut() {} }).exitOverride()
const commandOf = (name: string): Command => {
  const command = program.commands.find((one) => one.name() === name)
  if (!command) throw new Error(`There is no command "${name}".`)
  return quiet(command)
}
/** The options of a command line. Its command is not run. */
const optionsOf = (name: string, ...args: string[]) =>
  commandOf(name)
    .action(() => {})
    .parse(args, { from: 'user' })
    .opts()

it('lists every command except the one that only the preview starts', () => {
  const reported = program.helpInformation()
  for (const { name } of program.commands.map((command) => ({ name: command.name() }))) {
    expect(reported.includes(`  ${name} `)).toBe(name !== 'preview-renderer')
  }
})

it('describes only the named command, or all of them', () => {
  const context = { signal: new AbortController().signal, setExitCode() {} }
  const namesFor = (name: string) => createProgram(context, name).commands.map((one) => one.name())
  for (const one of program.commands) expect(namesFor(one.name())).toEqual([one.name()])
  for (const name of ['', 'help', '--help', 'bild', 'constructor'])
    expect(namesFor(name)).toHaveLength(program.commands.length)
})

it('fills in defaults', () => {
  expect(optionsOf('render', '/blog')).toMatchObject({
    ...{ locale: 'all', out: 'output', cache: '.site', config: 'site.config.ts', engine: 'react', images: 'on' },
    ...{ concurrency: 16, ledger: true },
  })
  expect(optionsOf('preview', '21')).toMatchObject({ port: 4020, type: 'article' })
})

it.each([
  ['build', 'SITE_API', 'api'],
  ['build', 'SITE_COMMERCE_API', 'commerceApi'],
  ['build', 'SITE_REMOTE_CACHE', 'remoteCache'],
  ['build', 'SITE_SHARD', 'shard'],
  ['preview', 'SITE_API_TOKEN', 'token'],
])('takes a value of %s from %s', (name, variable, option) => {
  vi.stubEnv(variable, 'given')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(optionsOf(name)).toMatchObject({ [option]: 'given' })
})

it('shows the options of a command in the help of its subcommands too', () => {
  const add = commandOf('redirects').commands.find((one) => one.name() === 'add')
  for (const option of ['--gone', '--out <dir>']) expect(add?.helpInformation()).toContain(option)
})

it.each(['serve', 'preview', 'content'])('says in the help of %s where it listens, and which port is free', (name) => {
  expect(commandOf(name).helpInformation().replace(/\s+/g, ' ')).toContain('port on 127.0.0.1, 0 for any free one')
})

it.each([
  ['render', [], "missing required argument 'slugs'"],
  ['build', ['--engine', 'vue'], 'Allowed choices are react, preact.'],
  ['build', ['--poll', '0'], 'Expected a whole number from 1 to 3600.'],
  ['serve', ['--port', '70000'], 'Expected a whole number from 0 to 65535.'],
  ['build', ['--dry-run', '--watch'], "'--dry-run' cannot be used with option '--watch'"],
  ['build', ['--timeout', '5', '--watch'], "'--timeout <seconds>' cannot be used with option '--watch'"],
  ['build', ['--timeout', '5', '--poll', '3'], "'--timeout <seconds>' cannot be used with option '--poll <seconds>'"],
  ['build', ['--max-warnings', '0', '--watch'], "'--max-warnings <n>' cannot be used with option '--watch'"],
  ['build', ['--dry-run', '--save-snapshot', 'f'], "'--dry-run' cannot be used with option '--save-snapshot <file>'"],
  [
    'build',
    ['--from-snapshot', 'a', '--save-snapshot', 'b'],
    "'--from-snapshot <file>' cannot be used with option '--save-snapshot <file>'",
  ],
  ['build', ['--plan', 'site.plan', '--dry-run'], "'--plan <file>' cannot be used with option '--dry-run'"],
  ['build', ['--plan', 'site.plan', '--poll', '3'], "'--plan <file>' cannot be used with option '--poll <seconds>'"],
  ['preview', ['2', '--export', 'd', '--open'], "'--export <dir>' cannot be used with option '--open'"],
  ['build', ['--plan', 'site.plan', '--locale', 'de'], "'--plan <file>' cannot be used with option '--locale <list>'"],
  [
    'build',
    ['--poll', '3', '--max-warnings', '0'],
    "'--max-warnings <n>' cannot be used with option '--poll <seconds>'",
  ],
  ['plan', ['--advise', '60', '--json'], "'--advise <seconds>' cannot be used with option '--json'"],
  ['verify', ['--all', '--sample', '3'], "'--sample <n>' cannot be used with option '--all'"],
  ['preview', ['--export', 'd'], "'--export <dir>' has no effect without <pageId>"],
  ['preview', ['--type', 'faq'], "'--type <nodeType>' has no effect without <pageId>"],
  ['preview', ['2', '--timeout', '60'], "'--timeout <seconds>' has no effect without --export"],
  ['doctor', ['--family', 'shop'], "'--family <id>' has no effect without --api"],
  ['doctor', ['--hosts', 'nginx'], "'--hosts <list>' has no effect without --api"],
  ['doctor', ['--sample', '3'], "'--sample <n>' has no effect without --api"],
  ['build', ['--from-snapshot', 'a', '--api', 'http://x/api'], 'uses no service'],
  ['build', ['--from-snapshot', 'a', '--commerce-api', 'http://x/api'], 'uses no service'],
])('refuses %s %j', async (name, args, words) => {
  await expect(
    commandOf(name)
      .action(() => {})
      .parseAsync(args, { from: 'user' }),
  ).rejects.toThrow(words)
})

it('names --help after a mistake', () => {
  let said = ''
  const own = createProgram({ signal: new AbortController().signal, setExitCode() {} }, 'serve')
  for (const one of [own, ...own.commands]) one.configureOutput({ writeErr: (text) => (said += text) })
  expect(() => own.parse(['serve', '--prot', '80'], { from: 'user' })).toThrow("unknown option '--prot'")
  expect(said).toContain("unknown option '--prot'")
  expect(said).toMatch(/\nRun it with --help to see all options\.\n$/)
})

type Call = { command: string; given: unknown[] }
const { calls, record } = vi.hoisted(() => {
  const calls: Call[] = []
  const record = (command: string, code?: number) => ({
    [command]: async (...given: unknown[]) => {
      calls.push({ command, given })
      return code
    },
  })
  return { calls, record }
})
// Whole processes are tested in tests/commands. These tests are about parsing the command line.
vi.mock('./commands/build.ts', () => record('build', 7))
vi.mock('./commands/plan.ts', () => record('plan', 7))
vi.mock('./commands/merge.ts', () => record('merge', 7))
vi.mock('./commands/render.ts', () => record('render', 7))
vi.mock('./commands/verify.ts', () => record('verify', 7))
vi.mock('./commands/explain.ts', () => record('explain'))
vi.mock('./commands/redirects.ts', () => record('redirects', 7))
vi.mock('./commands/redirects-add.ts', () => ({
  ...{ ...record('redirectsAdd'), ...record('redirectsAddMoved'), ...record('redirectsAddGone') },
}))
vi.mock('./commands/serve.ts', () => record('serve'))
vi.mock('./commands/preview.ts', () => record('preview'))
vi.mock('./commands/content.ts', () => record('content'))
vi.mock('./commands/cache.ts', () => record('cache'))
vi.mock('./commands/doctor.ts', () => record('doctor', 7))
vi.mock('./commands/init.ts', () => record('init'))
vi.mock('./commands/new-block.ts', () => record('newBlock'))

/** Runs a command line. Returns the command that was called, its arguments, and the exit code that was set. */
async function called(line: string) {
  const { signal } = new AbortController()
  let exitCode = 0
  const context = { signal, setExitCode: (code: number) => (exitCode = code), pageThread: 'thread.js' }
  const { SITE_API: _api, SITE_COMMERCE_API: _commerce, SITE_SHARD: _shard, ...env } = process.env
  vi.stubGlobal('process', Object.assign(Object.create(process), { env }))
  try {
    await createProgram(context).parseAsync(line.split(' '), { from: 'user' })
  } finally {
    vi.unstubAllGlobals()
  }
  const { command, given } = calls.at(-1) ?? { command: '', given: [] }
  const limited = given.at(-1) instanceof AbortSignal ? given.at(-1) : undefined
  const arguments_ = limited === undefined ? given : given.slice(0, -1)
  return { command, arguments_, exitCode, isLimited: limited !== undefined && limited !== signal, limited, signal }
}

const read = { locale: 'all', cache: '.site', config: 'site.config.ts', engine: 'react', concurrency: 16, images: 'on' }
const job = { ...read, out: 'output', ledger: true }
const merged = { out: 'output', cache: '.site', config: 'site.config.ts', hosts: 'all', ledger: true }
const shown = { type: 'article', cache: '.site', config: 'site.config.ts', images: 'on', port: 4020 }

it.each<[line: string, command: string, given: unknown[], exitCode: number]>([
  ['build', 'build', [{ ...job, hosts: 'all', pageThread: 'thread.js' }], 7],
  [
    'build --force --keep-going --compress --swap --hosts nginx --workers 2 --max-warnings 0 --json --report r.json',
    'build',
    [
      {
        ...{ ...job, hosts: 'nginx', workers: 2, force: true, keepGoing: true, compress: true, swap: true },
        ...{ maxWarnings: 0, json: true, report: 'r.json', pageThread: 'thread.js' },
      },
    ],
    7,
  ],
  [
    'build --plan p --shard 1/2 --remote-cache s3://b --remote-cache-readonly --no-ledger',
    'build',
    [
      {
        ...{ ...job, hosts: 'all', pageThread: 'thread.js', plan: 'p', shard: '1/2', ledger: false },
        ...{ remoteCache: 's3://b', remoteCacheReadonly: true },
      },
    ],
    7,
  ],
  ['build --watch --poll 9', 'build', [{ ...job, hosts: 'all', pageThread: 'thread.js', watch: true, poll: 9 }], 7],
  ['build --from-snapshot s', 'build', [{ ...job, hosts: 'all', pageThread: 'thread.js', fromSnapshot: 's' }], 7],
  ['build --save-snapshot s', 'build', [{ ...job, hosts: 'all', pageThread: 'thread.js', saveSnapshot: 's' }], 7],
  ['build --dry-run', 'build', [{ ...job, hosts: 'all', pageThread: 'thread.js', dryRun: true }], 7],
  ['plan', 'plan', [{ ...job, out: 'site.plan', export: 'output' }], 7],
  [
    'plan --advise 60 --export e --keep-going',
    'plan',
    [{ ...job, out: 'site.plan', export: 'e', advise: 60, keepGoing: true }],
    7,
  ],
  ['merge part-1 part-2', 'merge', [['part-1', 'part-2'], merged], 7],
  [
    'merge part-1 --keep-going --compress --swap --no-ledger --max-warnings 3',
    'merge',
    [['part-1'], { ...merged, keepGoing: true, compress: true, swap: true, ledger: false, maxWarnings: 3 }],
    7,
  ],
  ['render /a /b --deps --json', 'render', [['/a', '/b'], { ...job, deps: true, json: true }], 7],
  ['render /a --compress', 'render', [['/a'], { ...job, compress: true }], 7],
  ['verify', 'verify', [{ ...job, sample: 50 }], 7],
  ['verify --all --json', 'verify', [{ ...job, sample: 50, all: true, json: true }], 7],
  ['verify --sample 3', 'verify', [{ ...job, sample: 3 }], 7],
  [
    'explain /a --family f --json',
    'explain',
    ['/a', { locale: 'all', out: 'output', cache: '.site', config: 'site.config.ts', family: 'f', json: true }],
    0,
  ],
  ['redirects --json', 'redirects', [{ out: 'output', config: 'site.config.ts', json: true }], 7],
  ['redirects add /a /b', 'redirectsAdd', ['/a', '/b', { out: 'output', config: 'site.config.ts' }], 0],
  [
    'redirects --out o add /a --gone',
    'redirectsAdd',
    ['/a', undefined, { out: 'o', config: 'site.config.ts', gone: true }],
    0,
  ],
  ['redirects add-moved', 'redirectsAddMoved', [{ out: 'output', config: 'site.config.ts' }], 0],
  ['redirects add-gone', 'redirectsAddGone', [{ out: 'output', config: 'site.config.ts' }], 0],
  ['serve', 'serve', [{ out: 'output', cache: '.site', config: 'site.config.ts', port: 4000 }], 0],
  ['preview', 'preview', [undefined, shown], 0],
  ['preview 21 --open --locale pl', 'preview', ['21', { ...shown, open: true, locale: 'pl' }], 0],
  ['content', 'content', [{ cache: '.site', config: 'site.config.ts', port: 4010 }], 0],
  ['cache --prune', 'cache', [{ cache: '.site', prune: true }], 0],
  [
    'doctor --api http://x/api --strict',
    'doctor',
    [
      {
        ...{
          locale: 'all',
          config: 'site.config.ts',
          out: 'output',
          cache: '.site',
          concurrency: 16,
          hosts: 'all',
          sample: 100,
        },
        ...{ api: 'http://x/api', strict: true },
      },
    ],
    7,
  ],
  ['init my-site --yes --locales en,de', 'init', ['my-site', { yes: true, locales: 'en,de' }], 0],
  ['new block quote', 'newBlock', ['quote', { config: 'site.config.ts' }], 0],
])('"site %s" runs %s', async (line, command, given, exitCode) => {
  const reported = await called(line)
  expect([reported.command, reported.arguments_, reported.exitCode]).toEqual([command, given, exitCode])
})

const examplesOf = (makeLine: () => CommandLine): string[] => {
  const { examples = [], commands = {} } = makeLine()
  return [...examples, ...Object.values(commands).flatMap(examplesOf)]
}

it.each(Object.values(commandLines).flatMap(examplesOf))('the example "%s" runs one command', async (line) => {
  calls.length = 0
  expect(line).toMatch(/^site /)
  await called(line.slice('site '.length))
  expect(calls).toHaveLength(1)
})

it.each(['build', 'plan', 'merge part', 'render /a', 'verify', 'doctor', 'preview 2 --export d'])(
  '"site %s" ends by itself if it has a time limit, and otherwise only with the program',
  async (line) => {
    const { limited, signal } = await called(line)
    expect(limited).toBe(signal)
    expect((await called(`${line} --timeout 86400`)).isLimited).toBe(true)
  },
)
