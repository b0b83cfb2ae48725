import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '#content/finding.ts'
import { whyOf } from '#content/machine-fault.ts'
import { claimFolder } from '#publish/export/claim-folder.ts'
import { replaceFile } from '#publish/replace-file.ts'
import { type Report, reportFile } from '#renderer/build/report.ts'
import { isGood, type PrintOptions, printSummary } from './print-summary.ts'

/** Hands a report out, and tells a person of it. The file of `--report` comes last, so that nothing is lost when it cannot be written. */
export function handOut(report: Report, options: ReportOptions & PrintOptions): void {
  publishReport(report, options)
  printSummary(report, options, process.stderr)
  if (options.report !== undefined) writeReport(report, options.report)
}

/** Hands a report out, and tells a person of it; gives the exit code. */
export function tellReport(report: Report, options: ReportOptions & PrintOptions): number {
  handOut(report, options)
  return isGood(report, options, process.stderr) ? 0 : 1
}

export type ReportOptions = { out: string; dryRun?: boolean; report?: string; json?: boolean }

/** Puts the report into the folder of the export (not in a dry run), and prints it to stdout where that is asked for. */
export function publishReport(report: Report, { out, dryRun, json: isPrinted }: ReportOptions): void {
  const [name, json] = reportFile(report)
  if (!dryRun) replaceReport(out, name, json)
  if (isPrinted) process.stdout.write(json)
}

/** Writes the report to the file that `--report` names. */
export function writeReport(report: Report, file: string): void {
  const [, json] = reportFile(report)
  try {
    writeFileSync(file, json)
  } catch (cause) {
    throw new UsageError(`The report cannot be written to "${file}".`, {
      hint: `${report.isPublished ? 'The build itself is done; name' : 'Name'} another file with --report.`,
      cause,
    })
  }
}

/**
 * Replaces the report that the commit wrote, which does not tell of the end of the build. Where that fails, the older report stays. A
 * folder that was removed meanwhile is claimed anew: the next build would take a folder with nothing but a report for a foreign one.
 */
function replaceReport(out: string, name: string, json: string): void {
  const file = join(out, name)
  try {
    claimFolder(out, { isBuilding: true })
    replaceFile(file, json)
  } catch (cause) {
    const { why, hint } = whyOf(cause, '--out', 'Mend its permissions, or choose another folder with --out.')
    process.stderr.write(`"${file}" lacks the end of this build, because it cannot be written: ${why}. ${hint}\n`)
  }
}
