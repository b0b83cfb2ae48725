import { type JobOptions, prepareJob } from '#cli/prepare-job.ts'
import { isGood, printSummary } from '#cli/print-summary.ts'
import { publishReport } from '#cli/publish-report.ts'
import { showProgress } from '#cli/show-progress.ts'
import { toldOptions } from '#cli/told-options.ts'
import { withService } from '#cli/with-service.ts'
import { buildShard } from '#renderer/shards/build-shard.ts'
import { parseShard } from '#renderer/shards/parse-shard.ts'
import { readPlan } from '#renderer/shards/site-plan.ts'

export type ShardOptions = JobOptions & {
  shard?: string
  force?: boolean
  workers?: number
  pageThread?: string | undefined
  report?: string
  json?: boolean
  maxWarnings?: number
}

/** `site build --plan FILE --shard i/n`: gives the exit code. */
export async function buildShardOfPlan(options: ShardOptions, planFile: string, signal: AbortSignal): Promise<number> {
  const shard = parseShard(options.shard, process.env)
  const key = process.env.SITE_PLAN_KEY
  const plan = readPlan(planFile, key)
  const { api: planned, service: planFiles, ...told } = toldOptions(plan)
  // A shard may reach the service by another address; one over files has no address that stays.
  const api = options.api ?? (planFiles === undefined ? planned : undefined)
  const progress = await showProgress(process.stderr)
  const { job, service } = await prepareJob(
    { ...options, ...told, ...(api !== undefined && { api }) },
    { progress, signal },
  )
  const { pageThread: script, workers: count } = options
  const threads = script ? { threads: { count, script } } : {}
  const force = options.force ? { force: 'The build was started with --force.' } : {}
  try {
    const report = await withService(service, (at) =>
      buildShard({ ...job, ...threads, ...force, api: at, shard, plan, planFile, key }),
    )
    progress.stop(report.isPublished)
    publishReport(report, options)
    printSummary(report, options, process.stderr)
    return isGood(report, options, process.stderr) ? 0 : 1
  } finally {
    progress.stop(false)
  }
}
