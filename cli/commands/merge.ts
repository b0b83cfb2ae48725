import { checkExport, refuseOtherFamily } from '#cli/prepare/check-outputs.ts'
import { plannedOptions } from '#cli/prepare/planned-options.ts'
import { type JobOptions, prepareJob } from '#cli/prepare/prepare-job.ts'
import { printReport } from '#cli/tell/print-report.ts'
import { showProgress } from '#cli/tell/show-progress.ts'
import { mergeParts, readParts } from '#renderer/shards/merge-parts.ts'

export type MergeOptions = Pick<
  JobOptions,
  'out' | 'cache' | 'config' | 'hosts' | 'keepGoing' | 'compress' | 'swap' | 'ledger' | 'report'
> & { json?: boolean; maxWarnings?: number }

/** Runs `site merge`. Returns the exit code. */
export async function merge(folders: string[], options: MergeOptions, signal: AbortSignal): Promise<number> {
  checkExport(options)
  using progress = await showProgress(process.stderr)
  const parts = readParts(folders, process.env.SITE_PLAN_KEY)
  const planned = plannedOptions(parts.plan)
  const { job } = await prepareJob({ ...options, ...planned, concurrency: 1 }, { progress, signal })
  await refuseOtherFamily(job)
  const report = await mergeParts({ ...job, api: planned.api }, parts)
  progress.stop(report.isPublished)
  return printReport(report, options)
}
