import { SiteError, UsageError } from '#content/finding.ts'

/** Tells a person what went wrong: the messages of an error and of its causes, outermost first, and what to do. */
export function printFailure(error: unknown, stream: NodeJS.WritableStream): void {
  const lines = chainOf(error).map(
    (cause, depth) => `${'  '.repeat(depth)}${depth === 0 ? 'Error: ' : 'because: '}${cause}`,
  )
  const hint = error instanceof UsageError ? error.hint : error instanceof SiteError ? error.finding.hint : undefined
  stream.write(`${lines.join('\n')}\n${hint ? `${hint}\n` : ''}`)
  const isOurs = error instanceof UsageError || error instanceof SiteError
  if (!isOurs && error instanceof Error) stream.write(`${error.stack ?? ''}\n`)
}

/** A cause that says the same again is left out. */
function chainOf(error: unknown): string[] {
  const messages: string[] = []
  for (let cause = error; cause !== undefined && cause !== null; cause = (cause as Error).cause) {
    const message = cause instanceof Error ? cause.message || cause.name : String(cause)
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message)
  }
  return messages
}
