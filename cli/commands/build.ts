import { pollBuild } from '#cli/poll-build.ts'
import { checkExport, refuseOtherFamily } from '#cli/prepare/check-outputs.ts'
import { type BuildOptions, prepareJob } from '#cli/prepare/prepare-job.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { printReport } from '#cli/tell/print-report.ts'
import { showProgress } from '#cli/tell/show-progress.ts'
import { UsageError } from '#content/finding.ts'

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
  if (options.watch) {
    const { watchBuild } = await import('#cli/watch-build.ts')
    return watchBuild({ ...job, config: options.config, poll: options.poll ?? 3, signal })
  }
  return await withService(service, async (api) => {
    const { poll } = options
    if (poll !== undefined) return await pollBuild({ ...job, api }, { buildSite, options, poll, progress })
    const report = await buildSite({ ...job, api })
    progress.stop(report.isPublished)
    return printReport(report, options)
  })
}
