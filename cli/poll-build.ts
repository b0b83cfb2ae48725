import { setTimeout as sleep } from 'node:timers/promises'
import type { BuildOptions } from '#cli/prepare/prepare-job.ts'
import { printFailure } from '#cli/tell/print-failure.ts'
import { deliverReport } from '#cli/tell/print-report.ts'
import { SiteError } from '#content/finding.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { Report } from '#renderer/build/report.ts'
import { killWithParent } from '#renderer/kill-with-parent.ts'

export type Polling = {
  buildSite: (job: BuildJob) => Promise<Report>
  options: BuildOptions
  /** Seconds between the end of a build and the next one. */
  poll: number
  progress: { stop: (isWhole: boolean) => void }
}

/**
 * Builds immediately and then every `poll` seconds, until it is interrupted. Reports the first build. After that it
 * reports only builds that changed files, or whose errors differ from those of the build before. An error that the
 * first build throws ends the command. Only while the output folder is in use does it try again.
 */
export async function pollBuild(first: BuildJob, { buildSite, options, poll, progress }: Polling): Promise<never> {
  if (process.connected) killWithParent() // `site build --watch` started it
  const { signal } = first
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
      const isInUse = error instanceof SiteError && error.finding.code === 'export-locked'
      if (job === first && !isInUse) throw error
      if (String(error) !== failures) printFailure(error, process.stderr)
      failures = String(error)
    }
    signal?.throwIfAborted()
    if (isFirstLook) process.stderr.write(`${asked} every ${poll} s. Stop it with Ctrl+C.\n`)
    await sleep(poll * 1000, undefined, { signal })
  }
}
