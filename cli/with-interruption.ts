import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { UsageError } from '#content/finding.ts'
import { endProcess } from './end-process.ts'

/** Ctrl+C, a request to end, and a closed terminal. */
const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * How long a command may take to end by itself after an interruption, in milliseconds. A build that was started by
 * `site build --watch` has less.
 */
const patience = process.connected ? 500 : 900

/**
 * The exit code of a command that prints into a pipe whose reader has gone, as in `site doctor | head`: 128 plus the
 * number of SIGPIPE.
 */
const unread = 141

/**
 * Runs a command with a signal that aborts when it is interrupted, and returns its exit code. After an interruption it
 * ends the process instead: when the command has ended, after a second at the latest, and immediately if the same
 * signal arrives twice. A command whose output nobody reads any more is interrupted too.
 */
export async function withInterruption(run: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const interruption = new AbortController()
  const asked = new Set<NodeJS.Signals>()
  const streams = [process.stdout, process.stderr]
  let isUnread = false
  const end = (code: number): void => {
    if (interruption.signal.aborted) return // each line that nobody reads is reported
    process.once('exit', exitWithoutThreads)
    setTimeout(() => endProcess(code), patience).unref()
    interruption.abort(new Error('interrupted'))
  }
  const interrupt = (signal: NodeJS.Signals): void => {
    // a terminal and `site build --watch` may each send one
    if (asked.has(signal)) endProcess(130)
    asked.add(signal)
    end(130)
  }
  const loseReader = (error: NodeJS.ErrnoException): void => {
    // the terminal was closed; its signal may arrive later
    const isClosed = error.code === 'EIO' && streams.some(({ isTTY }) => isTTY)
    if (!isClosed && error.code !== 'EPIPE') throw unprinted(error)
    isUnread ||= !isClosed
    end(isClosed ? 130 : unread)
  }
  for (const signal of interruptions) process.on(signal, interrupt)
  for (const stream of streams) stream.on('error', loseReader)
  try {
    const code = await run(interruption.signal)
    await Promise.all(streams.map(allPrinted))
    if (interruption.signal.aborted) endProcess(isUnread ? unread : code)
    return code
  } finally {
    for (const signal of interruptions) process.off(signal, interrupt)
    for (const stream of streams) stream.off('error', loseReader)
  }
}

function unprinted(cause: Error): UsageError {
  return new UsageError('The output of the command cannot be written.', {
    hint: 'Redirect standard output and standard error to another place.',
    cause,
  })
}

/**
 * Waits until a stream has passed on all output, which may be more than a pipe holds, or has reported that nobody reads
 * it.
 */
async function allPrinted(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((done) => stream.write('', () => done()))
  await new Promise((done) => setImmediate(done)) // the stream reports an error only after that
}

/**
 * Exits without waiting for other threads. Node ends only when its threads end, and an encoder of pictures cannot be
 * stopped and may take minutes. So another program replaces Node, with the same process id, and ends immediately. If
 * that is not possible, Node waits.
 */
export function exitWithoutThreads(code: number): void {
  const shell = '/bin/sh'
  if (process.platform === 'win32' || !existsSync(shell) || !process.execve) return
  // Linux creates no thread in a process that is being replaced, and libvips crashes if it gets none.
  process.on('SIGSEGV', () => {})
  process.execve(shell, [shell, '-c', `exit ${code}`], {})
}

export async function untilInterrupted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
