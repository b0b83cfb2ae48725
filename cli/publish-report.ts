import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '#content/finding.ts'
import type { Report } from '#renderer/report.ts'

export type ReportOptions = { out: string; dryRun?: boolean; report?: string; json?: boolean }

/** Hands the report out: into the folder of the export (not in a dry run), to a file, to stdout. */
export function publishReport(report: Report, { out, dryRun, report: file, json: isPrinted }: ReportOptions): void {
  const json = `${JSON.stringify(report, null, 2)}\n`
  if (!dryRun) writeFileSync(join(out, 'report.json'), json)
  if (isPrinted) process.stdout.write(json)
  if (!file) return
  try {
    writeFileSync(file, json)
  } catch (cause) {
    throw new UsageError(`The report cannot be written to "${file}".`, {
      hint: 'The build itself is done; name another file with --report.',
      cause,
    })
  }
}
