import type { Command } from 'commander'
import { limitTime } from './limit-time.ts'
import { addCommand, common, option, readingOptions, remoteOptions } from './options.ts'
import type { ProgramContext } from './program-context.ts'

/** Adds `site plan`, which comes before the shards of a build. */
export function addPlan(program: Command, { signal, setExitCode }: ProgramContext): void {
  addCommand(program, 'plan', {
    description: 'fix the content of a site in a file that shards on many machines build from',
    options: [
      ...[...readingOptions(), ...remoteOptions()],
      option('--out <file>', 'file of the plan').default('site.plan'),
      option('--export <dir>', 'folder of the last build, by the size of whose pages the shards are balanced').default(
        'output',
      ),
      option('--advise <seconds>', 'tell how many shards a build in so many seconds takes, and plan nothing').argParser(
        Number,
      ),
      option('--keep-going', 'plan although content has errors (the exit code stays 1)'),
      common.json(),
    ],
    examples: [
      ...['site plan --out site.plan', 'site build --plan site.plan --shard 1/2 --out part-1'],
      ...['site build --plan site.plan --shard 2/2 --out part-2', 'site merge part-1 part-2 --out output'],
    ],
  }).action(async (options) =>
    setExitCode(await (await import('./commands/plan.ts')).plan(options, limitTime(signal, options))),
  )
}

/** Adds `site merge`, which comes after the shards of a build. */
export function addMerge(program: Command, { signal, setExitCode }: ProgramContext): void {
  addCommand(program, 'merge', {
    description: 'make an export of the parts of all shards',
    args: [['<parts...>', 'folders of the parts']],
    options: [
      ...[
        common.out(),
        common.cache(),
        common.config(),
        common.hosts(),
        common.keepGoing(),
        common.compress(),
        common.swap(),
      ],
      option('--no-ledger', 'neither check nor fill the ledger of published addresses'),
      ...[common.report(), common.json(), common.maxWarnings(), common.timeout()],
    ],
    examples: ['site merge part-1 part-2 --out output'],
  }).action(async (parts, options) =>
    setExitCode(await (await import('./commands/merge.ts')).merge(parts, options, limitTime(signal, options))),
  )
}
