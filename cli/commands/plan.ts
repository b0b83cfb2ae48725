import { checkOutput } from '#cli/prepare/check-outputs.ts'
import { type JobOptions, prepareJob } from '#cli/prepare/prepare-job.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { printFindings } from '#cli/tell/print-summary.ts'
import { showProgress } from '#cli/tell/show-progress.ts'
import { count } from '#content/wording/count.ts'
import { reportFile } from '#renderer/build/report.ts'
import { advise, printAdvice } from '#renderer/shards/advise.ts'
import { makePlan } from '#renderer/shards/make-plan.ts'

export type PlanOptions = JobOptions & { export: string; advise?: number; json?: boolean }

/** Runs `site plan`. Returns the exit code. */
export async function plan(options: PlanOptions, signal: AbortSignal): Promise<number> {
  if (options.advise !== undefined) {
    process.stdout.write(printAdvice(advise({ ...options, out: options.export }, options.advise)))
    return 0
  }
  using progress = await showProgress(process.stderr)
  checkOutput(options.out, 'plan', '--out')
  const { job, service } = await prepareJob(options, { progress, signal })
  const key = process.env.SITE_PLAN_KEY
  const report = await withService(service, (api) => makePlan({ ...job, api, key, lastExport: options.export }))
  progress.stop(report.isPublished)
  printFindings(report, 'see --json', process.stderr)
  const { total } = report.pages
  process.stderr.write(
    report.isPublished
      ? `Planned ${count(total, 'page')} in "${options.out}" in ${(report.durationMs / 1000).toFixed(2)} s.\n`
      : `Not planned: ${count(report.errors.length, 'error')}.\n`,
  )
  if (options.json) process.stdout.write(reportFile(report)[1])
  return report.errors.length > 0 ? 1 : 0
}
