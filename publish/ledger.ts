import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { type Findings, UsageError } from '#content/finding.ts'
import type { AddressRules } from './addresses.ts'
import { findNearest } from './nearest-addresses.ts'

/** Every address a site has ever published, and the content service it was filled from. */
export type Ledger = { service?: string; addresses: string[] }

const heading = [
  '# Every address that was ever published. A build in which one of them vanishes without a redirect or tombstone fails.',
  '# Builds add to it; commit it. See docs/redirects.md.',
]
const servicePrefix = '# service: '
/** Suggestions cost a comparison with every page, so only so many addresses get them. */
const mostSuggestions = 200

/** Reads a ledger: one address a line, `#` starts a remark. Nothing when there is no file; a `UsageError` for a line that is neither. */
export async function readLedger(file: string): Promise<Ledger | undefined> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw new UsageError(`The ledger of addresses "${file}" cannot be read.`, { cause })
  })
  if (text === undefined) return undefined
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const wrong = lines.findIndex((line) => line !== '' && !/^[#/]/.test(line))
  if (wrong >= 0) {
    throw new UsageError(`Line ${wrong + 1} of "${file}" is no address: ${JSON.stringify(lines[wrong])}.`, {
      hint: 'Each line is an address from "/", as in /en/help; what is left of a merge must go.',
    })
  }
  const service = lines.find((line) => line.startsWith(servicePrefix))?.slice(servicePrefix.length)
  const addresses = sorted(lines.filter((line) => line.startsWith('/')).map((line) => line.normalize('NFC')))
  return { addresses, ...(service && { service }) }
}

export type LedgerCheck = {
  ledger: Ledger
  rules: AddressRules
  /** Sources of the redirects and tombstones that are published. */
  moved: Set<string>
  findings: Findings
}

/** Reports each address of the ledger that nothing answers any more as an error, with the live ones most like it. */
export function checkLedger({ ledger, rules, moved, findings }: LedgerCheck): void {
  const vanished = ledger.addresses.filter(
    (address) => !rules.isAnswered(address) && !moved.has(address) && !rules.isOutside(address),
  )
  const nearest = findNearest(rules.pages)
  for (const [index, path] of vanished.entries()) {
    const [first, ...others] = index < mostSuggestions ? nearest(path) : []
    const add = `npx site redirects add ${quoteForShell(path)} ${quoteForShell(first ?? '/new-address')}`
    const also = others.length > 0 ? ` (also near: ${others.map((other) => `"${other}"`).join(', ')})` : ''
    findings.error({
      code: 'address-vanished',
      message: `The address "${path}" was published before, but no page, redirect or tombstone answers it any more.`,
      where: { path, ...(first !== undefined && { url: first }) },
      hint: `Say where it went: ${add}${also}; or that it is gone for good: npx site redirects add ${quoteForShell(path)} --gone.`,
    })
  }
}

/**
 * Adds addresses to a ledger, in order; a file that holds them all is not touched, and none is ever taken out. A file that cannot
 * be written is a warning.
 */
export async function addToLedger(
  file: string,
  ledger: Ledger,
  { pages, findings }: { pages: string[]; findings: Findings },
): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    const current = (await readLedger(file)) ?? ledger // another build may have added some in the meantime
    const addresses = sorted([...current.addresses, ...pages])
    if (addresses.length === current.addresses.length) return
    const service = ledger.service ? [`${servicePrefix}${ledger.service}`] : []
    await writeFile(temporary, `${[...heading, ...service, ...addresses].join('\n')}\n`)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined) // it lies where nothing can be written
    findings.warn({
      code: 'ledger-unwritable',
      message: `New addresses cannot be added to the ledger "${file}": ${(error as Error).message.replace(/\.$/, '')}.`,
      hint: 'Run the build once where the project can be written, and commit the ledger; --no-ledger builds without it.',
    })
  }
}

function sorted(addresses: string[]): string[] {
  return [...new Set(addresses)].sort((a, b) => (a < b ? -1 : 1))
}

function quoteForShell(text: string): string {
  return /^[\p{L}\p{N}/._~-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
