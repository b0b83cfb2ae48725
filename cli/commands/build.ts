import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSettings } from '#cli/load-settings.ts'
import { printSummary } from '#cli/print-summary.ts'
import { showProgress } from '#cli/show-progress.ts'
import { withService } from '#cli/with-service.ts'
import { UsageError } from '#content/finding.ts'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import type { BuildJob } from '#renderer/build-job.ts'
import { buildSite } from '#renderer/build-site.ts'
import type { EngineName } from '#renderer/engine.ts'
import type { Report } from '#renderer/report.ts'
import { chooseLocales } from '#renderer/settings.ts'

export type BuildOptions = {
  locale: string
  api?: string
  commerceApi?: string
  out: string
  cache: string
  config: string
  family?: string
  engine: EngineName
  concurrency: number
  images: 'on' | 'off'
  hosts: string
  strict?: boolean
  keepGoing?: boolean
  compress?: boolean
  ledger: boolean
  report?: string
  json?: boolean
}

/** `site build`: gives the exit code. */
export async function build(options: BuildOptions, signal: AbortSignal): Promise<number> {
  const { settings, root } = await loadSettings(options.config)
  const chosen = chooseLocales(settings, options)
  const progress = showProgress(process.stderr)
  const token = process.env.SITE_API_TOKEN
  const job: Omit<BuildJob, 'api'> = {
    ...options,
    ...chosen,
    hosts: chooseHosts(options.hosts),
    settings,
    root,
    progress,
    signal,
    ...(token && { token }),
    ...(!options.api && { service: 'demo' }),
  }
  try {
    const report = await withService(options, (api) => buildSite({ ...job, api }))
    progress.stop(report.isPublished)
    await publishReport(report, options)
    printSummary(report, options.out, process.stderr)
    return report.errors.length > 0 ? 1 : 0
  } finally {
    progress.stop(false)
  }
}

async function publishReport(report: Report, options: BuildOptions): Promise<void> {
  const json = `${JSON.stringify(report, null, 2)}\n`
  await writeFile(join(options.out, 'report.json'), json)
  if (options.json) process.stdout.write(json)
  if (!options.report) return
  await writeFile(options.report, json).catch((cause) => {
    throw new UsageError(`The report cannot be written to "${options.report}".`, {
      hint: 'The build itself is done; name another file with --report.',
      cause,
    })
  })
}
