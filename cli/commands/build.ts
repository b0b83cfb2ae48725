import { setTimeout as sleep } from 'node:timers/promises'
import { type JobOptions, prepareJob } from '#cli/prepare/prepare-job.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { printFailure } from '#cli/tell/print-failure.ts'
import { isGood, printSummary } from '#cli/tell/print-summary.ts'
import { publishReport } from '#cli/tell/publish-report.ts'
import { showProgress } from '#cli/tell/show-progress.ts'
import { UsageError } from '#content/finding.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { Report } from '#renderer/build/report.ts'

export type BuildOptions = JobOptions & {
  force?: boolean
  watch?: boolean
  poll?: number
  report?: string
  json?: boolean
  maxWarnings?: number
  workers?: number
  shard?: string
  plan?: string
  pageThread?: string | undefined
}

/** A shard needs little of it. */
const loadBuild = () => import('#renderer/build-site.ts')

/** `site build`: gives the exit code. Where it watches or polls it ends only when it is interrupted, by throwing. */
export async function build(options: BuildOptions, signal: AbortSignal): Promise<number> {
  if (options.plan !== undefined)
    return (await import('./build-shard.ts')).buildShardOfPlan(options, options.plan, signal)
  if (options.shard !== undefined) {
    throw new UsageError('A shard is built from a plan.', {
      hint: 'Make one with "site plan --out site.plan", and name it with --plan; or take --shard (SITE_SHARD) away.',
    })
  }
  const { buildSite } = await loadBuild()
  const progress = await showProgress(process.stderr)
  const prepared = await prepareJob(options, { progress, signal })
  const { watch, poll = watch ? defaultPoll : undefined, workers: count, pageThread: script } = options
  const { service } = prepared
  const job = { ...prepared.job, ...(script && { threads: { count, script } }) }
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
  const force = options.force ? 'The build was started with --force.' : undefined
  try {
    return await withService(service, async (api) => {
      const first = await buildSite({ ...job, api, ...(force && { force }) })
      progress.stop(first.isPublished)
      tell(first, options)
      signal.throwIfAborted() // it came too late to stop the build
      if (poll !== undefined) await buildAgain({ ...job, api, progress: undefined, isPolling: true }, options, poll)
      return isGood(first, options, process.stderr) ? 0 : 1
    })
  } finally {
    progress.stop(false)
  }
}

const defaultPoll = 3

/** Builds every so many seconds until it is interrupted, and tells what changed something, or failed in another way than before. */
async function buildAgain(job: BuildJob, options: BuildOptions, poll: number): Promise<never> {
  const { signal } = job
  const { buildSite } = await loadBuild()
  endWithWatcher()
  process.stderr.write(`Asking the service every ${poll} s. Stop it with Ctrl+C.\n`)
  let failures = ''
  for (;;) {
    await sleep(poll * 1000, undefined, { signal })
    try {
      const report = await buildSite(job)
      const { added, changed, removed } = report.files
      const found = report.errors.map(({ message }) => message).join('\n')
      if (added + changed + removed > 0 || found !== failures) tell(report, options)
      failures = found
    } catch (error) {
      signal?.throwIfAborted()
      if (String(error) !== failures) printFailure(error, process.stderr)
      failures = String(error)
    }
  }
}

/** Where `--watch` started this process, it does not outlive the one that did. */
function endWithWatcher(): void {
  if (!process.connected) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}

function tell(report: Report, options: BuildOptions): void {
  publishReport(report, options)
  printSummary(report, options, process.stderr)
}
