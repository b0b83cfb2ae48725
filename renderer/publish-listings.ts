import { publishFeeds } from '#publish/feeds.ts'
import type { PageWatch } from '#publish/last-modified.ts'
import { publishRobots, publishSecurity } from '#publish/robots.ts'
import { publishSitemaps } from '#publish/sitemaps.ts'
import { feedOf } from './feeds-of.ts'
import type { Route } from './plan-routes.ts'
import type { Site } from './site.ts'
import { sitemapEntries } from './sitemap-entries.ts'

/** Writes what tells machines of the pages: sitemaps, feeds, `robots.txt`, `security.txt`. To be called when pages are rendered. */
export async function publishListings(site: Site, routes: Route[], watch: PageWatch): Promise<void> {
  const { settings, family } = site
  const { origin } = family
  const { writer } = watch
  const locales = [...new Set(routes.map(({ locale }) => locale))]
  const sitemap = await publishSitemaps({ writer, origin, pages: sitemapEntries(site, routes, watch) })
  await publishFeeds(
    locales.flatMap((locale) => feedOf(site, locale) ?? []),
    writer,
  )
  const api = settings.apiBase.startsWith('/') ? settings.apiBase : undefined
  await publishRobots({ writer, origin, ...(api && { api }), ...(sitemap && { sitemap }) })
  const { security } = settings
  if (security) await publishSecurity({ writer, origin, languages: locales, security })
}
