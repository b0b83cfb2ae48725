import { pathSegment } from '#content/client/call.ts'
import type { LocaleContent } from '#content/crawl/locale-content.ts'
import type { Listing } from '#content/crawl/read-listings.ts'
import type { Finding, Findings } from '#content/finding.ts'
import type { Texts } from '#locales/translator.ts'
import type { RedirectEntry } from '#publish/redirects/redirects.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import { type Family, localesOf, type Settings } from '#renderer/settings.ts'
import { acrossLocales } from '#renderer/site/across-locales.ts'
import type { AcrossLocales, SiteData } from '#renderer/site/site.ts'
import { deadSettings } from './dead-settings.ts'
import { languageName } from './language-name.ts'
import { compileMovedAddresses, type MovedAddresses } from './moved-addresses.ts'
import { planRoutes } from './plan-routes.ts'
import type { Route } from './route.ts'

/** Everything that the service says: the content of every locale, and the list of it from the search endpoint. */
export type SiteContent = { contents: Map<string, LocaleContent>; listings: Map<string, Listing[]> }

export type PlanSiteOptions = {
  job: { settings: Settings; family: Family; locales: string[]; keepGoing?: boolean }
  content: SiteContent
  /** Entries of `redirects.json`. */
  redirects: RedirectEntry[]
  /** The interface texts of every locale. */
  texts: Texts
  findings: Findings
  /** Whether only some of the documents were read. The others still have pages. */
  isSample?: boolean
}

/**
 * The plan of a site before any page is made: its addresses, and the site data that follows from content and settings.
 */
export type SitePlan = Pick<
  SiteData,
  'settings' | 'family' | 'contents' | 'texts' | 'languageNames' | 'otherAddresses' | keyof AcrossLocales
> & {
  /** Every route, including those whose document could not be read. */
  planned: Route[]
  /** Routes of the family that is built that have content. Those of a locale follow each other. */
  own: Route[]
  /** Addresses that are no longer pages. */
  moved: MovedAddresses
  /** False if some content could not be read or planned. */
  isWhole: boolean
}

/** The error for a site in which no locale has nodes. If only some locales have none, `localeGaps` warns of each. */
function noNodes(locales: string[]): Finding {
  const names = locales.map((locale) => `"${locale}"`).join(', ')
  return {
    code: 'locale-empty',
    message: `None of the locales of this build (${names}) has sitemap nodes, so the site would have no pages at all.`,
    hint: 'Publish nodes at the service, or check that --api, SITE_API or "api" in the settings names the right service.',
  }
}

/**
 * The error for locales whose nodes cannot be read. Without it, a build with
 * `--keep-going` would remove their pages from the export.
 */
function nodesUnread(locales: string[]): Finding {
  const names = locales.map((locale) => `"${locale}"`).join(', ')
  return {
    code: 'locale-empty',
    message: `The sitemap nodes of ${names} cannot be read, so all pages there would be removed. Nothing is published, not even with --keep-going.`,
    hint: 'Fix the cause, which is reported as another error.',
  }
}

/**
 * Plans a site from its content, for builds and previews alike: routes, redirects, texts. Conflicts and all other
 * faults become findings. The rest of `SiteData`, namely bundle and pictures, is made afterwards.
 */
export function planSite({ job, content, redirects, texts, findings, isSample = false }: PlanSiteOptions): SitePlan {
  const { settings, family, locales } = job
  const { contents, listings } = content
  const planned = planRoutes({ contents, settings, findings, built: family })
  findings.amend(pageNamer(planned))
  const empty = locales.filter((locale) => contents.get(locale)?.nodes.length === 0)
  const unread = empty.filter((locale) =>
    findings.errors.some(({ where }) => where?.url === '/sitemap_nodes' && where.locale === locale),
  )
  if (job.keepGoing && unread.length > 0) findings.error(nodesUnread(unread))
  else if (empty.length === locales.length && (job.keepGoing || findings.errors.length === 0))
    findings.error(noNodes(locales))
  const isWhole = findings.errors.length === 0
  const { moved, rules } = compileMovedAddresses(job, { planned, redirects, findings, isContentWhole: isWhole })
  // If some content could not be read, pages are missing for that reason, which is already reported.
  if (isWhole) for (const finding of deadSettings(job, { planned, moved, rules })) findings.warn(finding)
  // Leaves out pages of built locales whose document could not be read, which is already reported. Pages of other
  // families are linked to although their documents are never read.
  const routes = planned.filter(
    ({ locale, source, facts }) =>
      isSample || source.kind !== 'document' || facts !== undefined || !locales.includes(locale),
  )
  const byLocale = Map.groupBy(routes, ({ locale }) => locale)
  return {
    ...{ settings, family, texts, planned, moved, isWhole },
    contents: new Map(
      [...contents].map(([locale, { menus, nodes, collections }]) => [
        locale,
        { locale, menus, nodes, collections, routes: byLocale.get(locale) ?? [], listing: listings.get(locale) },
      ]),
    ),
    ...acrossLocales(routes, settings),
    languageNames: new Map(localesOf(settings).map((locale) => [locale, languageName(locale)])),
    own: [...byLocale.values()].flat().filter(({ origin }) => origin === family.origin),
    otherAddresses: moved.otherAddresses,
  }
}

/** Returns the routes of the family that is built whose document could not be read. */
export function unreadRoutes({ planned, own, family }: Pick<SitePlan, 'planned' | 'own' | 'family'>): Route[] {
  const read = new Set(own)
  return planned.filter((route) => route.origin === family.origin && !read.has(route))
}

/** Adds the address of the page to each finding about a document, because editors know pages rather than documents. */
function pageNamer(routes: Route[]): (finding: Finding) => Finding {
  const hrefs = new Map<string, string>()
  for (const { source, locale, href } of routes) {
    if (source.kind !== 'document') continue
    const key = `${locale} /${source.collection}/${pathSegment(source.key)}`
    if (!hrefs.has(key)) hrefs.set(key, href)
  }
  return (finding) => {
    const { where } = finding
    const href = where?.path === undefined ? hrefs.get(`${where?.locale} ${where?.url}`) : undefined
    if (href === undefined) return finding
    return {
      ...finding,
      message: `${finding.message} Its page is "${readablePath(href)}".`,
      where: { ...where, path: href },
    }
  }
}
