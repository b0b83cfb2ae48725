import { CommanderError } from 'commander'
import { SiteError, UsageError } from '#content/finding.ts'
import { createProgram } from './program.ts'

/** Runs one command line; gives the exit code: 0 done, 1 failed, 2 wrong usage or settings, 130 interrupted. */
export async function main(argv: string[]): Promise<number> {
  const interruption = new AbortController()
  const interrupt = (): void => {
    if (interruption.signal.aborted) process.exit(130) // asked twice: at once
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
    return printFailure(error)
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

function printFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2 // commander has printed it
  const lines = chainOf(error).map(
    (cause, depth) => `${'  '.repeat(depth)}${depth === 0 ? 'Error: ' : 'because: '}${cause}`,
  )
  const hint = error instanceof UsageError ? error.hint : error instanceof SiteError ? error.finding.hint : undefined
  process.stderr.write(`${lines.join('\n')}\n${hint ? `${hint}\n` : ''}`)
  const isOurs = error instanceof UsageError || error instanceof SiteError
  if (!isOurs && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`)
  return error instanceof UsageError ? 2 : 1
}

/** The messages of an error and of its causes, outermost first; a cause that says the same again is left out. */
function chainOf(error: unknown): string[] {
  const messages: string[] = []
  for (let cause = error; cause !== undefined && cause !== null; cause = (cause as Error).cause) {
    const message = cause instanceof Error ? cause.message || cause.name : String(cause)
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message)
  }
  return messages
}
