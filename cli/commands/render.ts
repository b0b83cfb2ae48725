import '#cli/without-jit.ts'
import { checkExport, refuseOtherFamily, requireExport, requireLocales } from '#cli/prepare/check-outputs.ts'
import { type JobOptions, prepareJob } from '#cli/prepare/prepare-job.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { printReport } from '#cli/tell/print-report.ts'
import { showProgress } from '#cli/tell/show-progress.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { renderNamed } from '#renderer/build/render-named.ts'
import { pathNamed } from '#renderer/plan/pages-named.ts'

export type RenderOptions = JobOptions & { deps?: boolean; json?: boolean }

/** Runs `site render`. Renders some pages into the existing export. Returns the exit code. */
export async function render(slugs: string[], options: RenderOptions, signal: AbortSignal): Promise<number> {
  checkExport(options)
  using progress = await showProgress(process.stderr)
  const { job, service } = await prepareJob(options, { progress, signal })
  requireExport(options.out)
  await refuseOtherFamily(job)
  const only = { slugs, locales: job.locales, withDependents: options.deps ?? false }
  const report = await withService(service, async (api) => {
    const named = await renderNamed({ ...job, api, only })
    if ('report' in named) return named.report
    const [{ buildSite }, { builtLocales }] = await Promise.all([
      import('#renderer/build-site.ts'),
      import('#renderer/build/remember-build.ts'),
    ])
    // the whole export is read, so that links and languages are the same as in a build
    const locales = builtLocales(job)
    requireLocales(options.out, locales, localesAsked(slugs, { ...job, locale: options.locale }))
    process.stderr.write(`The whole site is read, because ${named.why}.\n`)
    return buildSite({ ...job, api, locales, only })
  })
  progress.stop(report.isPublished)
  return printReport(report, options)
}

/** Returns the locales that `--locale` names, and those whose prefix a slug begins with, as in `/en/blog`. */
function localesAsked(slugs: string[], { locale, locales, family }: Asked): string[] {
  const prefixes = slugs.map((slug) => pathNamed(slug, family.origin)?.split('/')[1])
  return family.locales.filter((one) => prefixes.includes(one) || (locale !== 'all' && locales.includes(one)))
}
type Asked = Pick<BuildJob, 'locales' | 'family'> & Pick<RenderOptions, 'locale'>
