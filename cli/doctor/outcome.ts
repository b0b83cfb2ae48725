import { count } from '#content/wording/count.ts'
import type { Remark } from './remark.ts'

/** Returns the last line of `site doctor`: how much it found, and whether a build would fail. */
export function outcome(wrong: Remark[], remarks: number, api: string | undefined): string {
  const counted = [
    ...(wrong.length > 0 ? [count(wrong.length, 'error')] : []),
    ...(remarks > 0 ? [count(remarks, 'remark')] : []),
  ].join(' and ')
  const what = counted === '' ? 'No errors or remarks.' : `${counted}.`
  const further = api === undefined ? ' To check a content service, pass --api.' : ''
  return `${what} ${predictBuild(wrong)}${further}`
}

function predictBuild(wrong: Remark[]): string {
  if (wrong.length === 0) return 'Nothing here would make a build fail.'
  const mayPass = wrong.every((remark) => remark.mayPass)
  return mayPass ? 'A build would fail if the service keeps failing like this.' : 'A build would fail.'
}
