import { type Command, Option } from 'commander'
import { limitTime } from './limit-time.ts'
import {
  addReadingOptions,
  addRemoteOptions,
  cacheOption,
  configOption,
  maxWarningsOption,
  outOption,
  timeoutOption,
} from './options.ts'
import type { ProgramContext } from './program-context.ts'

/** `site plan` and `site merge`: what stands before and after the shards of a build. */
export function addShardCommands(program: Command, context: ProgramContext): void {
  addPlan(program, context)
  addMerge(program, context)
}

function addPlan(program: Command, { signal, setExitCode }: ProgramContext): void {
  addRemoteOptions(
    addReadingOptions(
      program
        .command('plan')
        .description('fix the content of a site in a file that shards on many machines build from'),
    ),
  )
    .option('--out <file>', 'file of the plan', 'site.plan')
    .option('--export <dir>', 'folder of the last build, whose measured times balance the shards', 'output')
    .option('--advise <seconds>', 'tell how many shards a build in so many seconds takes, and plan nothing', Number)
    .option('--keep-going', 'plan although content has errors (the exit code stays 1)')
    .option('--json', 'print the report as JSON to stdout')
    .addHelpText(
      'after',
      '\nExample:\n  $ site plan --out site.plan\n  $ site build --plan site.plan --shard 1/2 --out part-1\n  $ site build --plan site.plan --shard 2/2 --out part-2\n  $ site merge part-1 part-2 --out output',
    )
    .action(async (options) =>
      setExitCode(await (await import('./commands/plan.ts')).plan(options, limitTime(signal, options))),
    )
}

function addMerge(program: Command, { signal, setExitCode }: ProgramContext): void {
  program
    .command('merge')
    .description('make an export of the parts of all shards')
    .argument('<parts...>', 'folders of the parts')
    .addOption(outOption())
    .addOption(cacheOption())
    .addOption(configOption())
    .addOption(new Option('--hosts <list>', 'hosts to write files for, as in nginx,caddy; or all').default('all'))
    .option('--keep-going', 'publish although pages failed (the exit code stays 1)')
    .option('--compress', 'write .br and .gz beside text files, for hosts that serve them')
    .option('--swap', 'publish by a symbolic link, for servers that must never see two builds at once')
    .option('--no-ledger', 'neither check nor fill the ledger of published addresses')
    .addOption(new Option('--report <file>', 'write the report as JSON to a file too'))
    .option('--json', 'print the report as JSON to stdout')
    .addOption(maxWarningsOption())
    .addOption(timeoutOption())
    .addHelpText('after', '\nExample:\n  $ site merge part-1 part-2 --out output')
    .action(async (parts, options) =>
      setExitCode(await (await import('./commands/merge.ts')).merge(parts, options, limitTime(signal, options))),
    )
}
