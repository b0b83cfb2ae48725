import { pollBuild } from '#cli/poll-build.ts'
import { checkExport, refuseOtherFamily } from '#cli/prepare/check-outputs.ts'
import { type BuildOptions, prepareJob } from '#cli/prepare/prepare-job.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { deliverReport } from '#cli/tell/print-report.ts'
import { isGood } from '#cli/tell/print-summary.ts'
import { showProgress } from '#cli/tell/show-progress.ts'
import { TimeLimitError, UsageError } from '#content/finding.ts'

/**
 * Runs `site build`. Returns the exit code. With `--watch` or `--poll` it ends only by throwing, when it is
 * interrupted.
 */
export async function build(options: BuildOptions, signal: AbortSignal): Promise<number> {
  if (options.plan !== undefined)
    return (await import('./build-shard.ts')).buildShardOfPlan(options, options.plan, signal)
  if (options.shard !== undefined) {
    throw new UsageError('A shard can only be built from a plan.', {
      hint: 'Make a plan with "site plan --out site.plan" and pass it with --plan. To build the whole site, leave out --shard (SITE_SHARD).',
    })
  }
  checkExport(options)
  const { buildSite } = await import('#renderer/build-site.ts') // a shard needs only a few of its modules
  using progress = await showProgress(process.stderr)
  const { job, service } = await prepareJob(options, { progress, signal })
  await refuseOtherFamily(job)
  const { watch, poll = watch ? defaultPoll : undefined } = options
  if (watch) {
    const { watchBuild } = await import('#cli/watch-build.ts')
    await watchBuild({
      toolRoot: job.toolRoot,
      siteRoot: job.siteRoot,
      config: options.config,
      poll: poll ?? defaultPoll,
      signal,
    })
    signal.throwIfAborted()
  }
  return await withService(service, async (api) => {
    const first = { ...job, api }
    if (poll !== undefined) return await pollBuild(first, { buildSite, options, poll, progress })
    const report = await buildSite(first)
    progress.stop(report.isPublished)
    deliverReport(report, options)
    // the report already names the time limit
    if (!report.isPublished && !(signal.reason instanceof TimeLimitError)) signal.throwIfAborted()
    return isGood(report, options, process.stderr) ? 0 : 1
  })
}

const defaultPoll = 3
