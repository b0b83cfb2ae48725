import { join } from 'node:path'
import { type AddedEntry, addEntries } from '#cli/redirects/add-entries.ts'
import { readVanished } from '#cli/redirects/vanished-addresses.ts'
import { UsageError } from '#content/finding.ts'

export type RedirectsAddOptions = { out: string; config: string; gone?: boolean }

/** Runs `site redirects add`. Adds an entry to `redirects.json`, or changes the target of one that is out of date. */
export async function redirectsAdd(from: string, to: string | undefined, options: RedirectsAddOptions): Promise<void> {
  if ((to === undefined) === !options.gone) {
    throw new UsageError('Pass either a target or --gone.', {
      hint: 'For example: site redirects add /old /new, or: site redirects add /old --gone.',
    })
  }
  printAdded(await addEntries([{ from, to }], options), options)
}

/**
 * Runs `site redirects add-moved`. Appends an entry for each address that vanished according to the last report, if its
 * page is known to have moved.
 */
export function redirectsAddMoved(options: RedirectsAddOptions): Promise<void> {
  return addVanished(options, true, 'page that has moved and whose old address has no entry')
}

/**
 * Runs `site redirects add-gone`. Appends a tombstone for each address that vanished according to the last report,
 * unless its page is known to have moved.
 */
export function redirectsAddGone(options: RedirectsAddOptions): Promise<void> {
  return addVanished(options, false, 'address without an entry whose page is gone')
}

async function addVanished(options: RedirectsAddOptions, isMoved: boolean, sought: string): Promise<void> {
  const file = join(options.out, 'report.json')
  const vanished = (await readVanished(file)).filter(({ to }) => (to !== undefined) === isMoved)
  const added = vanished.length === 0 ? [] : await addEntries(vanished, options, { isReported: true })
  printAdded(added, options)
  if (added.length === 0) process.stderr.write(`Nothing to add: "${file}" lists no ${sought}.\n`)
}

function printAdded(added: AddedEntry[], { out }: RedirectsAddOptions): void {
  for (const { entry, path, target, why, isNew, isJudged } of added) {
    const done = isNew ? `Added entry ${entry} to` : `Changed entry ${entry} of`
    const end = target === undefined ? 'is gone (410)' : `redirects to ${target}`
    const unjudged = `There is no build in "${out}" yet; the next build reports whether there is a page at that address.`
    const reason = isJudged || target === undefined ? why : unjudged
    process.stderr.write(`${done} redirects.json: ${path} ${end}. ${reason}\n`)
  }
}
