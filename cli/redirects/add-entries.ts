import { resolve } from 'node:path'
import { Findings, UsageError } from '#content/finding.ts'
import { type AddressRules, addressRulesOf, readAddresses } from '#publish/redirects/addresses.ts'
import { appendRedirect, changeTarget, type NewRedirect } from '#publish/redirects/append-redirect.ts'
import { compileRedirects, type ResolvedEntry } from '#publish/redirects/compile-redirects.ts'
import { plainPath } from '#publish/redirects/redirect-address.ts'
import { parseRedirects, type RedirectEntry, readRedirectsText } from '#publish/redirects/redirects.ts'
import { entriesOf } from '#renderer/plan/moved-addresses.ts'
import { checkRedirects } from '#renderer/sources/check-files.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'
import { entryOf, type Wanted } from './wanted-entry.ts'
import { lockRedirects, writeRedirects } from './write-redirects.ts'

/** An entry that was added or changed. */
export type AddedEntry = ResolvedEntry & {
  /** Whether it was added, and not only given another target. */
  isNew: boolean
  /** Whether there was a build whose pages its addresses could be compared with. */
  isJudged: boolean
}

/**
 * Appends entries to `redirects.json`, and returns them. If an address already has an entry that forms a loop or says
 * that the address is gone, changes the target of that entry instead. The rest of the file keeps its formatting. With
 * `isReported`, addresses that have an entry by now are left out. Throws a `UsageError` and writes nothing for an
 * invalid address, a loop, an address with any other entry, or the address of a live page.
 */
export async function addEntries(
  given: Wanted[],
  { out, config }: { out: string; config: string },
  { isReported = false } = {},
): Promise<AddedEntry[]> {
  const { settings, siteRoot } = await loadSettings(config)
  const addresses = await readAddresses(out)
  const family = settings.families.find(({ id }) => id === addresses?.family) ?? settings.families[0]
  if (!family) throw new Error('Settings have a family.')
  const file = resolve(siteRoot, 'redirects.json')
  using _lock = lockRedirects(file)
  const text = readRedirectsText(file)
  await checkRedirects(siteRoot, settings)
  const rules = addresses ? addressRulesOf(addresses) : unknownPages
  const before = entriesOf(family, settings, parseRedirects(text, file))
  const outdated = addresses ? outdatedIn(before, rules) : new Map()
  const known = new Set(before.flatMap(({ origin, from }) => (origin === undefined ? [plainPath(from)] : [])))
  const isAnswered = (path: string): boolean => known.has(path) && !outdated.has(path)
  const entries = given.map((one) => entryOf(one, family, settings))
  const wanted = entries.filter(({ from }) => !(isReported && isAnswered(plainPath(from))))
  if (wanted.length === 0) return []
  const { changed, numbers } = changedText(wanted, text, { before, outdated })
  const added = judge(entriesOf(family, settings, parseRedirects(changed, file)), numbers, rules)
  writeRedirects(file, { text: changed, before: text })
  const isJudged = addresses !== undefined
  return added.map((entry) => ({ ...entry, isNew: entry.entry > before.length, isJudged }))
}

/**
 * Returns the numbers of entries that form a loop or say that their address is gone, by address. Such entries are left
 * over when a page that was moved or removed comes back.
 */
function outdatedIn(entries: RedirectEntry[], rules: AddressRules): Map<string, number> {
  const { table } = compileRedirects({ entries, rules, findings: new Findings() })
  return new Map(
    table.flatMap(({ outcome, path, entry }) => (outcome === 'loop' || outcome === 'gone' ? [[path, entry]] : [])),
  )
}

type Known = { before: RedirectEntry[]; outdated: Map<string, number> }

/**
 * Returns the text of `redirects.json` with the new entries, and their numbers. A new entry replaces an outdated entry
 * for the same address.
 */
function changedText(wanted: NewRedirect[], text: string, { before, outdated }: Known) {
  let changed = text
  let count = before.length
  const numbers = wanted.map((entry) => {
    const known = outdated.get(plainPath(entry.from))
    changed = known === undefined ? appendRedirect(changed, entry) : changeTarget(changed, known, entry.to)
    return known ?? ++count
  })
  return { changed, numbers }
}

/** The rules before the first build, when any address may be that of a page. */
const unknownPages: AddressRules = {
  isPage: () => false,
  isTaken: () => false,
  isOfService: () => false,
  isAnswered: () => false,
  isOutside: () => true,
  nearest: () => [],
}

/**
 * Returns the outcome of the new entries, which have these numbers. Throws a `UsageError` if one of them is refused.
 * Older entries need no check: a new entry can break an older one only by closing a loop, and is then part of that loop
 * itself.
 */
function judge(entries: RedirectEntry[], numbers: number[], rules: AddressRules): ResolvedEntry[] {
  const { table } = compileRedirects({ entries, rules, findings: new Findings() })
  const added = table.filter(({ entry }) => numbers.includes(entry))
  const refused = added.find(({ outcome }) => outcome !== 'redirect' && outcome !== 'gone')
  if (!refused) return added
  throw new UsageError(`"${refused.from}" was not added to redirects.json. ${refused.why}`, {
    hint: 'To see all entries, run: npx site redirects',
  })
}
