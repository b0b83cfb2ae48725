import type { ContentClient } from '#content/client/client.ts'
import { Findings, SiteError } from '#content/finding.ts'
import { searchResultSchema } from '#content/schema.ts'
import type { DraftState } from './draft-state.ts'

const listingSchema = searchResultSchema.pick({ slug: true, updatedAt: true })

export type ListedDate = { locale: string; slug: string; updatedAt: string }

/** The date that the search endpoint gives a draft which has none of its own; the sitemap will show it (spec §7). */
export async function listedDate(
  { read, route, place: { locale } }: DraftState,
  client: ContentClient,
): Promise<ListedDate | undefined> {
  const { document } = read.draft
  if ('updatedAt' in document && document.updatedAt) return undefined
  const call = { path: '/search', locale, query: { phrase: '', pagination: 'false', preview: 'true' } }
  try {
    const listed = await client.fetchCollection(call, listingSchema, new Findings())
    const updatedAt = listed.find(({ slug }) => slug === route.slug)?.updatedAt
    return updatedAt === undefined ? undefined : { locale, slug: route.slug, updatedAt }
  } catch (error) {
    if (error instanceof SiteError) return undefined // a sitemap can be made without it
    throw error
  }
}
