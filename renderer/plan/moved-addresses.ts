import { basename } from 'node:path'
import { type Findings, UsageError } from '#content/finding.ts'
import { type Addresses, type AddressRules, addressRulesOf } from '#publish/redirects/addresses.ts'
import { type CompiledRedirects, type CompileOptions, compileRedirects } from '#publish/redirects/compile-redirects.ts'
import { checkLedger, type Ledger, readLedger, type StagedLedger, stageLedger } from '#publish/redirects/ledger.ts'
import { parseTarget, writeTarget } from '#publish/redirects/redirect-address.ts'
import type { RedirectEntry } from '#publish/redirects/redirects.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { KnownBuild } from '#renderer/reads/known-build.ts'
import type { Family, Settings } from '#renderer/settings.ts'
import { feedFile } from '#renderer/site/feeds-of.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { addressKey, type OtherAddresses } from './address.ts'
import { findCurrentAddress } from './current-address.ts'
import { ledgerFile, serviceName } from './ledger-file.ts'
import type { Route } from './route.ts'

export type AddressJob = Pick<BuildJob, 'settings' | 'family' | 'locales'>
type LedgerJob = AddressJob & Pick<BuildJob, 'siteRoot' | 'api' | 'service' | 'ledger' | 'dryRun'>

/** Addresses that are no longer pages: the redirects, and the addresses that are gone. */
export type MovedAddresses = CompiledRedirects & {
  otherAddresses: OtherAddresses
  /** Every address that the site answers. */
  addresses: Addresses
}

type PlannedMoves = Pick<CompileOptions, 'findings' | 'isContentWhole'> & {
  planned: Route[]
  redirects: RedirectEntry[]
}

/** Compiles the entries of `redirects.json` against the pages of a site, by the rules of their addresses. */
export function compileMovedAddresses(
  job: AddressJob,
  { planned, redirects, ...reporting }: PlannedMoves,
): { moved: MovedAddresses; rules: AddressRules } {
  const addresses = plannedAddresses(job, planned)
  const entries = entriesOf(job.family, job.settings, redirects)
  const rules = addressRulesOf(addresses)
  const compiled = compileRedirects({ entries, rules, ...reporting })
  const others = [...compiled.redirects, ...addresses.files.map((file) => ({ from: file, to: file }))]
  const otherAddresses = new Map(others.map(({ from, to }) => [addressKey(from), to]))
  return { moved: { ...compiled, addresses, otherAddresses }, rules }
}

type VanishedCheck = {
  planned: Route[]
  moved: MovedAddresses
  findings: Findings
  /** False if content could not be read. In this case pages are missing for that reason, which is already reported. */
  isContentWhole: boolean
  /** The pages of the last build, which show where a moved page was. */
  previous?: Pick<KnownBuild, 'pages'>
}

/**
 * Checks that no address of the ledger has vanished. Returns a function to call before the commit, which stages a
 * ledger with the addresses of this build.
 */
export async function checkVanished(
  job: LedgerJob,
  { planned, moved, findings, isContentWhole, previous }: VanishedCheck,
): Promise<() => Promise<StagedLedger | undefined>> {
  const file = job.ledger === false ? undefined : ledgerFile(job)
  const ledger = file === undefined ? undefined : await openLedger(file, job, findings)
  if (!file || !ledger) return async () => undefined
  const sources = new Set(moved.redirects.map(({ from }) => from))
  const currentAddressOf = previous ? findCurrentAddress(previous, planned, job.family) : () => undefined
  const { dryRun } = job
  if (isContentWhole) {
    const rules = addressRulesOf(moved.addresses)
    checkLedger({ ledger, rules, moved: sources, gone: new Set(moved.gone), currentAddressOf, findings, dryRun })
  }
  const lasting = planned.filter(
    ({ source, page, origin }) => source.kind !== 'error' && origin === job.family.origin && page === 1,
  )
  const pages = lasting.map(({ path }) => path.normalize('NFC'))
  return () => stageLedger(file, ledger, { pages, findings })
}

/**
 * Reads the ledger, or starts one. Undefined, with a warning, if the ledger is of another content service. Throws a
 * `UsageError` if it is of another domain family.
 */
async function openLedger(file: string, job: LedgerJob, findings: Findings): Promise<Ledger | undefined> {
  const service = job.service ?? serviceName(job.api)
  const known = (await readLedger(file)) ?? { service, addresses: [] }
  if (known.family !== undefined && known.family !== job.family.id) throw ofOtherFamily(file, known.family, job)
  const ledger = { ...known, ...(job.settings.families.length > 1 && { family: job.family.id }) }
  if (ledger.service === undefined || ledger.service === service) return ledger
  if (ledger.service === 'demo' && job.siteRoot === toolRoot) {
    findings.warn({
      code: 'ledger-off',
      message: `The ledger "${file}" belongs to the demo site, so this build of "${service}" neither looks for vanished addresses nor adds its own.`,
      hint: 'To start your own, delete the file: the next build creates a new one. To have no ledger, remove "ledger" from the settings.',
    })
    return undefined
  }
  findings.warn({
    code: 'ledger-other-service',
    message: `The ledger "${file}" was filled from ${inWords(ledger.service)}, but this build reads ${inWords(service)}, so it does not look for vanished addresses.`,
    hint: `If the site is built from there from now on, replace the line "# service: ${ledger.service}" of the ledger with "# service: ${service}". For a test, build with --no-ledger.`,
  })
  return undefined
}

/**
 * The error for a ledger of another family. The first family has the ledger without an id in its name, and all entries
 * of redirects.json that name no family, so both change hands when the order in the settings does.
 */
function ofOtherFamily(file: string, owner: string, { settings, family, siteRoot }: LedgerJob): UsageError {
  const isKnown = settings.families.some(({ id }) => id === owner)
  const own = ledgerFile({ settings: { ...settings, families: [] }, family: { ...family, id: owner }, siteRoot })
  return new UsageError(
    `The ledger "${file}" holds the addresses of the domain family "${owner}", but the settings make it the ledger of "${family.id}".`,
    {
      hint: isKnown
        ? `Put "${owner}" first in "families" of the settings again. If "${family.id}" shall be the first: rename this file to "${basename(own ?? '')}", rename the ledger of "${family.id}" to "${basename(file)}", and give each entry of redirects.json without a "family" the field "family": "${owner}".`
        : `If the family was renamed, replace the line "# family: ${owner}" of the ledger with "# family: ${family.id}".`,
    },
  )
}

/**
 * The service of a ledger as messages name it. "demo" is content in files, with which a
 * site may start before it moves to a service.
 */
function inWords(service: string): string {
  return service === 'demo' ? 'the files of the site' : `"${service}"`
}

/**
 * The entries of all families from the view of one family: its own with paths, those of other families with their
 * origin. An entry that names no family belongs to the first. Throws a `UsageError` for an unknown family, and for a
 * target at an origin that no family has.
 */
export function entriesOf(family: Family, { families }: Settings, entries: RedirectEntry[]): RedirectEntry[] {
  return entries.map((entry) => {
    const owner = families.find(({ id }) => id === (entry.family ?? families[0]?.id))
    if (!owner) {
      throw new UsageError(
        `Entry ${entry.entry} of redirects.json names the domain family "${entry.family}", which does not exist.`,
        {
          hint: `The families in the settings are: ${families.map(({ id }) => id).join(', ')}.`,
        },
      )
    }
    const isOwn = owner.id === family.id
    if (entry.to === null) return isOwn ? entry : { ...entry, origin: owner.origin }
    const target = parseTarget(entry.to)
    const origin = target.origin || owner.origin
    if (!families.some((one) => one.origin === origin)) {
      throw new UsageError(
        `Entry ${entry.entry} of redirects.json points to "${entry.to}", which is not at an origin of the settings.`,
        {
          hint: `Use a path, or an address at one of the origins in the settings: ${families.map((one) => one.origin).join(', ')}.`,
        },
      )
    }
    if (isOwn && target.origin === '') return entry
    const to = writeTarget({ ...target, origin: origin === family.origin ? '' : origin })
    return isOwn ? { ...entry, to } : { ...entry, to, origin: owner.origin }
  })
}

const filesOfSite = ['/sitemap.xml', '/robots.txt', '/sw.js']

/** Every address that an export of these routes answers. */
function plannedAddresses({ settings, family, locales }: AddressJob, routes: Route[]): Addresses {
  const own = routes.filter(({ origin }) => origin === family.origin)
  const others = routes.filter(({ origin, source }) => origin !== family.origin && source.kind !== 'error')
  const paths = (some: Route[]): string[] => [...new Set(some.map(({ path }) => path.normalize('NFC')))].sort()
  const withPosts = new Set(routes.flatMap(({ locale, source }) => (isOfPost(source) ? locale : [])))
  const feeds = locales.filter((locale) => withPosts.has(locale)).map((locale) => `/${feedFile(locale, family)}`)
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
    ...(settings.apiBase.startsWith('/') && { apiBase: settings.apiBase }),
  }
}

function isOfPost(source: Route['source']): boolean {
  return source.kind === 'document' && source.collection === 'posts'
}
