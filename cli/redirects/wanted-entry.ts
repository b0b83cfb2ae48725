import { UsageError } from '#content/finding.ts'
import type { NewRedirect } from '#publish/redirects/append-redirect.ts'
import { parseTarget, sourceProblem, targetProblem } from '#publish/redirects/redirect-address.ts'
import type { Family, Settings } from '#renderer/settings.ts'

/** An old address as it was given, and its target. An address without a target is gone for good. */
export type Wanted = { from: string; to?: string }

/** Returns the entry of `redirects.json` for an address. Throws a `UsageError` if one of its addresses is invalid. */
export function entryOf({ from, to }: Wanted, family: Family, { families }: Settings): NewRedirect {
  const entry = { from: pathOf(from, family), to: to === undefined ? null : pathOf(to, family) }
  refuseOdd(from, sourceProblem(entry.from))
  if (to !== undefined && entry.to !== null) {
    refuseOdd(to, targetProblem(entry.to))
    const ours = families.map(({ origin }) => origin)
    const isOurs = ['', ...ours].includes(parseTarget(entry.to).origin)
    refuseOdd(to, isOurs ? undefined : `its origin is not one of the settings (${ours.join(', ')})`)
  }
  return { ...entry, ...(family.id !== families[0]?.id && { family: family.id }) }
}

function refuseOdd(address: string, problem: string | undefined): void {
  if (problem === undefined) return
  throw new UsageError(`"${address}" was not added to redirects.json: ${problem}.`, {
    hint: 'For example: site redirects add /old /new. See docs/redirects.md of the tool.',
  })
}

/** Returns an address of the site as a path. An address that was copied from a browser starts with the origin. */
function pathOf(address: string, { origin }: Family): string {
  if (address === origin) return '/'
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
}
