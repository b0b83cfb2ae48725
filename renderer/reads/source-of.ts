import type { Documents } from '#content/crawl/locale-content.ts'
import type { Site } from '#renderer/site/site.ts'
import { nameOfQuestion, parseQuestion } from './look-ups.ts'

/**
 * For a question about a document what tells the answer from another one without it being printed: the checksum of what the service
 * sent, and the digest of the code that parses it.
 */
export function sourceOf(question: string, site: Pick<Site, 'documents' | 'code'>): string | undefined {
  if (nameOfQuestion(question) !== 'document') return undefined
  const [locale = '', collection, key = ''] = parseQuestion(question).args
  const checksum = site.documents.digestOf(locale, collection as keyof Documents, key)
  return checksum && `${checksum} ${contentCodeOf(site)}`
}

export function contentCodeOf({ code }: Pick<Site, 'code'>): string {
  return code?.contentDigest ?? ''
}
