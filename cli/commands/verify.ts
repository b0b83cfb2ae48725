import { type JobOptions, prepareJob } from '#cli/prepare-job.ts'
import { printFindings } from '#cli/print-summary.ts'
import { requireExport } from '#cli/require-export.ts'
import { showProgress } from '#cli/show-progress.ts'
import { withService } from '#cli/with-service.ts'
import { builtLocales } from '#renderer/remember-build.ts'
import { type Verified, verifySite } from '#renderer/verify-site.ts'

export type VerifyOptions = JobOptions & { all?: boolean; sample: number }

/** `site verify`: gives the exit code, 1 when a page differs or reads what it may not. */
export async function verify(options: VerifyOptions, signal: AbortSignal): Promise<number> {
  const progress = await showProgress(process.stderr)
  const { job, service } = await prepareJob(options, { progress, signal })
  requireExport(options.out)
  const locales = builtLocales(options) ?? job.family.locales // the whole export is read, so that links and languages are those of the build
  const sample = options.all ? undefined : options.sample
  try {
    const { report, verified } = await withService(service, (api) =>
      verifySite({ ...job, api, locales, onlyLocales: job.locales, sample }),
    )
    progress.stop(true)
    printFindings(report, options, process.stderr)
    process.stderr.write(`${outcome(verified, report.errors.length)}\n`)
    return report.errors.length > 0 ? 1 : 0
  } finally {
    progress.stop(false)
  }
}

function outcome({ checked, behind }: Verified, errors: number): string {
  const found =
    errors === 0 ? 'all are published as they are rendered' : `${errors} ${errors === 1 ? 'error' : 'errors'}`
  const looked = checked === 0 && errors === 0 ? 'No page could be verified.' : `Verified ${checked} pages: ${found}.`
  const late =
    'were not looked at: content, code or options are others than those of the last build, and the next one renders them.'
  return behind > 0 ? `${looked} ${behind} ${late}` : looked
}
