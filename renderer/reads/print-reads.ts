import type { Site } from '#renderer/site/site.ts'
import { sourceOf } from './judge-pages.ts'
import { digestOf } from './known-build.ts'
import { nameOfQuestion, traitsOf } from './look-ups.ts'
import type { Read } from './recorder.ts'

/** A question with the digest of its whole answer, and which parts of that count; `json` is the answer where it has to be kept. */
export type PrintedRead = { question: string; answer: string; parts?: string; source?: string; json?: string }

/** What a page asked, by places in the list of all that its printer has printed; `fresh` stands at the end of that list. */
export type PrintedReads = { asked: Uint32Array; fresh: PrintedRead[] }

export type ReadPrinter = (reads: Read[]) => PrintedReads

/** Prints what pages ask, in a form that is small: what several pages ask only once. */
export function createReadPrinter(site: Pick<Site, 'documents'>): ReadPrinter {
  const places = new Map<string, number>()
  const ofReads = new WeakMap<Read, number>()
  let count = 0

  const placeOf = (read: Read, fresh: PrintedRead[]): number => {
    const { question, answer, unread, lacking } = read
    const parts = lacking && JSON.stringify({ unread, lacking })
    const key = `${question}\n${parts ?? ''}`
    const known = places.get(key)
    if (known !== undefined) return known
    const place = count
    count += 1
    if (!traitsOf(nameOfQuestion(question)).ofOnePage) places.set(key, place)
    const json = JSON.stringify(answer) ?? ''
    const source = sourceOf(question, site)
    const rest = source === undefined ? { json } : { source }
    fresh.push({ question, answer: digestOf(json), ...(parts !== undefined && { parts }), ...rest })
    return place
  }

  return (reads) => {
    const asked = new Set<number>()
    const fresh: PrintedRead[] = []
    for (const read of reads) {
      const place = ofReads.get(read) ?? placeOf(read, fresh)
      ofReads.set(read, place)
      asked.add(place)
    }
    return { asked: Uint32Array.from(asked), fresh }
  }
}
