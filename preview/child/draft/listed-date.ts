import type { ContentClient } from '#content/client/client.ts'
import { callOfListing, listingSchema } from '#content/crawl/read-listings.ts'
import { orUndefined } from '#content/crawl/read-or-last-good.ts'
import { Findings } from '#content/finding.ts'
import type { Site } from '#renderer/site/site.ts'
import type { DraftState } from './draft-state.ts'

/**
 * Returns the site with a draft published. A draft without a date gets that of the search endpoint, because the sitemap
 * will show it (spec §7).
 */
export async function withListedDate(
  { read, route, place: { locale }, publishing: { site } }: DraftState,
  client: ContentClient,
): Promise<Site> {
  const { document } = read.draft
  const content = site.contents.get(locale)
  if (!content?.listing || ('updatedAt' in document && document.updatedAt)) return site
  const call = callOfListing(locale)
  const withDrafts = { ...call, query: { ...call.query, preview: 'true' } }
  // a sitemap can be made without it
  const listed = await orUndefined(client.fetchCollection(withDrafts, listingSchema, new Findings()))
  const updatedAt = listed?.find(({ slug }) => slug === route.slug)?.updatedAt
  if (updatedAt === undefined) return site
  const listing = content.listing.map((one) => (one.slug === route.slug ? { ...one, updatedAt } : one))
  return { ...site, contents: new Map(site.contents).set(locale, { ...content, listing }) }
}
