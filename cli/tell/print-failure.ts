import { hintOf, SiteError, TimeLimitError, UsageError } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'
import { causesOf, messageOf } from '#content/wording/causes-of.ts'
import { faultPlace, sourceStack } from '#content/wording/fault-place.ts'
import { hidePasswords } from '#content/wording/hide-passwords.ts'
import { withVisibleControls } from '#content/wording/visible-controls.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/** Prints what went wrong and what to do: the messages of an error and of its causes, outermost first, and a hint. */
export function printFailure(error: unknown, stream: NodeJS.WritableStream): void {
  const lines = causesOf(error, (cause) => wordsOf(cause, cause === error)).map(
    (cause, depth) => `${'  '.repeat(depth)}${depth === 0 ? 'Error: ' : 'because: '}${cause}`,
  )
  const isOurs = error instanceof UsageError || error instanceof SiteError || error instanceof TimeLimitError
  const fault = machineFault(error, isOurs ? '' : '--out and --cache') // our own errors name their file
  // in an own block of the site
  const place = faultPlace(error, { but: toolRoot })
  const placeHint = isOurs ? undefined : place && `The error is in ${place}. Fix it there.`
  const hint = hintOf(error) ?? fault?.hint ?? placeHint
  stream.write(`${lines.join('\n')}\n${hint ? `${hint}\n` : ''}`)
  if (!isOurs && !fault && !place && error instanceof Error) stream.write(`${hidePasswords(sourceStack(error))}\n`)
}

/**
 * Returns the message of a cause. A fault of the machine is described in our own words. The description names its file
 * if that is known, and has a subject if it has to stand alone. The message may contain words of a service, so control
 * characters in it are made visible.
 */
function wordsOf(cause: unknown, isAlone: boolean): string {
  const fault = (cause as Error).cause === undefined ? machineFault(cause, '') : undefined
  const subject = fault?.path ? `"${fault.path}"` : 'A file cannot be read or written'
  const lacksSubject = isAlone ? fault?.isOfDisk && !fault.why.startsWith('"') : fault?.path && /^it /.test(fault.why)
  const at = lacksSubject ? `${subject}: ` : ''
  return hidePasswords(fault ? `${at}${fault.why}` : messageOf(cause))
    .split('\n')
    .map(withVisibleControls)
    .join('\n')
}
