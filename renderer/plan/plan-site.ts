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
import { planRoutes } from './plan-routes.ts'
import { compileMoved, type Moved } from './resolve-moved.ts'
import type { Route } from './route.ts'

/** All that the service says: the content of every locale, and what the search endpoint lists of it. */
export type SiteContent = { contents: Map<string, LocaleContent>; listings: Map<string, Listing[]> }

export type PlanSite = {
  job: { settings: Settings; family: Family; locales: string[]; keepGoing?: boolean | undefined }
  content: SiteContent
  /** Entries of `redirects.json`. */
  redirects: RedirectEntry[]
  /** The interface texts of every locale. */
  texts: Texts
  findings: Findings
  /** Only some of the documents were read: the others have pages all the same. */
  isSample?: boolean
}

/** What is planned of a site before any page is made: its addresses, and the site data that follows from content and settings. */
export type SitePlan = Pick<
  SiteData,
  'settings' | 'family' | 'contents' | 'texts' | 'languageNames' | 'otherKeys' | keyof AcrossLocales
> & {
  /** Every route, also those whose document could not be read. */
  planned: Route[]
  /** Routes of the family that is built and that have content, by locale. */
  own: Route[]
  /** Addresses that are no pages any more. */
  moved: Moved
  /** False where some content could not be read or planned. */
  isWhole: boolean
}

/** The error where no locale has nodes. Where only some locales have none, `localeGaps` warns of each. */
function noNodes(locales: string[]): Finding {
  const names = locales.map((locale) => `"${locale}"`).join(', ')
  return {
    code: 'locale-empty',
    message: `No locale that is built (${names}) has sitemap nodes, so the site would have no page at all.`,
    hint: 'Publish nodes at the service, or check that --api, SITE_API or "api" in the settings names the one that is meant.',
  }
}

/** The error of locales whose nodes cannot be read. Without it a build with `--keep-going` would take their pages out of the export. */
function nodesUnread(locales: string[]): Finding {
  const names = locales.map((locale) => `"${locale}"`).join(', ')
  return {
    code: 'locale-empty',
    message: `The sitemap nodes of ${names} cannot be read, so all pages there would be removed; nothing is published, not even with --keep-going.`,
    hint: 'Mend what the error beside this one names.',
  }
}

/**
 * Plans a site from its content, for builds and previews alike: routes, redirects, texts. Conflicts and whatever else is wrong become
 * findings. The rest of `SiteData`, bundle and pictures, is made afterwards.
 */
export function planSite({ job, content, redirects, texts, findings, isSample = false }: PlanSite): SitePlan {
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
  const { moved, rules } = compileMoved(job, { planned, redirects, findings, isContentWhole: isWhole })
  // Where some content could not be read, pages are missing for that reason, which is reported already.
  if (isWhole) for (const finding of deadSettings(job, { planned, moved, rules })) findings.warn(finding)
  // Pages of built locales whose document could not be read are left out, which is reported already. Other families are linked to unread.
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
    otherKeys: moved.otherKeys,
  }
}

/** Adds to each finding on a document the address of the page that shows it, as editors know pages rather than documents. */
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
