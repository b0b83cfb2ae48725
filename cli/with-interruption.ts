import { once } from 'node:events'
import { existsSync } from 'node:fs'

/** What a command may take to end by itself after an interruption, in milliseconds; one that `site build --watch` started less. */
const patience = process.connected ? 500 : 900

/**
 * Runs a command with what tells it of an interruption. Gives its exit code, but interrupted ends the process with it, at the latest
 * after a second, and at once when asked twice by the same signal.
 */
export async function withInterruption(run: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const interruption = new AbortController()
  const asked = new Set<NodeJS.Signals>()
  const interrupt = (signal: NodeJS.Signals): void => {
    if (asked.has(signal)) process.exit(130) // a terminal and `site build --watch` may both ask once
    if (asked.size === 0) {
      process.once('exit', leaveWorkBehind)
      setTimeout(() => process.exit(130), patience).unref()
    }
    asked.add(signal)
    interruption.abort(new Error('interrupted'))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  try {
    const code = await run(interruption.signal)
    if (interruption.signal.aborted) process.exit(code)
    return code
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

/**
 * Node ends only when its threads do, and no encoder of pictures can be stopped: one may take minutes. A program in its place ends
 * at once, with the same number of the process. Where that cannot be, Node waits.
 */
export function leaveWorkBehind(code: number): void {
  const shell = '/bin/sh'
  if (process.platform !== 'win32' && existsSync(shell)) process.execve?.(shell, [shell, '-c', `exit ${code}`], {})
}

/** Waits until the command is interrupted. */
export async function untilInterrupted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
