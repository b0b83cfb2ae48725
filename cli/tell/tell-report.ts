import type { Report } from '#renderer/build/report.ts'
import { isGood, type PrintOptions, printSummary } from './print-summary.ts'
import { publishReport, type ReportOptions } from './publish-report.ts'

/** Hands a report out, and tells a person of it; gives the exit code. */
export function tellReport(report: Report, options: ReportOptions & PrintOptions): number {
  publishReport(report, options)
  printSummary(report, options, process.stderr)
  return isGood(report, options, process.stderr) ? 0 : 1
}
