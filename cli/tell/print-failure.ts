import { hintOf, SiteError, TimeLimitError, UsageError } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'
import { causesOf, saidBy } from '#content/wording/causes-of.ts'
import { faultPlace, sourceStack } from '#content/wording/fault-place.ts'
import { hidePasswords } from '#content/wording/hide-passwords.ts'
import { withVisibleControls } from '#content/wording/visible-controls.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/** Tells a person what went wrong: the messages of an error and of its causes, outermost first, and what to do. */
export function printFailure(error: unknown, stream: NodeJS.WritableStream): void {
  const lines = causesOf(error, (cause) => wordsOf(cause, cause === error)).map(
    (cause, depth) => `${'  '.repeat(depth)}${depth === 0 ? 'Error: ' : 'because: '}${cause}`,
  )
  const isOurs = error instanceof UsageError || error instanceof SiteError || error instanceof TimeLimitError
  const fault = machineFault(error, isOurs ? '' : '--out and --cache') // an error of ours names its file
  const place = faultPlace(error, { but: toolRoot }) // in a block of the site
  const placeHint = isOurs ? undefined : place && `It fails in ${place}. Correct it and run the command again.`
  const hint = hintOf(error) ?? fault?.hint ?? placeHint
  stream.write(`${lines.join('\n')}\n${hint ? `${hint}\n` : ''}`)
  if (!isOurs && !fault && !place && error instanceof Error) stream.write(`${hidePasswords(sourceStack(error))}\n`)
}

/**
 * The message of a cause; of a fault of the machine in our own words, with its file where that is known, and a subject where it has to stand
 * alone. It may hold words of a service, so nothing in it steers the terminal.
 */
function wordsOf(cause: unknown, isAlone: boolean): string {
  const fault = (cause as Error).cause === undefined ? machineFault(cause, '') : undefined
  const subject = fault?.path ? `"${fault.path}"` : 'A file cannot be read or written'
  const lacksSubject = isAlone ? fault?.isOfDisk && !fault.why.startsWith('"') : fault?.path && /^it /.test(fault.why)
  const at = lacksSubject ? `${subject}: ` : ''
  return hidePasswords(fault ? `${at}${fault.why}` : saidBy(cause))
    .split('\n')
    .map(withVisibleControls)
    .join('\n')
}
