import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'
import { replaceFile } from '#publish/replace-file.ts'
import { type Report, reportFile } from '#renderer/build/report.ts'

export type ReportOptions = { out: string; dryRun?: boolean; report?: string; json?: boolean }

/** Hands the report out: into the folder of the export (not in a dry run), to a file, to stdout. */
export function publishReport(report: Report, { out, dryRun, report: file, json: isPrinted }: ReportOptions): void {
  const [name, json] = reportFile(report)
  if (!dryRun) replaceReport(join(out, name), json)
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

/** The one that came with the export lacks only what happened after; where there is no room for the whole, it stays. */
function replaceReport(file: string, json: string): void {
  try {
    replaceFile(file, json)
  } catch (cause) {
    const { why, hint } = machineFault(cause, '--out') ?? {
      why: (cause as Error).message,
      hint: 'Mend its permissions, or choose another folder with --out.',
    }
    process.stderr.write(`"${file}" is of an earlier moment, because it cannot be written: ${why}. ${hint}\n`)
  }
}
