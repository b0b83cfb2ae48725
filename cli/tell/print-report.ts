import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '#content/finding.ts'
import { whyOf } from '#content/machine-fault.ts'
import { claimFolder } from '#publish/export/claim-folder.ts'
import { replaceFile } from '#publish/replace-file.ts'
import { type Report, reportFile } from '#renderer/build/report.ts'
import { isGood, type PrintOptions, printSummary } from './print-summary.ts'

/**
 * Writes a report into the folder of the export, except in a dry run, prints it to stdout if requested, and prints its
 * summary. A command that builds again prints each report on one line (JSON Lines), so that its reader can tell them
 * apart. The file of `--report` is written last, so that nothing is lost if it cannot be written.
 */
export function deliverReport(report: Report, options: ReportOptions): void {
  const { out, dryRun, json: isPrinted, poll } = options
  const [name, json] = reportFile(report)
  if (!dryRun) replaceReport(out, name, json)
  if (isPrinted) process.stdout.write(poll === undefined ? json : `${JSON.stringify(report)}\n`)
  printSummary(report, options, process.stderr)
  if (options.report !== undefined) writeReport(options.report, json, report)
}

/** Stores a report, prints its summary, and returns the exit code. */
export function printReport(report: Report, options: ReportOptions): number {
  deliverReport(report, options)
  return isGood(report, options, process.stderr) ? 0 : 1
}

type ReportOptions = PrintOptions & { report?: string; json?: boolean; poll?: number }

/** Writes the report to the file that `--report` names. */
function writeReport(file: string, json: string, { isPublished }: Report): void {
  try {
    writeFileSync(file, json)
  } catch (cause) {
    throw new UsageError(`The report cannot be written to "${file}".`, {
      hint: `${isPublished ? 'The build itself is done; choose' : 'Choose'} another file with --report.`,
      cause,
    })
  }
}

/**
 * Replaces the report that the commit wrote, which does not cover the end of the build. If that fails, the older report
 * stays. A folder that was removed in the meantime is claimed again, because the next build would refuse a folder that
 * holds nothing but a report.
 */
function replaceReport(out: string, name: string, json: string): void {
  const file = join(out, name)
  try {
    claimFolder(out, { isBuilding: true })
    replaceFile(file, json)
  } catch (cause) {
    const { why, hint } = whyOf(cause, '--out', 'Fix its permissions, or choose another folder with --out.')
    process.stderr.write(
      `"${file}" does not cover the end of this build, because it cannot be written: ${why}. ${hint}\n`,
    )
  }
}
