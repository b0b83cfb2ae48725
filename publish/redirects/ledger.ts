import { existsSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { type Finding, type Findings, SiteError, UsageError } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'
import { nonBlocking } from '#publish/non-blocking.ts'
import { draftOf, removeOldDrafts } from '#publish/replace-file.ts'
import { shellWord } from '#publish/shell-word.ts'
import type { AddressRules } from './addresses.ts'
import { maxSuggestions } from './nearest-addresses.ts'
import { sourceProblem } from './redirect-address.ts'

/**
 * Every address that a site has ever published, the content service that the site was built from, and the domain family
 * of the addresses if the site has several.
 */
export type Ledger = { service?: string; family?: string; addresses: string[] }

const heading = [
  '# Every address that was ever published. A build in which one of them vanishes without a redirect or tombstone fails.',
  '# Builds add to it; commit it. See docs/redirects.md.',
]
/** The lines about the ledger itself. */
const prefixes = { service: '# service: ', family: '# family: ' }
const isAboutLedger = (line: string): boolean =>
  heading.includes(line) || Object.values(prefixes).some((prefix) => line.startsWith(prefix))

/**
 * Reads a ledger. It has one address per line, and `#` starts a comment. Returns `undefined` if there is no file.
 * Throws a `UsageError` for any other line.
 */
export async function readLedger(file: string): Promise<Ledger | undefined> {
  const text = await readText(file)
  return text === undefined ? undefined : parseLedger(file, text)
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, { encoding: 'utf8', flag: nonBlocking }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw new UsageError(`The ledger of addresses "${file}" cannot be read.`, {
      hint: 'Correct "ledger" in the settings, which must name a file, or fix the permissions of that file.',
      cause,
    })
  })
}

function parseLedger(file: string, text: string): Ledger {
  const lines = linesOf(text)
  const wrong = lines.findIndex((line) => line !== '' && !/^[#/]/.test(line))
  if (wrong >= 0) {
    throw new UsageError(`Line ${wrong + 1} of "${file}" is not an address: ${JSON.stringify(lines[wrong])}.`, {
      hint: 'Each line must be an address that begins with "/", as in /en/help. Remove the marks of a merge conflict.',
    })
  }
  const after = (prefix: string) => lines.find((line) => line.startsWith(prefix))?.slice(prefix.length)
  const [service, family] = [after(prefixes.service), after(prefixes.family)]
  const addresses = sorted(lines.filter((line) => line.startsWith('/')).map((line) => line.normalize('NFC')))
  return { addresses, ...(service && { service }), ...(family && { family }) }
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.trimStart()) // an address may end with a space
}

export type LedgerCheck = {
  ledger: Ledger
  rules: AddressRules
  /** Sources of the published redirects. */
  moved: Set<string>
  /** The addresses that are permanently gone: tombstones, and redirects that end at one. */
  gone: Set<string>
  /**
   * The current address of the page that had this address; `null` if that page is no longer published, `undefined` if
   * this is not known.
   */
  currentAddressOf: (address: string) => string | null | undefined
  findings: Findings
  /**
   * True if no report is written to the export's folder, which `site redirects add-moved` and `add-gone` would read.
   */
  dryRun?: boolean
}

/**
 * Reports an error for each address of the ledger that nothing answers any more, with the current address of its page,
 * or with the existing addresses most like it. A tombstone does not count as an answer if the page of its address now
 * has another address.
 */
export function checkLedger({ ledger, rules, moved, gone, currentAddressOf, findings, dryRun }: LedgerCheck): void {
  const vanished = ledger.addresses
    .filter(
      (address) =>
        !rules.isAnswered(address) &&
        !moved.has(address) &&
        !rules.isOutside(address) &&
        !(gone.has(address) && !currentAddressOf(address)),
    )
    .map((path) => {
      const odd = sourceProblem(writtenAddress(path))
      return { path, odd, now: odd === undefined ? currentAddressOf(path) : undefined }
    })
  const forAll = (count: number, words: string): string =>
    count > 1 && !dryRun ? `; for all ${count} pages that ${words}` : ''
  const allMoved = forAll(vanished.filter(({ now }) => now).length, 'moved: npx site redirects add-moved')
  const allGone = forAll(
    vanished.filter(({ now }) => now === null).length,
    'are no longer published: npx site redirects add-gone',
  )
  for (const [index, { path, odd, now }] of vanished.entries()) {
    const isGone = gone.has(path)
    const near = now || index >= maxSuggestions ? [] : rules.nearest(path)
    findings.error({
      code: 'address-vanished',
      message: isGone
        ? `redirects.json declares the address "${path}" gone for good, but its page is elsewhere now.`
        : `The address "${path}" was published before, but no page, redirect or tombstone answers it any more.`,
      where: { path, ...(now && { url: now }) },
      hint: odd
        ? `Neither a redirect nor a tombstone can be written for it: ${odd}. Remove its line from the ledger (addresses.txt).`
        : `${nextStep({ path, now, near, isGone })}${now ? allMoved : now === null ? allGone : ''}`,
    })
  }
}

type Vanished = { path: string; now: string | null | undefined; near: string[]; isGone: boolean }

/** What to do about an address that vanished. `near` are live addresses like it, unless its page is known (`now`). */
function nextStep({ path, now, near, isGone }: Vanished): string {
  const add = `npx site redirects add ${asArgument(path)}`
  const orGone = isGone ? '' : ', or declare it gone for good, with --gone instead of the second address'
  if (now) return `Its page is at "${now}" now. Redirect the address there${orGone}: ${add} ${asArgument(now)}`
  const listed = (some: string[], what: string): string =>
    some.length > 0 ? ` (${what}: ${some.map((one) => `"${one}"`).join(', ')})` : ''
  if (now === null)
    return `Its page is no longer published. Declare the address gone for good, or redirect it${listed(near, 'similar addresses')}, with an address instead of --gone: ${add} --gone`
  const [nearest = '/new-address', ...others] = near
  return `Redirect it to its new address${listed(others, 'other similar addresses')}${orGone}: ${add} ${asArgument(nearest)}`
}

/** Addresses that are ready to be added to a ledger. Without `publish`, they are discarded on disposal. */
export type StagedLedger = AsyncDisposable & { publish(): Promise<void> }

export type LedgerAddition = { pages: string[]; findings: Findings }

/**
 * Writes a draft of the ledger with further addresses beside it. `publish` replaces the ledger with the draft. No
 * address is ever removed, and a ledger that already holds all of them is not touched. Warns if the ledger cannot be
 * written, and throws a `SiteError` if its disk is full.
 */
export async function stageLedger(named: string, ledger: Ledger, addition: LedgerAddition): Promise<StagedLedger> {
  // If the name is a link, the link stays and its target is replaced.
  const file = existsSync(named) ? realpathSync(named) : named
  const draft = draftOf(file)
  let staged: string | undefined
  const stage = async (): Promise<void> => {
    const before = await readText(file)
    const text = withAddresses(file, before, { ledger, pages: addition.pages })
    // Synchronous, because an interruption during an `await` would leave the draft behind.
    if (text !== undefined) writeFileSync(draft, text)
    staged = text === undefined ? undefined : (before ?? '')
  }
  const orWarn = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      const finding = unwritableLedger(named, error)
      if (machineFault(error, '')?.isFull) throw new SiteError(finding, { cause: error })
      addition.findings.warn(finding)
    }
  }
  await orWarn(async () => {
    removeOldDrafts(file)
    await stage()
  })
  return {
    publish: () =>
      orWarn(async () => {
        // Another build may have added addresses in the meantime, or removed the draft if it is in another container.
        if (staged !== undefined && (!existsSync(draft) || ((await readText(file)) ?? '') !== staged)) await stage()
        if (staged !== undefined) renameSync(draft, file)
      }),
    // The user has already been warned about a folder that cannot be written.
    [Symbol.asyncDispose]: () => rm(draft, { force: true }).catch(() => undefined),
  }
}

/** The text of a ledger with the missing addresses added; `undefined` if it holds them all. */
function withAddresses(file: string, text: string | undefined, { ledger, pages }: { ledger: Ledger; pages: string[] }) {
  const known = text === undefined ? ledger : parseLedger(file, text)
  const addresses = sorted([...known.addresses, ...pages])
  if (addresses.length === known.addresses.length) return undefined
  const service = ledger.service ? [`${prefixes.service}${ledger.service}`] : []
  const family = ledger.family ? [`${prefixes.family}${ledger.family}`] : []
  const { above, atEnd } = remarksIn(text ?? '')
  const lines = addresses.flatMap((address) => [...(above.get(address) ?? []), address])
  return `${[...heading, ...service, ...family, ...lines, ...atEnd].join('\n')}\n`
}

/** The comments that somebody wrote, by the address below them. */
function remarksIn(text: string): { above: Map<string, string[]>; atEnd: string[] } {
  const above = new Map<string, string[]>()
  let remarks: string[] = []
  for (const line of linesOf(text)) {
    if (line.startsWith('#') && !isAboutLedger(line)) remarks.push(line)
    if (!line.startsWith('/') || remarks.length === 0) continue
    const address = line.normalize('NFC')
    above.set(address, [...(above.get(address) ?? []), ...remarks])
    remarks = []
  }
  return { above, atEnd: remarks }
}

function unwritableLedger(file: string, error: unknown): Finding {
  const fault = machineFault(error, '')
  const why = fault?.why ?? (error as Error).message.replace(/\.$/, '')
  return {
    code: 'ledger-unwritable',
    message: `New addresses cannot be added to the ledger "${file}": ${why}.`,
    hint: fault?.isFull
      ? 'Nothing was published. Free some space there, and build again; --no-ledger builds without it.'
      : 'Run the build once where the project can be written, and commit the ledger; --no-ledger builds without it.',
  }
}

function sorted(addresses: string[]): string[] {
  return [...new Set(addresses)].sort()
}

/**
 * An address in the form that `site redirects add` expects. Percent-encodes a `%` that would otherwise be decoded, and
 * invisible characters, because terminals drop or change them.
 */
export function writtenAddress(address: string): string {
  return address.replaceAll(/%(?=[0-9a-f]{2})/gi, '%25').replaceAll(/(?! )[\p{C}\p{Z}]/gu, encodeURIComponent)
}

/** An address as an argument of `site redirects add`, quoted for a shell if needed. */
export function asArgument(address: string): string {
  return shellWord(writtenAddress(address))
}
