import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JobOptions, prepareJob } from '#cli/prepare-job.ts'
import { printSummary } from '#cli/print-summary.ts'
import { showProgress } from '#cli/show-progress.ts'
import { withService } from '#cli/with-service.ts'
import { UsageError } from '#content/finding.ts'
import type { BuildJob } from '#renderer/build-job.ts'
import { buildSite } from '#renderer/build-site.ts'
import type { Report } from '#renderer/report.ts'

export type BuildOptions = JobOptions & {
  force?: boolean
  watch?: boolean
  poll?: number
  report?: string
  json?: boolean
}

/** `site build`: gives the exit code, of the last build where several are made. */
export async function build(options: BuildOptions, signal: AbortSignal): Promise<number> {
  const progress = showProgress(process.stderr)
  const { job, service } = await prepareJob(options, { progress, signal })
  const { watch, poll = watch ? defaultPoll : undefined } = options
  if (watch) {
    await (await import('#cli/watch-build.ts')).watchBuild({ root: job.root, poll: poll ?? defaultPoll, signal })
    return 0
  }
  const force = options.force ? 'The build was started with --force.' : undefined
  try {
    return await withService(service, async (api) => {
      const first = await buildSite({ ...job, api, ...(force && { force }) })
      progress.stop(first.isPublished)
      await tell(first, options)
      const last = poll === undefined ? first : await buildAgain({ ...job, api }, options, poll)
      return last.errors.length > 0 ? 1 : 0
    })
  } finally {
    progress.stop(false)
  }
}

const defaultPoll = 3

/** Builds every so many seconds until it is interrupted, and tells what changed something. */
async function buildAgain(job: BuildJob, options: BuildOptions, poll: number): Promise<Report> {
  const { signal } = job
  process.stderr.write(`Asking the service every ${poll} s. Stop it with Ctrl+C.\n`)
  for (;;) {
    await sleep(poll * 1000, undefined, { signal })
    const report = await buildSite({ ...job, progress: undefined })
    const { added, changed, removed } = report.files
    if (added + changed + removed > 0 || report.errors.length > 0) await tell(report, options)
  }
}

async function tell(report: Report, options: BuildOptions): Promise<void> {
  await publishReport(report, options)
  printSummary(report, options, process.stderr)
}

/** Hands the report out: into the folder of the export (not in a dry run), to a file, to stdout. */
export async function publishReport(
  report: Report,
  { out, dryRun, report: file, json: isPrinted }: Pick<BuildOptions, 'out' | 'dryRun' | 'report' | 'json'>,
): Promise<void> {
  const json = `${JSON.stringify(report, null, 2)}\n`
  if (!dryRun) await writeFile(join(out, 'report.json'), json)
  if (isPrinted) process.stdout.write(json)
  if (!file) return
  await writeFile(file, json).catch((cause) => {
    throw new UsageError(`The report cannot be written to "${file}".`, {
      hint: 'The build itself is done; name another file with --report.',
      cause,
    })
  })
}
