import { checkOutputs } from '#cli/prepare/check-outputs.ts'
import { plannedOptions } from '#cli/prepare/planned-options.ts'
import { type BuildOptions, prepareJob } from '#cli/prepare/prepare-job.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { printReport } from '#cli/tell/print-report.ts'
import { showProgress } from '#cli/tell/show-progress.ts'
import { UsageError } from '#content/finding.ts'
import { buildShard } from '#renderer/shards/build-shard.ts'
import { parseShard } from '#renderer/shards/parse-shard.ts'
import { readPlan } from '#renderer/shards/site-plan.ts'

/** Runs `site build --plan FILE --shard i/n`. Returns the exit code. */
export async function buildShardOfPlan(options: BuildOptions, planFile: string, signal: AbortSignal): Promise<number> {
  const ofMerge = (['compress', 'swap'] as const).find((name) => options[name])
  if (ofMerge) {
    throw new UsageError(`A shard makes a part, on which "--${ofMerge}" has no effect.`, {
      hint: 'Pass it to "site merge", which makes the export.',
    })
  }
  const shard = parseShard(options.shard, process.env)
  const key = process.env.SITE_PLAN_KEY
  const plan = readPlan(planFile, key)
  const { api: planned, service: planFiles, ...fromPlan } = plannedOptions(plan)
  // A shard may reach the service at another address than the plan did. The demo service over files of the site has a
  // different address in each process.
  const api = options.api ?? (planFiles === undefined ? planned : undefined)
  using progress = await showProgress(process.stderr)
  checkOutputs(options)
  const { job, service } = await prepareJob({ ...options, ...fromPlan, api }, { progress, signal })
  const report = await withService(service, (at) => buildShard({ ...job, api: at, shard, plan, planFile, key }))
  progress.stop(report.isPublished)
  return printReport(report, { ...options, part: `${shard.index}/${shard.count}` })
}
