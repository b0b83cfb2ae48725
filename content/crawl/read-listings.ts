import type { ContentClient } from '#content/client/client.ts'
import { type Findings, SiteError } from '#content/finding.ts'
import { type SearchResult, searchResultSchema } from '#content/schema.ts'

/** A document that search engines may list: its slug, and when it was last changed. */
export type Listing = Pick<SearchResult, 'slug' | 'updatedAt'>

export type ListingsRead = {
  client: ContentClient
  locales: string[]
  findings: Findings
}

/** The fields that are read from each entry of the list. */
export const listingSchema = searchResultSchema.pick({ slug: true, updatedAt: true })

/**
 * Reads every indexable document of each locale, as the search endpoint lists them for an empty phrase (spec §7). A
 * locale whose list cannot be read is missing from the result. A missing list and faults in its entries are warnings,
 * because all pages can be built without it.
 */
export async function readListings({ client, locales, findings }: ListingsRead): Promise<Map<string, Listing[]>> {
  const listings = new Map<string, Listing[]>()
  const collected = findings.asWarnings()
  const read = async (locale: string): Promise<void> => {
    try {
      listings.set(locale, await client.fetchCollection(callOfListing(locale), listingSchema, collected))
    } catch (error) {
      if (!(error instanceof SiteError)) throw error
      const { code, hint } = error.finding
      const isThere = code !== 'document-missing'
      warnOfListing(locale, `cannot be read: ${error.message.replace(/\.$/, '')}`, findings, isThere ? hint : undefined)
    }
  }
  await Promise.all(locales.map(read))
  return listings
}

/** The call that reads the list of a locale's indexable documents. */
export function callOfListing(locale: string) {
  return { path: '/search', locale, query: { phrase: '', pagination: 'false' } }
}

const howToList =
  'GET /search with an empty phrase must return all indexable documents of a locale; correct it at the service.'

/** Warns that the list of a locale is of no use. `what` says why, worded to follow the name of the list. */
export function warnOfListing(locale: string, what: string, findings: Findings, hint = howToList): void {
  findings.warn({
    code: 'listing-missing',
    message: `The list of indexable documents (${locale}) ${what}; instead, the sitemap of the locale lists every page that may be indexed.`,
    where: { locale, url: '/search' },
    hint,
  })
}
