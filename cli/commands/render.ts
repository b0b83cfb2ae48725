import { publishReport } from '#cli/commands/build.ts'
import { type JobOptions, prepareJob } from '#cli/prepare-job.ts'
import { printSummary } from '#cli/print-summary.ts'
import { showProgress } from '#cli/show-progress.ts'
import { withService } from '#cli/with-service.ts'
import { buildSite } from '#renderer/build-site.ts'
import { builtLocales } from '#renderer/remember-build.ts'

export type RenderOptions = JobOptions & { deps?: boolean; json?: boolean }

/** `site render`: renders some pages into the export that stands; gives the exit code. */
export async function render(slugs: string[], options: RenderOptions, signal: AbortSignal): Promise<number> {
  const progress = showProgress(process.stderr)
  const { job, service } = await prepareJob(options, { progress, signal })
  const only = { slugs, locales: job.locales, withDependents: options.deps ?? false }
  const locales = builtLocales(options) ?? job.family.locales // the whole export is read, so that links and languages are those of a build
  try {
    const report = await withService(service, (api) => buildSite({ ...job, api, locales, only }))
    progress.stop(report.isPublished)
    await publishReport(report, options)
    printSummary(report, options, process.stderr)
    return report.errors.length > 0 ? 1 : 0
  } finally {
    progress.stop(false)
  }
}
