import { Worker } from 'node:worker_threads'
import { TimeLimitError } from '#content/finding.ts'
import { endProcess } from './end-process.ts'
import { printFailure } from './tell/print-failure.ts'
import { exitWithoutThreads } from './with-interruption.ts'

/** How long a command may take to end by itself after its time limit, in milliseconds. */
const graceMs = 5000
/**
 * How much later than that the process is killed, in milliseconds. Its own timers do not fire while a component runs in
 * an endless loop.
 */
const deafMs = 2000

/** Code of a thread that kills the process after writing a message to stderr. */
const killer = `
const { afterMs, message } = require('node:worker_threads').workerData
setTimeout(() => {
  require('node:fs').writeSync(2, message)
  process.kill(process.pid, 'SIGKILL')
}, afterMs)`

/**
 * Returns a signal that aborts with `signal`, and with a `TimeLimitError` when the command takes longer than
 * `--timeout` allows. If the command does not end then, because it waits for an encoder or another machine, the process
 * exits with code 1. If its code runs in an endless loop, the process is killed.
 */
export function limitTime(signal: AbortSignal, { timeout: seconds }: { timeout?: number }): AbortSignal {
  if (seconds === undefined) return signal
  const limit = new AbortController()
  const end = (): void => {
    const error = new TimeLimitError(seconds)
    limit.abort(error)
    setTimeout(() => {
      if (process.exitCode === undefined) printFailure(error, process.stderr) // otherwise the command has printed it
      process.once('exit', exitWithoutThreads)
      endProcess(1)
    }, graceMs).unref()
  }
  setTimeout(end, seconds * 1000).unref()
  const message = `Error: ${new TimeLimitError(seconds).message}\nThe command was killed, because its code does not end. Look for an endless loop in the blocks of the site.\n`
  const afterMs = seconds * 1000 + graceMs + deafMs
  new Worker(killer, { eval: true, execArgv: [], workerData: { afterMs, message } }).unref()
  return AbortSignal.any([signal, limit.signal])
}
