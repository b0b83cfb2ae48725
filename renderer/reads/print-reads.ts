import type { Documents } from '#content/crawl/locale-content.ts'
import type { Site } from '#renderer/site/site.ts'
import { digestOf } from './known-build.ts'
import { nameOfQuestion, parseQuestion } from './look-ups.ts'
import type { Read } from './recorder.ts'

/** A question with the digest of its answer; `json` is the answer where that has to be kept. */
export type PrintedRead = { question: string; answer: string; json?: string }

/** What a page asked, by places in the list of all that its printer has printed; `fresh` stands at the end of that list. */
export type PrintedReads = { asked: Uint32Array; fresh: PrintedRead[] }

type ReadPrinter = (reads: Read[]) => PrintedReads

/** Prints what pages of one renderer ask, in a form that is small: what several pages ask only once. */
export function createReadPrinter(site: Pick<Site, 'documents' | 'code'>): ReadPrinter {
  const places = new WeakMap<Read, number>()
  let count = 0
  const print = ({ question, answer }: Read): PrintedRead => {
    const source = sourceOf(question, site)
    if (source !== undefined) return { question, answer: source }
    const json = JSON.stringify(answer) ?? ''
    return { question, answer: digestOf(json), json }
  }
  return (reads) => {
    const asked = new Uint32Array(reads.length)
    const fresh: PrintedRead[] = []
    for (const [index, read] of reads.entries()) {
      let place = places.get(read)
      if (place === undefined) {
        place = count
        count += 1
        places.set(read, place)
        fresh.push(print(read))
      }
      asked[index] = place
    }
    return { asked, fresh }
  }
}

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
