import { type JobOptions, prepareJob } from '#cli/prepare-job.ts'
import { printFindings } from '#cli/print-summary.ts'
import { showProgress } from '#cli/show-progress.ts'
import { withService } from '#cli/with-service.ts'
import { verifySite } from '#renderer/verify-site.ts'

export type VerifyOptions = JobOptions & { all?: boolean; sample: number }

/** `site verify`: gives the exit code, 1 when a page differs or reads what it may not. */
export async function verify(options: VerifyOptions, signal: AbortSignal): Promise<number> {
  const progress = showProgress(process.stderr)
  const { job, service } = await prepareJob(options, { progress, signal })
  try {
    const { report, verified } = await withService(service, (api) =>
      verifySite({ ...job, api, ...(!options.all && { sample: options.sample }) }),
    )
    progress.stop(true)
    printFindings(report, options, process.stderr)
    const { checked, behind } = verified
    const late =
      behind > 0
        ? ` ${behind} more were not looked at: content or code has changed, and the next build renders them.`
        : ''
    const found =
      report.errors.length === 0 ? 'all are published as they are rendered' : `${report.errors.length} errors`
    process.stderr.write(`Verified ${checked} pages: ${found}.${late}\n`)
    return report.errors.length > 0 ? 1 : 0
  } finally {
    progress.stop(false)
  }
}
