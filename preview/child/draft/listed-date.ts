import type { ContentClient } from '#content/client/client.ts'
import { callOfListing, listingSchema } from '#content/crawl/read-listings.ts'
import { orNothing } from '#content/crawl/read-or-last-good.ts'
import { Findings } from '#content/finding.ts'
import type { DraftState } from './draft-state.ts'

export type ListedDate = { locale: string; slug: string; updatedAt: string }

/** The date that the search endpoint gives a draft which has none of its own; the sitemap will show it (spec §7). */
export async function listedDate(
  { read, route, place: { locale } }: DraftState,
  client: ContentClient,
): Promise<ListedDate | undefined> {
  const { document } = read.draft
  if ('updatedAt' in document && document.updatedAt) return undefined
  const call = callOfListing(locale)
  const withDrafts = { ...call, query: { ...call.query, preview: 'true' } }
  const listed = await orNothing(client.fetchCollection(withDrafts, listingSchema, new Findings())) // a sitemap can be made without it
  const updatedAt = listed?.find(({ slug }) => slug === route.slug)?.updatedAt
  return updatedAt === undefined ? undefined : { locale, slug: route.slug, updatedAt }
}
