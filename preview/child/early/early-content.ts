import { pathSegment } from '#content/client/call.ts'
import type { ContentClient } from '#content/client/client.ts'
import { crawl } from '#content/crawl/crawl.ts'
import { keepNotes } from '#content/crawl/locale-content.ts'
import { fetchDocument } from '#content/crawl/read-document.ts'
import { readListings } from '#content/crawl/read-listings.ts'
import { Findings, SiteError } from '#content/finding.ts'
import type { LoadedJob } from '#preview/child/load-job.ts'
import type { SiteContent } from '#renderer/plan/plan-site.ts'
import type { Route } from '#renderer/plan/route.ts'
import { localesBeside } from '#renderer/settings.ts'

/** The whole content of one locale, and as much of all others as is needed to link to their pages. */
export type EarlyContent = SiteContent & {
  locale: string
  /**
   * Reads the documents of pages in other locales, if the service has them. Resolves to true if one of them had not
   * been read before.
   */
  readAround(routes: Route[]): Promise<boolean>
}

/** Reads one locale as a build does, and only nodes and collections of the others. Throws as `crawl` does. */
export async function readEarlyContent(job: LoadedJob, client: ContentClient, locale: string): Promise<EarlyContent> {
  const { settings, family, locales } = job
  const foreign = localesBeside(settings, family)
  const all = [...locales, ...foreign]
  const findings = new Findings()
  const linkedLocales = all.filter((other) => other !== locale)
  const [crawled, listings] = await Promise.all([
    crawl({ client, locales: [locale], linkedLocales, findings }),
    // only sites with other domain families have pages that ask for listings
    readListings({ client, locales: foreign.length > 0 ? [locale, ...foreign] : [], findings }),
  ])
  // In the order that locales have in a build, because it determines the order of links between languages.
  const contents = new Map([...crawled].sort(([a], [b]) => all.indexOf(a) - all.indexOf(b)))
  const read = async ({ locale: other, source }: Route): Promise<boolean> => {
    const content = contents.get(other)
    if (source.kind !== 'document' || !content) return false
    const { collection, key } = source
    const documents: Map<string, unknown> = content.documents[collection]
    if (documents.has(key) || pathSegment(key) === undefined) return false
    const found = await fetchDocument({ kind: collection, key, locale: other }, { client, findings }).catch(notThere)
    if (!found) return false
    documents.set(key, found.document)
    keepNotes(content, { kind: collection, key, ...found })
    return true
  }
  return {
    ...{ locale, contents, listings },
    readAround: async (routes) => (await Promise.all(routes.map(read))).includes(true),
  }
}

/** Treats a document that cannot be read as missing. The crawl that follows reports why. */
function notThere(error: unknown): undefined {
  if (!(error instanceof SiteError) || error.finding.code === 'service-unreachable') throw error
}

/** Whether everything that was read early was still the same when the whole site was read. */
export function isStillSo(early: EarlyContent, { contents }: SiteContent): boolean {
  return [...early.contents].every(([locale, was]) => {
    const is = contents.get(locale)
    const readCollections = Object.entries(was.collections).filter(([, members]) => members.length > 0)
    return (
      is !== undefined &&
      isEqual(was.nodes, is.nodes) &&
      (locale !== early.locale || isEqual(was.menus, is.menus)) &&
      readCollections.every(([name, members]) =>
        isEqual(members, is.collections[name as keyof typeof is.collections]),
      ) &&
      [...was.digests].every(([name, digest]) => is.digests.get(name) === digest)
    )
  })
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
