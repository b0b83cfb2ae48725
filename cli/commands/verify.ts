import { requireExport, requireLocales } from '#cli/prepare/check-outputs.ts'
import { type JobOptions, prepareJob } from '#cli/prepare/prepare-job.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { isGood, printFindings } from '#cli/tell/print-summary.ts'
import { showProgress } from '#cli/tell/show-progress.ts'
import { count } from '#content/wording/count.ts'
import { builtLocales } from '#renderer/build/remember-build.ts'
import { type Verified, verifySite } from '#renderer/verify/verify-site.ts'

export type VerifyOptions = JobOptions & { all?: boolean; sample: number; json?: boolean; maxWarnings?: number }

/**
 * Runs `site verify`. Returns the exit code, which is 1 if a page differs or reads something that it must not read, or if
 * no page could be verified.
 */
export async function verify(options: VerifyOptions, signal: AbortSignal): Promise<number> {
  using progress = await showProgress(process.stderr)
  const { job, service } = await prepareJob(options, { progress, signal })
  requireExport(options.out)
  // the whole export is read, so that links and languages are the same as in the build
  const locales = builtLocales(job)
  requireLocales(options.out, locales, options.locale === 'all' ? [] : job.locales)
  const sample = options.all ? undefined : options.sample
  const { report, verified } = await withService(service, (api) =>
    verifySite({ ...job, api, locales, onlyLocales: job.locales, sample }),
  )
  progress.stop(true)
  printFindings(report, 'see --json', process.stderr)
  process.stderr.write(`${outcome(verified, report.errors.length)}\n`)
  const { engine, durationMs, peakMemory, warnings, errors } = report
  const printed = { engine, locales: report.locales, durationMs, peakMemory, pages: verified, warnings, errors }
  if (options.json) process.stdout.write(`${JSON.stringify(printed, null, 2)}\n`)
  return isGood(report, options, process.stderr) && verified.checked > 0 ? 0 : 1
}

function outcome({ checked, behind }: Verified, errors: number): string {
  const found = errors === 0 ? 'all match the export' : count(errors, 'error')
  const looked =
    checked === 0 && errors === 0
      ? 'No page could be verified. Run "site build", and then this command again.'
      : `Verified ${count(checked, 'page')}: ${found}.`
  const late = 'because content, code or options have changed since the last build; the next build renders these pages.'
  return behind > 0 ? `${looked} Left out: ${count(behind, 'page')}, ${late}` : looked
}
