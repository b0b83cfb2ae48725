import type { ImageUse } from '#blocks/_shared/reader.ts'
import { warnOfListing } from '#content/crawl/read-listings.ts'
import type { Findings } from '#content/finding.ts'
import { isoDate } from '#content/iso-date.ts'
import { memoize } from '#content/memoize.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import type { SitemapEntry } from '#publish/listings/sitemaps.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import { addressKey, localePath } from '#renderer/plan/address.ts'
import type { Route } from '#renderer/plan/route.ts'
import { nameOfQuestion, parseQuestion } from '#renderer/reads/look-ups.ts'
import { isIndexable } from './across-locales.ts'
import { alternatesOf } from './alternates.ts'
import type { Site } from './site.ts'

const maxAddressLength = 2048

export type ListedPages<Id> = {
  site: Site
  routes: Route[]
  /** Ids of the questions that the page with this file asked, in order. Undefined if the export has no such page. */
  askedBy(file: string): Iterable<Id> | undefined
  questionOf(id: Id): string | undefined
  findings: Findings
}

/**
 * Yields the sitemap entries of each locale: every page that was rendered, may be indexed, and names
 * no other page as its original. Warns of pages that the search endpoint does not list, and of
 * addresses in its list that have no page (spec §7).
 */
export function* sitemapEntries<Id>({
  routes,
  ...known
}: ListedPages<Id>): Generator<[locale: string, entries: SitemapEntry[]]> {
  const { site, askedBy, findings } = known
  const rendered = routes.filter((route) => isIndexable(route) && askedBy(route.file))
  const indexed = Map.groupBy(rendered, ({ locale }) => locale)
  for (const locale of new Set(routes.map((route) => route.locale)))
    compareWithListing(indexed.get(locale) ?? [], { site, locale, findings })
  const originals = rendered.filter(({ canonical }) => !canonical)
  const perLocale = Map.groupBy(originals, ({ locale }) => locale)
  const shown = shownPictures(known)
  for (const [locale, pages] of perLocale) {
    const sources = { ...known, updates: updatesOf(site, locale), shown }
    yield [locale, pages.flatMap((route) => entryOf(route, sources))]
  }
}

/** Returns the address of the picture that a question asks for, if pages show it. */
type Shown<Id> = (id: Id) => string | undefined

type EntrySources<Id> = Omit<ListedPages<Id>, 'routes'> & { updates: Map<string, string>; shown: Shown<Id> }

function entryOf<Id>(route: Route, { site, askedBy, updates, findings, shown }: EntrySources<Id>): SitemapEntry[] {
  const url = sitemapAddress(route, findings)
  if (url === undefined) return []
  const lastModified = route.page > 1 ? undefined : lastModifiedOf(route, updates)
  const asked = Iterator.from(askedBy(route.file) ?? []).map(shown)
  const images = [...new Set(asked.filter((src) => src !== undefined))] // in the order in which the page asked for them
  return [{ url, lastModified, alternates: alternatesOf(site, route), images }]
}

/** The address of a page in a sitemap. Undefined, with a warning, if the address is too long for a sitemap. */
export function sitemapAddress({ origin, href, slug, locale }: Route, findings: Findings): string | undefined {
  const url = `${origin}${href}`
  if (url.length <= maxAddressLength) return url
  findings.warn({
    code: 'sitemap-address-long',
    message: `The address of the page "${slug}" has ${url.length} characters, more than a sitemap may contain (${maxAddressLength}), so the sitemap leaves it out.`,
    where: { locale, path: href },
    hint: 'Give the page a shorter slug at the service.',
  })
  return undefined
}

/**
 * When a page was last changed, according to the service: the date of its document, or else of its node (for pages that
 * are not members of a collection), or else in the search endpoint's list, or else the date of publication. What is not
 * a date counts as missing.
 */
function lastModifiedOf(route: Route, listed: Map<string, string>): string | undefined {
  const { path, source, facts, node, memberId } = route
  const inList = listed.get(addressKey(path))
  if (source.kind !== 'document') return inList
  const ofNode = memberId === undefined ? node?.updatedAt : undefined
  return [facts?.updatedAt, ofNode, inList, facts?.publishedAt].find((date) => isoDate(date))
}

/**
 * Looks at each question once, however many pages ask it. Pictures for social networks
 * do not count, because pages do not show them.
 */
function shownPictures<Id>({ site, questionOf }: Pick<ListedPages<Id>, 'site' | 'questionOf'>): Shown<Id> {
  return memoize((id) => {
    const question = questionOf(id) ?? ''
    if (nameOfQuestion(question) !== 'picture') return undefined
    const [url = '', use] = parseQuestion(question).args
    const src = use === 'social' ? undefined : site.picture(url, use as ImageUse)?.src // as the recorder wrote it
    return src && new URL(src, site.family.origin).href
  })
}

function updatesOf(site: Site, locale: string): Map<string, string> {
  return new Map(
    (site.contents.get(locale)?.listing ?? []).flatMap(({ slug, updatedAt }) =>
      updatedAt ? [[listedKey(site, locale, slug), updatedAt]] : [],
    ),
  )
}

type ListingParts = { site: Site; locale: string; findings: Findings }

function compareWithListing(rendered: Route[], { site, locale, findings }: ListingParts): void {
  const listing = site.contents.get(locale)?.listing
  if (!listing) return
  if (listing.length === 0) {
    if (rendered.length > 0) warnOfListing(locale, 'lists nothing for an empty phrase', findings)
    return
  }
  const listed = new Map(listing.map(({ slug }) => [listedKey(site, locale, slug), slug]))
  for (const route of rendered) {
    const isListed = listed.delete(addressKey(route.path))
    if (isListed || route.page > 1 || route.canonical) continue
    findings.warn({
      code: 'sitemap-unlisted',
      message: `The page "${readablePath(route.href)}" may be indexed, but the search endpoint does not list it; the sitemap contains it anyway.`,
      where: { locale, path: route.href },
      hint: 'Let the search endpoint list it, or set noindex on the page.',
    })
  }
  for (const slug of listed.values()) {
    findings.warn({
      code: 'sitemap-unrendered',
      message: `The search endpoint (${locale}) lists ${quoteValue(slug)}, but no page that may be indexed has that address; the sitemap leaves it out.`,
      where: { locale, path: slug },
      hint: 'Publish a sitemap node for it, or remove it from the search at the service.',
    })
  }
}

function listedKey(site: Site, locale: string, slug: string): string {
  return addressKey(localePath(slug, locale, site.family.defaultLocale))
}
