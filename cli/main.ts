import { CommanderError } from 'commander'
import { UsageError } from '#content/finding.ts'
import { printFailure } from './print-failure.ts'
import { createProgram } from './program.ts'

/** Runs one command line; gives the exit code: 0 done, 1 failed, 2 wrong usage or settings, 130 interrupted. */
export async function main(argv: string[]): Promise<number> {
  const interruption = new AbortController()
  const asked = new Set<NodeJS.Signals>()
  const interrupt = (signal: NodeJS.Signals): void => {
    if (asked.has(signal)) process.exit(130) // asked twice: at once; a terminal and `site build --watch` may both ask once
    asked.add(signal)
    interruption.abort(new Error('interrupted'))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  let exitCode = 0
  const program = createProgram({ signal: interruption.signal, setExitCode: (code) => (exitCode = code) })
  try {
    await program.parseAsync(argv)
    return exitCode
  } catch (error) {
    if (interruption.signal.aborted) return 130
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2 // commander has printed it
    printFailure(error, process.stderr)
    return error instanceof UsageError ? 2 : 1
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}
