import { createHash } from 'node:crypto'
import { publishFeeds } from '#publish/listings/feeds.ts'
import { publishRobots, publishSecurity } from '#publish/listings/robots.ts'
import { type IndexedSitemap, publishSitemap, publishSitemapIndex } from '#publish/listings/sitemaps.ts'
import type { FileWriter } from '#publish/writer.ts'
import { feedOf } from '#renderer/site/feeds-of.ts'
import { type ListedPages, sitemapEntries } from '#renderer/site/sitemap-entries.ts'
import type { Steps } from '#renderer/sources/run-steps.ts'

export type PublishListingsOptions<Id> = ListedPages<Id> & { writer: FileWriter; steps: Steps }

/** Publishes sitemaps, feeds, `robots.txt` and `security.txt`. To be called after the pages are rendered. */
export async function publishListings<Id>(options: PublishListingsOptions<Id>): Promise<void> {
  const { site, routes, writer, steps } = options
  const { settings, family } = site
  const { origin } = family
  const locales = [...new Set(routes.map(({ locale }) => locale))]
  const sitemaps: IndexedSitemap[] = []
  for (const [locale, entries] of sitemapEntries(options)) {
    const inputs = digestOfEach(entries) // without the origin, which is part of each address
    const written = await steps.run({ name: `sitemap ${locale}`, inputs }, async (inner) => {
      const result = await publishSitemap({ writer: inner, origin, locale, entries })
      return { result, sources: ['publish/listings/sitemaps.ts', 'publish/xml.ts', 'content/iso-date.ts'] }
    })
    sitemaps.push(...written)
  }
  const sitemap = await publishSitemapIndex(sitemaps, writer)
  const feeds = locales.flatMap((locale) => feedOf(site, locale) ?? [])
  await steps.run({ name: 'feeds', inputs: feeds }, async (inner) => {
    await publishFeeds(feeds, inner)
    return { result: null, sources: ['publish/listings/feeds.ts', 'publish/xml.ts'] }
  })
  const api = settings.apiBase.startsWith('/') ? settings.apiBase : undefined
  const { security } = settings
  await publishRobots({ writer, origin, api, sitemap })
  if (security) await publishSecurity({ writer, origin, languages: locales, security })
}

/** One digest of many JSON values, computed without one text that holds them all. */
function digestOfEach(values: unknown[]): string {
  const sum = createHash('sha256')
  for (const value of values) sum.update(`${JSON.stringify(value)}\n`)
  return sum.digest('base64url')
}
