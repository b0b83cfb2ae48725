import type { Failure, Finding } from '#content/finding.ts'
import { grouped } from '#content/wording/count.ts'

type FailedRead = Finding & { failure: Failure }

const maxKinds = 8

/**
 * Returns errors as they are printed for people. If several reads of the service failed, one error replaces them all.
 * It says how many failed in which way, and quotes the first failure of each way, in the order of `locales`. `reads` is
 * the number of all reads. `aside` is the number of omitted warnings that only follow from the failed reads. `whole`
 * says where every error is listed.
 */
export function groupFailures(
  errors: Finding[],
  { reads, aside, whole, locales }: { reads: number; aside: number; whole: string; locales: string[] },
): Finding[] {
  const placeOf = ({ where }: Finding): number => locales.indexOf(where?.locale ?? '')
  const failed = errors
    .filter((error): error is FailedRead => error.failure !== undefined)
    .sort((one, other) => placeOf(one) - placeOf(other))
  if (failed.length < 2) return errors
  const kinds = [...Map.groupBy(failed, (one) => `${one.failure.kind} ${familyOf(one)}`)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([kind, all]) => ({ count: `${all.length} × ${kind}`, first: all[0] }))
  const shownKinds = kinds.slice(0, maxKinds)
  const rest = kinds.length > maxKinds ? `, and ${kinds.length - maxKinds} other kinds` : ''
  const attempts = failed.map(({ failure }) => failure.attempts)
  const most = Math.max(...attempts)
  const after = most === 1 ? '' : ` after ${attempts.every((one) => one === most) ? '' : 'up to '}${most} attempts`
  const group: Finding = {
    code: failed[0]?.code ?? 'service-error',
    message: `${grouped(failed.length)} of ${grouped(Math.max(reads, failed.length))} requests failed${after}: ${shownKinds.map(({ count }) => count).join(', ')}${rest}.`,
    hint: [
      ...shownKinds.map(({ first }) => `first: ${nameOf(first)}`),
      ...(aside > 0 ? [leftOut(aside)] : []),
      `${failed[0]?.hint ?? 'Look at the log of the service, then build again.'} For the full list, ${whole}.`,
    ].join('\n        '),
  }
  const at = errors.findIndex(({ failure }) => failure !== undefined)
  const others = errors.slice(at).filter(({ failure }) => failure === undefined)
  return [...errors.slice(0, at), group, ...others]
}

function leftOut(aside: number): string {
  if (aside === 1) return 'A warning about a link to these pages, or about a list that names them, is left out.'
  return `${grouped(aside)} warnings about links to these pages and about lists that name them are left out.`
}

/** Returns the part of an address that all documents of a kind share. */
function familyOf({ where }: Finding): string {
  const [, kind = '', ...more] = (where?.url ?? '').split('/')
  return more.length > 0 ? `/${kind}/…` : `/${kind}`
}

/** Returns the message, preceded by the locale if the message does not name it. */
function nameOf(first: FailedRead | undefined): string {
  const { message = '', where } = first ?? {}
  const isNamed = where?.locale === undefined || message.includes(`(${where.locale})`)
  return isNamed ? message : `(${where.locale}) ${message}`
}
