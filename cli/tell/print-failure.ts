import { SiteError, TimeLimitError, UsageError } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'
import { faultPlace, sourceStack } from '#content/wording/fault-place.ts'
import { hidePasswords } from '#content/wording/hide-passwords.ts'
import { withVisibleControls } from '#content/wording/visible-controls.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/** Tells a person what went wrong: the messages of an error and of its causes, outermost first, and what to do. */
export function printFailure(error: unknown, stream: NodeJS.WritableStream): void {
  const lines = chainOf(error).map(
    (cause, depth) => `${'  '.repeat(depth)}${depth === 0 ? 'Error: ' : 'because: '}${cause}`,
  )
  const fault = machineFault(error, '--out and --cache')
  const isFinding = error instanceof SiteError || error instanceof TimeLimitError
  const place = faultPlace(error, { but: toolRoot }) // in a block of the site
  const hint =
    error instanceof UsageError
      ? error.hint
      : isFinding
        ? error.finding.hint
        : (fault?.hint ?? (place && `It fails in ${place}. Correct it and run the command again.`))
  stream.write(`${lines.join('\n')}\n${hint ? `${hint}\n` : ''}`)
  const isTold = error instanceof UsageError || isFinding || fault || place
  if (!isTold && error instanceof Error) stream.write(`${hidePasswords(sourceStack(error))}\n`)
}

/** A cause that says the same again is left out; a fault of the machine is told in words. */
function chainOf(error: unknown): string[] {
  const messages: string[] = []
  for (let cause = error; cause !== undefined && cause !== null; cause = (cause as Error).cause) {
    const fault = (cause as Error).cause === undefined ? machineFault(cause, '') : undefined
    const words = fault?.why ?? (cause instanceof Error ? cause.message || cause.name : String(cause))
    // What a service said may be among them.
    const message = hidePasswords(words).split('\n').map(withVisibleControls).join('\n')
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message)
  }
  return messages
}
