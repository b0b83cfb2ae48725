import type { Report } from '#renderer/build/report.ts'
import { isGood, type PrintOptions, printSummary } from './print-summary.ts'
import { publishReport, type ReportOptions, writeReport } from './publish-report.ts'

/** Hands a report out, and tells a person of it; the file that was named comes last, so that nothing is lost when it cannot be written. */
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
