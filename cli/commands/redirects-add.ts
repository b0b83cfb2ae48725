import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Findings, UsageError } from '#content/finding.ts'
import { type AddressRules, readAddresses, rulesOf } from '#publish/redirects/addresses.ts'
import { appendRedirect } from '#publish/redirects/append-redirect.ts'
import { compileRedirects, type ResolvedEntry } from '#publish/redirects/compile-redirects.ts'
import { sourceProblem, targetProblem } from '#publish/redirects/redirect-address.ts'
import { parseRedirects, type RedirectEntry } from '#publish/redirects/redirects.ts'
import { entriesOf } from '#renderer/plan/resolve-moved.ts'
import type { Family } from '#renderer/settings.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'

export type RedirectsAddOptions = { out: string; config: string; gone?: boolean }

/**
 * `site redirects add`: appends an entry to `redirects.json`, which otherwise keeps its form. Throws a `UsageError`, and writes
 * nothing, for an address that is none, a loop, an entry of an address that has one, or a live page.
 */
export async function redirectsAdd(from: string, to: string | undefined, options: RedirectsAddOptions): Promise<void> {
  const { settings, siteRoot } = await loadSettings(options.config)
  if ((to === undefined) === !options.gone) {
    throw new UsageError('Name one target, or say with --gone that there is none.', {
      hint: 'As in: site redirects add /old /new; or: site redirects add /old --gone.',
    })
  }
  const addresses = await readAddresses(options.out)
  const family = settings.families.find(({ id }) => id === addresses?.family) ?? settings.families[0]
  if (!family) throw new Error('Settings have a family.')
  const file = resolve(siteRoot, 'redirects.json')
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '{\n  "redirects": []\n}\n'
    throw new UsageError(`"${file}" cannot be read.`, { cause })
  })
  const added = {
    from: pathOf(from, family),
    to: to === undefined ? null : pathOf(to, family),
    ...(family.id !== settings.families[0]?.id && { family: family.id }),
  }
  refuseOdd(from, sourceProblem(added.from))
  if (to !== undefined && added.to !== null) refuseOdd(to, targetProblem(added.to))
  parseRedirects(text, file)
  const changed = appendRedirect(text, added)
  const entries = entriesOf(family, settings, parseRedirects(changed, file))
  const entry = judge(entries, addresses ? rulesOf(addresses) : unknownPages)
  await writeFile(file, changed)
  const end = entry.target === undefined ? 'is gone (410)' : `leads to ${entry.target}`
  const isJudged = addresses !== undefined || entry.target === undefined
  const unjudged = `There is no build in "${options.out}" yet; the next one tells whether a page answers there.`
  process.stderr.write(
    `Added entry ${entry.entry} to redirects.json: ${entry.path} ${end}. ${isJudged ? entry.why : unjudged}\n`,
  )
}

function refuseOdd(address: string, problem: string | undefined): void {
  if (problem === undefined) return
  throw new UsageError(`"${address}" is not added to redirects.json: ${problem}.`, {
    hint: 'As in: site redirects add /old /new; see docs/redirects.md of the tool.',
  })
}

/** An address of the site as a path; what was copied from a browser has the origin before it. */
function pathOf(address: string, { origin }: Family): string {
  if (address === origin) return '/'
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
}

/** Without a build nothing is known of pages, so that every address may be one. */
const unknownPages: AddressRules = {
  pages: [],
  isPage: () => false,
  isTaken: () => false,
  isAnswered: () => false,
  isOutside: () => true,
}

function judge(entries: RedirectEntry[], rules: AddressRules): ResolvedEntry {
  const { table } = compileRedirects({ entries, rules, findings: new Findings() })
  const entry = table.at(-1)
  if (!entry) throw new Error('The new entry is missing.')
  const refused = entry.outcome === 'redirect' || entry.outcome === 'gone' ? undefined : entry
  const spoilt = refused ?? table.find(({ outcome, via }) => outcome === 'loop' && via.includes(entry.path))
  if (!spoilt) return entry
  throw new UsageError(`"${entry.from}" is not added to redirects.json. ${spoilt.why}`, {
    hint: 'See what there is with: npx site redirects.',
  })
}
