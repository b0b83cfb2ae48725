import { resolve } from 'node:path'
import { type Findings, UsageError } from '#content/finding.ts'
import { type Addresses, rulesOf, writeAddresses } from '#publish/addresses.ts'
import { type CompiledRedirects, compileRedirects } from '#publish/compile-redirects.ts'
import { addToLedger, checkLedger, type Ledger, readLedger } from '#publish/ledger.ts'
import { type RedirectEntry, readRedirects } from '#publish/redirects.ts'
import { addressKey } from './address.ts'
import { feedFile } from './feeds-of.ts'
import { ledgerFile, serviceName } from './ledger-file.ts'
import type { Route } from './plan-routes.ts'
import type { Family, Settings } from './settings.ts'

export type MovedJob = {
  settings: Settings
  family: Family
  locales: string[]
  root: string
  out: string
  api: string
  service?: string
  ledger?: boolean
  dryRun?: boolean
}

/** Addresses that are no pages any more: where they lead, and what is gone. */
export type Moved = CompiledRedirects & {
  /** Sources of the redirects, as address keys. */
  redirectKeys: Set<string>
  /** After the commit: adds the addresses of this build to the ledger. */
  remember(): Promise<void>
}

/**
 * Compiles `redirects.json` against the pages of a build, writes `DIR/addresses.json`, and checks that no address of the ledger
 * has vanished (not when content could not be read: then its pages are missing for another reason, which is an error already).
 */
export async function resolveMoved(job: MovedJob, routes: Route[], findings: Findings): Promise<Moved> {
  const isContentWhole = findings.errors.length === 0
  const addresses = plannedAddresses(job, routes)
  const rules = rulesOf(addresses)
  const entries = entriesOf(job.family, job.settings, await readRedirects(resolve(job.root, 'redirects.json')))
  const compiled = compileRedirects({ entries, rules, findings })
  if (!job.dryRun) await writeAddresses(job.out, addresses)

  const file = job.ledger === false ? undefined : ledgerFile(job)
  const ledger = file === undefined ? undefined : await openLedger(file, job, findings)
  const moved = new Set([...compiled.redirects.map(({ from }) => from), ...compiled.gone])
  if (ledger && isContentWhole) checkLedger({ ledger, rules, moved, findings })
  const lasting = routes.filter(({ source, page, origin }) => isOwnPage(source, origin, job.family) && page === 1)
  return {
    ...compiled,
    redirectKeys: new Set(compiled.redirects.map(({ from }) => addressKey(from))),
    async remember() {
      if (!file || !ledger) return
      await addToLedger(file, ledger, { pages: lasting.map(({ path }) => path.normalize('NFC')), findings })
    },
  }
}

/** The ledger, or a new one; nothing when it speaks of another content service. */
async function openLedger(file: string, job: MovedJob, findings: Findings): Promise<Ledger | undefined> {
  const service = job.service ?? serviceName(job.api)
  const ledger = (await readLedger(file)) ?? { service, addresses: [] }
  if (ledger.service === undefined || ledger.service === service) return ledger
  if (ledger.service === 'demo') return undefined // of the demo that comes with the project; any other service is a site of its own
  findings.warn({
    code: 'ledger-other-service',
    message: `The ledger "${file}" was filled from "${ledger.service}", but this build reads "${service}"; vanished addresses are not looked for.`,
    hint: 'If the service has moved, write its new name into the line "# service:" of the ledger; for a test, build with --no-ledger.',
  })
  return undefined
}

/** Entries of a family; one that names none belongs to the first family. Throws a `UsageError` for an unknown one. */
export function entriesOf(family: Family, settings: Settings, entries: RedirectEntry[]): RedirectEntry[] {
  const ids = settings.families.map(({ id }) => id)
  const stray = entries.find((entry) => entry.family !== undefined && !ids.includes(entry.family))
  if (stray) {
    throw new UsageError(`Entry ${stray.entry} of redirects.json names the domain family "${stray.family}".`, {
      hint: `The settings have: ${ids.join(', ')}.`,
    })
  }
  return entries.filter((entry) => (entry.family ?? ids[0]) === family.id)
}

const filesOfSite = ['/sitemap.xml', '/robots.txt', '/sw.js']

/** Every address that a build of these routes answers. */
export function plannedAddresses(
  { family, locales }: Pick<MovedJob, 'family' | 'locales'>,
  routes: Route[],
): Addresses {
  const own = routes.filter(({ origin }) => origin === family.origin)
  const paths = (some: Route[]): string[] => [...new Set(some.map(({ path }) => path.normalize('NFC')))].sort()
  const feeds = locales.map((locale) => `/${feedFile(locale, family)}`)
  return {
    family: family.id,
    defaultLocale: family.defaultLocale,
    locales: family.locales,
    built: locales,
    pages: paths(own.filter(({ source }) => source.kind !== 'error')),
    files: [...paths(own.filter(({ source }) => source.kind === 'error')), ...feeds, ...filesOfSite].sort(),
    shells: paths(own.filter(({ source }) => source.kind === 'restricted')).map((path) => `${path}/`),
  }
}

function isOwnPage(source: Route['source'], origin: string, family: Family): boolean {
  return source.kind !== 'error' && origin === family.origin
}
