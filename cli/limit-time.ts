import { TimeLimitError } from '#content/finding.ts'
import { printFailure } from './tell/print-failure.ts'
import { leaveWorkBehind } from './with-interruption.ts'

/** What a command may take to end by itself once its time is over, in milliseconds. */
const graceMs = 5000

/**
 * A signal that aborts with `signal`, and with a `TimeLimitError` when the command takes longer than `--timeout` allows. Where the command
 * does not end then, because an encoder or another machine holds it, the process is ended with exit code 1.
 */
export function limitTime(signal: AbortSignal, { timeout: seconds }: { timeout?: number }): AbortSignal {
  if (seconds === undefined) return signal
  const limit = new AbortController()
  const end = (): void => {
    const error = new TimeLimitError(seconds)
    limit.abort(error)
    setTimeout(() => {
      if (process.exitCode === undefined) printFailure(error, process.stderr) // else the command told it
      process.once('exit', leaveWorkBehind)
      process.exit(1)
    }, graceMs).unref()
  }
  setTimeout(end, seconds * 1000).unref()
  return AbortSignal.any([signal, limit.signal])
}
