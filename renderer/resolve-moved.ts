import { resolve } from 'node:path'
import { type Findings, UsageError } from '#content/finding.ts'
import { type Addresses, rulesOf, writeAddresses } from '#publish/addresses.ts'
import { type CompiledRedirects, compileRedirects } from '#publish/compile-redirects.ts'
import { addToLedger, checkLedger, type Ledger, readLedger } from '#publish/ledger.ts'
import { parseTarget, writeTarget } from '#publish/redirect-address.ts'
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
  if (ledger.service === 'demo') {
    findings.warn({
      code: 'ledger-off',
      message: `The ledger "${file}" is of the demo site, so this build of "${service}" neither looks for vanished addresses nor notes its own.`,
      hint: 'To start your own, delete the file: the next build writes it anew. For none, take "ledger" out of the settings.',
    })
    return undefined
  }
  findings.warn({
    code: 'ledger-other-service',
    message: `The ledger "${file}" was filled from "${ledger.service}", but this build reads "${service}"; vanished addresses are not looked for.`,
    hint: 'If the service has moved, write its new name into the line "# service:" of the ledger; for a test, build with --no-ledger.',
  })
  return undefined
}

/**
 * The entries as a family sees them: its own, and those of the others with their origin; one that names no family belongs to the first.
 * Throws a `UsageError` for an unknown family, and for a target at an origin of none.
 */
export function entriesOf(family: Family, { families }: Settings, entries: RedirectEntry[]): RedirectEntry[] {
  return entries.map((entry) => {
    const owner = families.find(({ id }) => id === (entry.family ?? families[0]?.id))
    if (!owner) {
      throw new UsageError(`Entry ${entry.entry} of redirects.json names the domain family "${entry.family}".`, {
        hint: `The settings have: ${families.map(({ id }) => id).join(', ')}.`,
      })
    }
    const isOwn = owner.id === family.id
    if (entry.to === null) return isOwn ? entry : { ...entry, origin: owner.origin }
    const target = parseTarget(entry.to)
    const origin = target.origin || owner.origin
    if (!families.some((one) => one.origin === origin)) {
      throw new UsageError(
        `Entry ${entry.entry} of redirects.json leads to "${entry.to}", at an origin that is not ours.`,
        {
          hint: `A target is a path, or an address at an origin of the settings: ${families.map((one) => one.origin).join(', ')}.`,
        },
      )
    }
    if (isOwn && target.origin === '') return entry
    const to = writeTarget({ ...target, origin: origin === family.origin ? '' : origin })
    return isOwn ? { ...entry, to } : { ...entry, to, origin: owner.origin }
  })
}

const filesOfSite = ['/sitemap.xml', '/robots.txt', '/sw.js']

/** Every address that a build of these routes answers. */
export function plannedAddresses(
  { family, locales }: Pick<MovedJob, 'family' | 'locales'>,
  routes: Route[],
): Addresses {
  const own = routes.filter(({ origin }) => origin === family.origin)
  const others = routes.filter(({ origin, source }) => origin !== family.origin && source.kind !== 'error')
  const paths = (some: Route[]): string[] => [...new Set(some.map(({ path }) => path.normalize('NFC')))].sort()
  const feeds = locales.map((locale) => `/${feedFile(locale, family)}`)
  return {
    family: family.id,
    defaultLocale: family.defaultLocale,
    locales: family.locales,
    built: locales,
    pages: paths(own.filter(({ source }) => source.kind !== 'error')),
    elsewhere: [...new Set(others.map(({ origin, path }) => `${origin}${path.normalize('NFC')}`))].sort(),
    files: [...paths(own.filter(({ source }) => source.kind === 'error')), ...feeds, ...filesOfSite].sort(),
    shells: own.flatMap(({ source }) =>
      source.kind === 'restricted'
        ? [{ prefix: source.prefix.normalize('NFC'), suffix: source.suffix.normalize('NFC') }]
        : [],
    ),
  }
}

function isOwnPage(source: Route['source'], origin: string, family: Family): boolean {
  return source.kind !== 'error' && origin === family.origin
}
