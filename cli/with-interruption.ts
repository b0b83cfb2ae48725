import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { UsageError } from '#content/finding.ts'

/** Ctrl+C, an end that is asked for, and a terminal that was closed. */
const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Milliseconds for a command to end by itself after an interruption. A build that `site build --watch` started has less. */
const patience = process.connected ? 500 : 900

/** The exit code of a command that prints into a pipe whose reader has gone, as in `site doctor | head`: 128 and the number of SIGPIPE. */
const unread = 141

/**
 * Runs a command with a signal that aborts when it is interrupted, and gives its exit code. After an interruption it ends the process
 * instead: when the command has ended, at the latest after a second, and at once where the same signal comes twice. A command whose output
 * nobody reads any more is interrupted too.
 */
export async function withInterruption(run: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const interruption = new AbortController()
  const asked = new Set<NodeJS.Signals>()
  const streams = [process.stdout, process.stderr]
  let isUnread = false
  const end = (code: number): void => {
    if (interruption.signal.aborted) return
    process.once('exit', leaveWorkBehind)
    setTimeout(() => process.exit(code), patience).unref()
    interruption.abort(new Error('interrupted'))
  }
  const interrupt = (signal: NodeJS.Signals): void => {
    if (asked.has(signal)) process.exit(130) // a terminal and `site build --watch` may both ask once
    asked.add(signal)
    end(130)
  }
  const loseReader = (error: NodeJS.ErrnoException): void => {
    const isClosed = error.code === 'EIO' && streams.some(({ isTTY }) => isTTY) // the terminal, whose signal may come later
    if (!isClosed && error.code !== 'EPIPE') throw unprinted(error)
    isUnread ||= !isClosed
    end(isClosed ? 130 : unread)
  }
  for (const signal of interruptions) process.on(signal, interrupt)
  for (const stream of streams) stream.on('error', loseReader)
  try {
    const code = await run(interruption.signal)
    await Promise.all(streams.map(allPrinted))
    if (interruption.signal.aborted) process.exit(isUnread ? unread : code)
    return code
  } finally {
    for (const signal of interruptions) process.off(signal, interrupt)
    for (const stream of streams) stream.off('error', loseReader)
  }
}

function unprinted(cause: Error): UsageError {
  return new UsageError('What the command prints cannot be written where it is led to.', {
    hint: 'Lead standard output and standard error elsewhere.',
    cause,
  })
}

/** Waits until a stream has handed on all that was printed, which is more than a pipe holds at times, or tells that nobody reads it. */
async function allPrinted(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((done) => stream.write('', () => done()))
  await new Promise((done) => setImmediate(done)) // an error is told after that
}

/**
 * Node ends only when its threads do, and no encoder of pictures can be stopped: one may take minutes. So another program takes the place
 * of Node, with the same process id, and ends at once. Where that cannot be, Node waits.
 */
export function leaveWorkBehind(code: number): void {
  const shell = '/bin/sh'
  if (process.platform !== 'win32' && existsSync(shell)) process.execve?.(shell, [shell, '-c', `exit ${code}`], {})
}

/** Waits until the command is interrupted. */
export async function untilInterrupted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
