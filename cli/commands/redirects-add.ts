import { existsSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { Findings, UsageError } from '#content/finding.ts'
import { nonBlocking } from '#publish/non-blocking.ts'
import { type AddressRules, readAddresses, rulesOf } from '#publish/redirects/addresses.ts'
import { appendRedirect, changeTarget, type NewRedirect } from '#publish/redirects/append-redirect.ts'
import { compileRedirects, type ResolvedEntry } from '#publish/redirects/compile-redirects.ts'
import { writtenAddress } from '#publish/redirects/ledger.ts'
import { parseTarget, plainPath, sourceProblem, targetProblem } from '#publish/redirects/redirect-address.ts'
import { parseRedirects, type RedirectEntry, readRedirectsText } from '#publish/redirects/redirects.ts'
import { entriesOf } from '#renderer/plan/resolve-moved.ts'
import type { Family, Settings } from '#renderer/settings.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'

export type RedirectsAddOptions = { out: string; config: string; gone?: boolean }

/** An old address as it was given, and its target. An address without a target is gone for good. */
type Wanted = { from: string; to?: string | undefined }

/**
 * Runs `site redirects add`. Appends an entry to `redirects.json`. If the address already has an entry that forms a
 * loop or says that the address is gone, changes the target of that entry instead. The rest of the file keeps its
 * formatting. Throws a `UsageError` and writes nothing for an invalid address, a loop, an address with any other entry,
 * or the address of a live page.
 */
export async function redirectsAdd(from: string, to: string | undefined, options: RedirectsAddOptions): Promise<void> {
  if ((to === undefined) === !options.gone) {
    throw new UsageError('Pass either a target or --gone.', {
      hint: 'For example: site redirects add /old /new, or: site redirects add /old --gone.',
    })
  }
  await addEntries([{ from, to }], options)
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
  const isAdded = vanished.length > 0 && (await addEntries(vanished, options, { isReported: true }))
  if (!isAdded) process.stderr.write(`Nothing to add: "${file}" lists no ${sought}.\n`)
}

const reportSchema = z.object({
  errors: z.array(
    z.object({ code: z.string(), where: z.object({ path: z.string(), url: z.string() }).partial().optional() }),
  ),
})

/**
 * Returns the addresses that vanished according to a report, each with the new address of its page if the report names
 * it.
 */
async function readVanished(file: string): Promise<Wanted[]> {
  try {
    const { errors } = reportSchema.parse(JSON.parse(await readFile(file, { encoding: 'utf8', flag: nonBlocking })))
    const vanished = errors.filter(({ code }) => code === 'address-vanished')
    const wanted = vanished.flatMap(({ where: { path: from, url: to } = {} }) =>
      from ? [{ from: writtenAddress(withoutEscapes(from)), to: to && writtenAddress(withoutEscapes(to)) }] : [],
    )
    // the report says what to do about the others
    return wanted.filter(({ from }) => sourceProblem(from) === undefined)
  } catch (cause) {
    throw new UsageError(`"${file}" is not a report of a build.`, {
      hint: 'Build the site first with "npx site build --locale all", or pass the folder of its export with --out.',
      cause,
    })
  }
}

/**
 * Removes the escapes that findings use to show marks of writing direction. An address itself never contains a
 * backslash.
 */
function withoutEscapes(address: string): string {
  return address.replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Returns whether there was anything to add. An address from a report may have got an entry since. */
async function addEntries(
  given: Wanted[],
  options: RedirectsAddOptions,
  { isReported = false } = {},
): Promise<boolean> {
  const { settings, siteRoot } = await loadSettings(options.config)
  const addresses = await readAddresses(options.out)
  const family = settings.families.find(({ id }) => id === addresses?.family) ?? settings.families[0]
  if (!family) throw new Error('Settings have a family.')
  const file = resolve(siteRoot, 'redirects.json')
  using _lock = lockFile(file)
  const text = readRedirectsText(file)
  const rules = addresses ? rulesOf(addresses) : unknownPages
  const before = entriesOf(family, settings, parseRedirects(text, file))
  const outdated = addresses ? outdatedIn(before, rules) : new Map()
  const known = new Set(before.flatMap(({ origin, from }) => (origin === undefined ? [plainPath(from)] : [])))
  const isAnswered = (path: string): boolean => known.has(path) && !outdated.has(path)
  const entries = given.map((one) => entryOf(one, family, settings))
  const wanted = entries.filter(({ from }) => !(isReported && isAnswered(plainPath(from))))
  if (wanted.length === 0) return false
  const { changed, numbers } = changedText(wanted, text, { before, outdated })
  const added = judge(entriesOf(family, settings, parseRedirects(changed, file)), numbers, rules)
  writeText(file, { text: changed, before: text })
  for (const entry of added) {
    const end = entry.target === undefined ? 'is gone (410)' : `redirects to ${entry.target}`
    const isJudged = addresses !== undefined || entry.target === undefined
    const unjudged = `There is no build in "${options.out}" yet; the next build reports whether there is a page at that address.`
    const done = entry.entry > before.length ? `Added entry ${entry.entry} to` : `Changed entry ${entry.entry} of`
    process.stderr.write(`${done} redirects.json: ${entry.path} ${end}. ${isJudged ? entry.why : unjudged}\n`)
  }
  return true
}

/**
 * Locks the file against other commands until it is written. Throws a `UsageError` if another command has locked it.
 */
function lockFile(file: string): Disposable {
  const lock = `${file}.lock`
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return { [Symbol.dispose]: () => rmSync(lock, { force: true }) }
  } catch (cause) {
    // the folder may be read-only
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') return { [Symbol.dispose]() {} }
    throw new UsageError(`"${file}" is being written by another command, so nothing was added.`, {
      hint: `Try again. If no other command is running, one was killed: remove "${lock}".`,
    })
  }
}

/**
 * Writes into the file itself, so that it keeps its owner and its permissions. The file may be a link, mounted, or in a
 * read-only folder. If the new text cannot be written completely, the old text is restored.
 */
function writeText(file: string, { text, before }: Record<'text' | 'before', string>): void {
  const isNew = !existsSync(file)
  const put = (content: string): void => {
    writeFileSync(file, content, { flag: isNew ? 'w' : 'r+' }) // `w` would empty the file first
    truncateSync(file, Buffer.byteLength(content))
  }
  try {
    put(text)
  } catch (cause) {
    try {
      if (isNew) rmSync(realpathSync(file))
      else put(before)
    } catch {
      // The check below shows whether the file is unchanged: a file that cannot be opened was not written to.
    }
    const isAsBefore = readRedirectsText(file) === before
    throw new UsageError(
      `"${file}" cannot be written, and ${isAsBefore ? 'is unchanged' : 'was written only in part'}.`,
      {
        hint: `${isAsBefore ? '' : 'Restore it, for example from version control. '}Check the permissions and the free space on the disk, and try again.`,
        cause,
      },
    )
  }
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

function entryOf({ from, to }: Wanted, family: Family, { families }: Settings): NewRedirect {
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

/** The rules before the first build, when any address may be that of a page. */
const unknownPages: AddressRules = {
  isPage: () => false,
  isTaken: () => false,
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
