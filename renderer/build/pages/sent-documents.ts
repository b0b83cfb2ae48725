import type { ContentClient } from '#content/client/client.ts'
import type { AnyDocument, Documents, LocaleContent } from '#content/crawl/locale-content.ts'
import { callOf, parseKeptDocument } from '#content/crawl/read-document.ts'
import { SiteError } from '#content/finding.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { PageDocuments } from '#renderer/site/site.ts'
import type { SentDocument } from './task-renderer.ts'

export type SentDocuments = PageDocuments & {
  /**
   * The document of a page as the service sent it. Throws a `SiteError` if the kept bytes are lost and the service has
   * changed the document.
   */
  documentOf(route: Pick<Route, 'locale' | 'source'>): Promise<SentDocument | undefined>
}

export type SentDocumentsOptions = {
  contents: ReadonlyMap<string, Pick<LocaleContent, 'digests'>>
  /** The bytes that the service sent, by their checksum. */
  bodyOf: (checksum: string) => Buffer | undefined
  /** The bytes that the service sent to any machine, by their checksum, from the cache that machines share. */
  sharedBody?: (checksum: string) => Promise<Buffer | undefined>
  client: ContentClient
}

/** The documents of a crawl that kept none in memory. They are read from the kept answers and parsed when asked for. */
export function sentDocuments({ contents, bodyOf, sharedBody, client }: SentDocumentsOptions): SentDocuments {
  const digestOf = (locale: string, collection: keyof Documents, key: string): string | undefined =>
    contents.get(locale)?.digests.get(`${collection}/${key}`)
  return {
    digestOf,
    find(locale, collection, key): AnyDocument | undefined {
      const hash = digestOf(locale, collection, key)
      const body = hash === undefined ? undefined : bodyOf(hash)
      return body && parseKeptDocument(collection, body)
    },
    async documentOf({ locale, source }) {
      if (source.kind !== 'document') return undefined
      const { collection: kind, key } = source
      const hash = digestOf(locale, kind, key)
      if (hash === undefined) return undefined
      const body = bodyOf(hash) ?? (await sharedBody?.(hash))
      if (body) return { body, hash }
      // The kept bytes are damaged, or could not be kept because the disk is full.
      const again = await client.fetchBody(callOf({ kind, key, locale }))
      if (again.hash === hash) return again
      throw new SiteError({
        code: 'document-changed',
        message: `The document "${kind}/${key}" (${locale}) changed at the service while the site was being built.`,
        where: { locale, document: `/${kind}/${key}` },
        hint: 'Build again. If you build in shards, make a new plan first.',
      })
    },
  }
}
