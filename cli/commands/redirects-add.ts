import { existsSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { Findings, UsageError } from '#content/finding.ts'
import { atOnce } from '#publish/at-once.ts'
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

/** An old address as it was given, and where it leads; one without a target is gone for good. */
type Wanted = { from: string; to?: string | undefined }

/**
 * `site redirects add`: appends an entry to `redirects.json`, or gives another target to an entry that goes in a circle or says that the
 * address is gone. The rest of the file keeps its form. Throws a `UsageError`, and writes nothing, for a text that is no address, a loop,
 * any other address that has an entry, or a live page.
 */
export async function redirectsAdd(from: string, to: string | undefined, options: RedirectsAddOptions): Promise<void> {
  if ((to === undefined) === !options.gone) {
    throw new UsageError('Name one target, or say with --gone that there is none.', {
      hint: 'As in: site redirects add /old /new; or: site redirects add /old --gone.',
    })
  }
  await addEntries([{ from, to }], options)
}

/** `site redirects add-moved`: the same for each address that vanished by the last report, and whose page is known to stand elsewhere. */
export function redirectsAddMoved(options: RedirectsAddOptions): Promise<void> {
  return addVanished(options, true, 'page that has moved and left its address without an entry')
}

/** `site redirects add-gone`: a tombstone for each address that vanished by the last report, and whose page is not known to stand elsewhere. */
export function redirectsAddGone(options: RedirectsAddOptions): Promise<void> {
  return addVanished(options, false, 'address without an entry whose page is gone')
}

async function addVanished(options: RedirectsAddOptions, isMoved: boolean, sought: string): Promise<void> {
  const file = join(options.out, 'report.json')
  const vanished = (await readVanished(file)).filter(({ to }) => (to !== undefined) === isMoved)
  const isAdded = vanished.length > 0 && (await addEntries(vanished, options, { isReported: true }))
  if (!isAdded) process.stderr.write(`Nothing to add: "${file}" tells of no ${sought}.\n`)
}

const reportSchema = z.object({
  errors: z.array(
    z.object({ code: z.string(), where: z.object({ path: z.string(), url: z.string() }).partial().optional() }),
  ),
})

/** The addresses that vanished, as a report tells, each with the new address of its page where the report names that. */
async function readVanished(file: string): Promise<Wanted[]> {
  try {
    const { errors } = reportSchema.parse(JSON.parse(await readFile(file, { encoding: 'utf8', flag: atOnce })))
    const vanished = errors.filter(({ code }) => code === 'address-vanished')
    const wanted = vanished.flatMap(({ where: { path: from, url: to } = {} }) =>
      from ? [{ from: writtenAddress(withoutEscapes(from)), to: to && writtenAddress(withoutEscapes(to)) }] : [],
    )
    return wanted.filter(({ from }) => sourceProblem(from) === undefined) // the report says what to do about the others
  } catch (cause) {
    throw new UsageError(`"${file}" is no report of a build.`, {
      hint: 'Build the site first: npx site build --locale all; or name its folder with --out.',
      cause,
    })
  }
}

/** An address without the escapes by which findings show marks of writing direction. No address holds a backslash itself. */
function withoutEscapes(address: string): string {
  return address.replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Gives whether there was anything to add: what a report told may have got an entry since. */
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
    const end = entry.target === undefined ? 'is gone (410)' : `leads to ${entry.target}`
    const isJudged = addresses !== undefined || entry.target === undefined
    const unjudged = `There is no build in "${options.out}" yet; the next one tells whether a page answers there.`
    const done = entry.entry > before.length ? `Added entry ${entry.entry} to` : `Changed entry ${entry.entry} of`
    process.stderr.write(`${done} redirects.json: ${entry.path} ${end}. ${isJudged ? entry.why : unjudged}\n`)
  }
  return true
}

/** Keeps other commands from the file until it is written. Throws a `UsageError` where another command has locked it. */
function lockFile(file: string): Disposable {
  const lock = `${file}.lock`
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return { [Symbol.dispose]: () => rmSync(lock, { force: true }) }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') return { [Symbol.dispose]() {} } // the folder may be one that cannot be written to
    throw new UsageError(`"${file}" is being written by another command, so nothing was added.`, {
      hint: `Try again. Where no command runs, one was killed: remove "${lock}".`,
    })
  }
}

/**
 * Writes into the file itself, which keeps its owner and its permissions and may be a link, mounted, or in a folder that cannot be written
 * to. Where the new text cannot be written whole, the old one is put back.
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
      // Whether it is as before is looked at next: a file that cannot be opened was not written to.
    }
    const isAsBefore = readRedirectsText(file) === before
    throw new UsageError(`"${file}" cannot be written, and ${isAsBefore ? 'stays as it was' : 'is written in part'}.`, {
      hint: `${isAsBefore ? '' : 'Put it back, as from version control. '}See to its permissions and to the room on its disk, and try again.`,
      cause,
    })
  }
}

/** The numbers of entries that lead in a circle or nowhere, by their address: those of a page that was moved or taken away, and came back. */
function outdatedIn(entries: RedirectEntry[], rules: AddressRules): Map<string, number> {
  const { table } = compileRedirects({ entries, rules, findings: new Findings() })
  return new Map(
    table.flatMap(({ outcome, path, entry }) => (outcome === 'loop' || outcome === 'gone' ? [[path, entry]] : [])),
  )
}

type Known = { before: RedirectEntry[]; outdated: Map<string, number> }

/** The text of `redirects.json` with new entries, and their numbers. A new entry takes the place of an outdated one of its address. */
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
    refuseOdd(to, isOurs ? undefined : `it is at no origin of the settings (${ours.join(', ')})`)
  }
  return { ...entry, ...(family.id !== families[0]?.id && { family: family.id }) }
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

/** The rules to judge by before the first build: any address may be that of a page. */
const unknownPages: AddressRules = {
  isPage: () => false,
  isTaken: () => false,
  isAnswered: () => false,
  isOutside: () => true,
  nearest: () => [],
}

/**
 * What becomes of the new entries, which have these numbers. Throws a `UsageError` where one is refused. Older entries need not be judged:
 * a new one spoils them only by a circle, and is then in that circle itself.
 */
function judge(entries: RedirectEntry[], numbers: number[], rules: AddressRules): ResolvedEntry[] {
  const { table } = compileRedirects({ entries, rules, findings: new Findings() })
  const added = table.filter(({ entry }) => numbers.includes(entry))
  const refused = added.find(({ outcome }) => outcome !== 'redirect' && outcome !== 'gone')
  if (!refused) return added
  throw new UsageError(`"${refused.from}" is not added to redirects.json. ${refused.why}`, {
    hint: 'See what there is with: npx site redirects.',
  })
}
