import { setTimeout as sleep } from 'node:timers/promises'
import { checkExport, refuseOther } from '#cli/prepare/check-outputs.ts'
import { type BuildOptions, prepareJob } from '#cli/prepare/prepare-job.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { printFailure } from '#cli/tell/print-failure.ts'
import { deliverReport } from '#cli/tell/print-report.ts'
import { isGood } from '#cli/tell/print-summary.ts'
import { showProgress } from '#cli/tell/show-progress.ts'
import { SiteError, TimeLimitError, UsageError } from '#content/finding.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'

/** Loaded on demand, because a shard needs only a few of its modules. */
const loadBuild = () => import('#renderer/build-site.ts')

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
  const { buildSite } = await loadBuild()
  using progress = await showProgress(process.stderr)
  const { job, service } = await prepareJob(options, { progress, signal })
  await refuseOther(job)
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
    if (poll !== undefined) return await buildAgain(first, { options, poll, progress })
    const report = await buildSite(first)
    progress.stop(report.isPublished)
    deliverReport(report, options)
    // the report already names the time limit
    if (!report.isPublished && !(signal.reason instanceof TimeLimitError)) signal.throwIfAborted()
    return isGood(report, options, process.stderr) ? 0 : 1
  })
}

const defaultPoll = 3

type Polling = { options: BuildOptions; poll: number; progress: { stop: (isWhole: boolean) => void } }

/**
 * Builds immediately and then every `poll` seconds, until it is interrupted. Reports the first build. After that it
 * reports only builds that changed files, or whose errors differ from those of the build before. An error that the
 * first build throws ends the command. Only while the output folder is in use does it try again.
 */
async function buildAgain(first: BuildJob, { options, poll, progress }: Polling): Promise<never> {
  const { signal } = first
  const { buildSite } = await loadBuild()
  const asked = options.fromSnapshot === undefined ? 'Checking the service' : `Reading "${options.fromSnapshot}"`
  let job = first
  let failures: string | undefined
  for (;;) {
    const isFirstLook = failures === undefined
    try {
      const report = await buildSite(job)
      progress.stop(report.isPublished)
      const { added, changed, removed } = report.files
      const found = report.errors.map(({ message }) => message).join('\n')
      if (job === first || added + changed + removed > 0 || found !== failures) deliverReport(report, options)
      failures = found
      job = { ...first, force: undefined, progress: undefined, isPolling: true }
    } catch (error) {
      signal?.throwIfAborted()
      if (job === first && !isInUse(error)) throw error
      if (String(error) !== failures) printFailure(error, process.stderr)
      failures = String(error)
    }
    signal?.throwIfAborted()
    if (isFirstLook) process.stderr.write(`${asked} every ${poll} s. Stop it with Ctrl+C.\n`)
    await sleep(poll * 1000, undefined, { signal })
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof SiteError && error.finding.code === 'export-locked'
}
