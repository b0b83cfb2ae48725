import type { ExaminedLocale } from '#cli/doctor/examine-locale.ts'
import { noteFailure, noteFindings, type Remark, type Row, warnIn } from '#cli/doctor/remark.ts'
import type { Visit } from '#cli/doctor/visit.ts'
import { type Finding, Findings } from '#content/finding.ts'
import { count } from '#content/wording/count.ts'
import { emitHosts } from '#publish/hosts/emit-hosts.ts'
import { decodeText } from '#publish/redirects/request-path.ts'
import { addressKey, localePath } from '#renderer/plan/address.ts'
import { checkVanished } from '#renderer/plan/moved-addresses.ts'
import { planSite, type SitePlan } from '#renderer/plan/plan-site.ts'
import type { Route } from '#renderer/plan/route.ts'
import { routingOf } from '#renderer/plan/routing-of.ts'
import { isIndexable } from '#renderer/site/across-locales.ts'
import { sitemapAddress } from '#renderer/site/sitemap-entries.ts'

/**
 * The addresses of a site, of whose documents only some were read. `areSure` says that the site has no other addresses.
 */
export type CheckedAddresses = { plan: SitePlan; areSure: boolean }

/**
 * Plans the addresses as a build does, and checks slugs, translations, redirects, the ledger, settings and the search
 * against them.
 */
export async function checkAddresses(examined: ExaminedLocale[], visit: Visit): Promise<CheckedAddresses> {
  const { own, rows, settings, family, hosts } = visit
  const findings = new Findings()
  const contents = new Map(examined.map(({ content }) => [content.locale, content]))
  const listings = new Map(examined.map(({ content, listed }) => [content.locale, listed.map((slug) => ({ slug }))]))
  const plan = planSite({ job: visit, content: { contents, listings }, ...own, findings, isSample: true })
  const routes = plan.planned
  rows.of('settings').found = `${visit.family.id} (${visit.locales.join(', ')})`
  rows.of('redirects.json').found = count(own.redirects.length, 'redirect')
  emitHosts({ routing: routingOf(plan.own, plan.moved, settings, family), hosts, findings })
  for (const route of routes.filter(isListed)) sitemapAddress(route, findings)
  noteFindings((one) => rowOf(one, visit), findings)
  await checkLedger(plan, visit)
  const sound = examined.filter(({ content }) => content.nodes.length > 0 && !hasGaps(visit, content.locale))
  const plain = sound.filter((one) => areSlugsPlain(one, routes, visit))
  for (const checked of plain) {
    const byKey = new Map(
      routes.filter(({ locale }) => locale === checked.content.locale).map((at) => [addressKey(at.path), at]),
    )
    checkListing(checked, byKey, visit)
  }
  checkTranslations(sound, routes, visit)
  return { plan, areSure: plain.length === examined.length }
}

/** Looks for vanished addresses, and checks that new addresses could be recorded. The ledger is not changed. */
async function checkLedger({ planned, moved, isWhole }: SitePlan, visit: Visit): Promise<void> {
  const findings = new Findings()
  const isContentWhole = isWhole && !visit.locales.some((locale) => hasGaps(visit, locale))
  try {
    const stage = await checkVanished({ ...visit, api: visit.api.href }, { planned, moved, findings, isContentWhole })
    await using _ = await stage()
  } catch (error) {
    noteFailure(visit.rows.of('redirects.json'), error)
  }
  noteFindings((one) => rowOf(one, visit), findings)
}

/** Returns the row of what has to be fixed for a finding of the plan. */
function rowOf({ code, where }: Finding, { rows }: Visit): Row {
  if (code === 'setting-dead' || code.startsWith('host-')) return rows.of('settings')
  if (/^(redirect|ledger)-|^address-vanished$/.test(code)) return rows.of('redirects.json')
  return rows.of('/sitemap_nodes', where?.locale)
}

/**
 * Whether something of a locale could not be read completely. Other problems of that locale may only follow from this
 * one, so they are not reported.
 */
function hasGaps({ rows }: Visit, locale: string): boolean {
  const isGap = ({ code, isError }: Remark): boolean => isError || code === 'collection-count'
  return rows.all.some((row) => row.locale === locale && row.endpoint !== '/search' && row.remarks.some(isGap))
}

/**
 * Whether slugs are free of what a build adds to them: the prefix of their locale, and percent-encoding. Adds a remark
 * if they are not.
 */
function areSlugsPlain({ content: { locale, nodes } }: ExaminedLocale, routes: Route[], visit: Visit): boolean {
  const warn = warnIn(visit.rows.of('/sitemap_nodes', locale))
  const prefixed = nodes.filter(({ slug }) => slug === `/${locale}` || slug.startsWith(`/${locale}/`))
  const slugs = routes.filter((route) => route.locale === locale && route.page === 1).map(({ slug }) => slug)
  const encoded = slugs.find((slug) => decodeText(slug) !== slug)
  const [first] = prefixed
  const arePrefixed = first !== undefined && prefixed.length > 1 && prefixed.length > nodes.length / 2
  if (arePrefixed)
    warn(
      'slug-prefixed',
      `${prefixed.length} of ${nodes.length} slugs (${locale}) begin with the prefix of the locale, for example "${first.slug}": their pages would be below "${localePath(`/${locale}`, locale, visit.family.defaultLocale)}".`,
    )
  if (encoded !== undefined)
    warn(
      'slug-encoded',
      `The slug "${encoded}" (${locale}) is percent-encoded; a build would encode it again.`,
      `Return slugs decoded, as in "${decodeText(encoded)}".`,
    )
  return !arePrefixed && encoded === undefined
}

type ByKey = ReadonlyMap<string, Route>

/** Whether a sitemap certainly lists a page. That is not known of a page whose document was not read. */
function isListed(route: Route): boolean {
  const isRead = route.source.kind !== 'document' || route.facts !== undefined
  return isRead && isIndexable(route) && !route.canonical
}

/**
 * Compares the list of the search with the pages, unless the search already has remarks. Pages whose document was not
 * read are skipped, because it is not known whether they may be indexed.
 */
function checkListing({ content: { locale }, listed }: ExaminedLocale, byKey: ByKey, visit: Visit): void {
  const row = visit.rows.of('/search', locale)
  if (listed.length === 0 || row.remarks.length > 0) return
  const warn = warnIn(row, `GET /search (${locale})`)
  const keys = new Map(listed.map((slug) => [addressKey(localePath(slug, locale, visit.family.defaultLocale)), slug]))
  const unrendered = [...keys].filter(([key]) => {
    const route = byKey.get(key)
    return !route || !isIndexable(route)
  })
  const unlisted = [...byKey].filter(([key, route]) => !keys.has(key) && route.page === 1 && isListed(route))
  if (unrendered.length > 0)
    warn(
      'sitemap-unrendered',
      `lists ${count(unrendered.length, 'address')} without a page that may be indexed, for example "${unrendered[0]?.[1]}".`,
      'For an empty phrase, list only pages that search engines may index, by slugs without the prefix of the locale. Leave out the search, the login and unpublished pages.',
    )
  if (unlisted.length > 0)
    warn(
      'sitemap-unlisted',
      `leaves out ${count(unlisted.length, 'page')} that may be indexed, for example "${unlisted[0]?.[1].slug}".`,
      'List every document for an empty phrase, or set noindex on the page.',
    )
}

const minPages = 3

/** Notes each locale of which no page is paired with a page of the default locale. */
function checkTranslations(examined: ExaminedLocale[], routes: Route[], visit: Visit): void {
  const { defaultLocale } = visit.family
  const pairings = (locale: string): Set<string> =>
    new Set(
      routes.flatMap((route) =>
        route.locale === locale && route.source.kind === 'document' && route.source.collection === 'pages'
          ? [route.pairing]
          : [],
      ),
    )
  const ofDefault = pairings(defaultLocale)
  if (ofDefault.size < minPages) return
  for (const { content } of examined) {
    const own = pairings(content.locale)
    if (own.size < minPages || [...own].some((one) => ofDefault.has(one))) continue
    warnIn(visit.rows.of('/sitemap_nodes', content.locale))(
      'translations-unpaired',
      `No page in "${content.locale}" has the same id as a page in "${defaultLocale}", so no page links to its translation.`,
    )
  }
}
