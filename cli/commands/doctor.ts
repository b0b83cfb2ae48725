import { examineMachine } from '#cli/doctor/examine-machine.ts'
import { type DoctorOptions, examineSite } from '#cli/doctor/examine-site.ts'
import { outcome } from '#cli/doctor/outcome.ts'
import { printRows } from '#cli/doctor/print-rows.ts'

/**
 * Runs `site doctor`. Examines the service at `api`, or the machine if no `api` is given. Returns the exit code, which
 * is 1 if a build would fail.
 */
export async function doctor(options: DoctorOptions, signal: AbortSignal): Promise<number> {
  const rows =
    options.api === undefined ? await examineMachine(options) : await examineSite(options, options.api, signal)
  const remarks = rows.flatMap((row) => row.remarks)
  const wrong = remarks.filter(({ isError }) => isError)
  const result = { api: options.api, errors: wrong.length, remarks: remarks.length - wrong.length, rows }
  if (options.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  else {
    printRows(rows, process.stdout)
    process.stdout.write(`\n${outcome(wrong, result.remarks, options.api)}\n`)
  }
  return wrong.length === 0 ? 0 : 1
}
