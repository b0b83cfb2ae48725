import { warnOfListing } from '#content/read-listings.ts'
import type { PageWatch } from '#publish/last-modified.ts'
import type { SitemapEntry } from '#publish/sitemaps.ts'
import { addressKey, localePath } from './address.ts'
import { alternatesOf } from './alternates.ts'
import type { Route } from './plan-routes.ts'
import type { Site } from './site.ts'

const longestAddress = 2048

/**
 * What the sitemap of each locale holds: every page that was rendered and may be indexed. Where this differs from the list of the
 * search endpoint (spec §7), either way, it is reported.
 */
export function sitemapEntries(site: Site, routes: Route[], watch: PageWatch): Map<string, SitemapEntry[]> {
  const rendered = routes.filter((route) => site.isIndexable(route) && watch.shown(route.file))
  const perLocale = Map.groupBy(rendered, ({ locale }) => locale)
  for (const locale of new Set(routes.map((route) => route.locale)))
    compareWithListing(site, locale, perLocale.get(locale) ?? [])
  return new Map(
    [...perLocale].map(([locale, pages]) => {
      const updates = updatesOf(site, locale)
      return [locale, pages.flatMap((route) => entryOf(site, route, { watch, updates }))]
    }),
  )
}

type EntrySources = { watch: PageWatch; updates: Map<string, string> }

function entryOf(site: Site, route: Route, { watch, updates }: EntrySources): SitemapEntry[] {
  const url = `${route.origin}${route.href}`
  if (url.length > longestAddress) {
    site.findings.warn({
      code: 'sitemap-address-long',
      message: `The address of the page "${route.slug}" has ${url.length} characters, more than a sitemap may hold (${longestAddress}); it is left out there.`,
      where: { locale: route.locale, path: route.href },
      hint: 'Give the page a shorter slug at the service.',
    })
    return []
  }
  const known = knownUpdate(site, route) ?? updates.get(addressKey(route.path))
  const lastModified = watch.lastModified(route.file, route.page > 1 ? undefined : known)
  return [
    {
      url,
      ...(lastModified && { lastModified }),
      alternates: alternatesOf(site, route),
      images: (watch.shown(route.file)?.images ?? []).map((src) => new URL(src, route.origin).href),
    },
  ]
}

/** When the document of a page was changed, or its node where it has one of its own. */
function knownUpdate(site: Site, { locale, source, node, memberId }: Route): string | undefined {
  if (source.kind !== 'document') return undefined
  const document = site.contents.get(locale)?.documents[source.collection].get(source.key)
  const updated = document && 'updatedAt' in document ? document.updatedAt : undefined
  return updated ?? (memberId === undefined ? node?.updatedAt : undefined)
}

function updatesOf(site: Site, locale: string): Map<string, string> {
  return new Map(
    (site.listings.get(locale) ?? []).flatMap(({ slug, updatedAt }) =>
      updatedAt ? [[listedKey(site, locale, slug), updatedAt]] : [],
    ),
  )
}

function compareWithListing(site: Site, locale: string, rendered: Route[]): void {
  const listing = site.listings.get(locale)
  if (!listing) return
  if (listing.length === 0) {
    if (rendered.length > 0) warnOfListing(locale, 'lists nothing for an empty phrase', site.findings)
    return
  }
  const listed = new Map(listing.map(({ slug }) => [listedKey(site, locale, slug), slug]))
  for (const route of rendered) {
    const isListed = listed.delete(addressKey(route.path))
    if (isListed || route.page > 1) continue
    site.findings.warn({
      code: 'sitemap-unlisted',
      message: `The page "${route.href}" may be indexed, but the search endpoint does not list it; the sitemap holds it all the same.`,
      where: { locale, path: route.href },
      hint: 'Let the search endpoint list it, or set noindex on the page.',
    })
  }
  for (const slug of listed.values()) {
    site.findings.warn({
      code: 'sitemap-unrendered',
      message: `The search endpoint (${locale}) lists "${slug}", but no page that may be indexed has that address; the sitemap leaves it out.`,
      where: { locale, path: slug },
      hint: 'Publish a sitemap node for it, or take it out of the search at the service.',
    })
  }
}

function listedKey(site: Site, locale: string, slug: string): string {
  return addressKey(localePath(slug, locale, site.family.defaultLocale))
}
