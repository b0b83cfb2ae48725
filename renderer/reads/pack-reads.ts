import type { Documents } from '#content/crawl/locale-content.ts'
import type { Site } from '#renderer/site/site.ts'
import { digestOf } from './known-build.ts'
import { nameOfQuestion, parseQuestion } from './look-ups.ts'
import type { Read } from './recorder.ts'

/** A question with the digest of its answer. `json` is the answer as JSON text, if it must be kept. */
export type PackedRead = { question: string; answer: string; json?: string }

/**
 * The questions of a page. `asked` are indexes into the list of all questions that the page's packer has packed.
 * `fresh` are the questions that this page added to the end of the list.
 */
export type PackedReads = { asked: Uint32Array; fresh: PackedRead[] }

/** Returns a function that packs what the pages of one renderer ask. A question of several pages is packed once. */
export function createReadPacker(site: Pick<Site, 'documents' | 'code'>): (reads: Read[]) => PackedReads {
  const places = new WeakMap<Read, number>()
  let count = 0
  const pack = ({ question, answer }: Read): PackedRead => {
    const source = sourceOf(question, site)
    if (source !== undefined) return { question, answer: source }
    const json = JSON.stringify(answer) ?? ''
    return { question, answer: digestOf(json), json }
  }
  return (reads) => {
    const fresh = reads.filter((read) => !places.has(read))
    for (const read of fresh) {
      places.set(read, count)
      count += 1
    }
    return { asked: Uint32Array.from(reads, (read) => places.get(read) ?? 0), fresh: fresh.map(pack) }
  }
}

/**
 * A substitute for the answer to a question about a document, so that the document need not be packed: the checksum of
 * the bytes that the service sent, and the digest of the code that parses them. Undefined for other questions.
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
