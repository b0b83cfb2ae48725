import type { Documents } from '#content/crawl/locale-content.ts'
import type { Site } from '#renderer/site/site.ts'
import { digestOf, type KnownBuild, type KnownPage, type KnownQuestion } from './known-build.ts'
import { nameOfQuestion, parseQuestion } from './look-ups.ts'
import type { PageStore } from './page-store.ts'
import type { Read } from './recorder.ts'

/** A question with the digest of its answer. `json` is the answer itself, if it has to be kept. */
export type PrintedRead = { question: string; answer: string; json?: string }

/** What a page asked: places in the list of all questions that its printer has printed. `fresh` were added to the end of that list. */
export type PrintedReads = { asked: Uint32Array; fresh: PrintedRead[] }

/** Prints what the pages of one renderer ask. A question that several pages ask is printed only once. */
export function createReadPrinter(site: Pick<Site, 'documents' | 'code'>): (reads: Read[]) => PrintedReads {
  const places = new WeakMap<Read, number>()
  let count = 0
  const print = ({ question, answer }: Read): PrintedRead => {
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
    return { asked: Uint32Array.from(reads, (read) => places.get(read) ?? 0), fresh: fresh.map(print) }
  }
}

/**
 * What stands for the answer to a question about a document, so that the document need not be printed: the checksum of what the service
 * sent, and the digest of the code that parses it. Undefined for other questions.
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

export type PageNotes = ReturnType<typeof notePages>

/** Gives the questions of pages their ids; those of the last build with the same answer keep theirs. */
export function notePages({ previous, keepAnswer }: PageStore, { stillTrue }: { stillTrue: KnownBuild['questions'] }) {
  const known = new Map<number, KnownQuestion>([...previous.questions, ...stillTrue])
  const ids = new Map([...known.values()].map((one) => [one.question, one.id]))
  let last = previous.facts.lastQuestion ?? 0

  const idOf = ({ question, answer, json }: PrintedRead): number => {
    const found = known.get(ids.get(question) ?? 0)
    if (found?.answer === answer) return found.id
    last += 1
    known.set(last, { id: last, question, answer })
    if (json !== undefined) keepAnswer(answer, json)
    ids.set(question, last)
    return last
  }

  return {
    /** Gives the questions of a host's pages their ids: one function for each host, to be called in the order in which it rendered. */
    ofHost() {
      const printed: number[] = []
      return ({ asked, fresh }: PrintedReads) => {
        for (const read of fresh) printed.push(idOf(read))
        return asked.map((place) => printed[place] ?? 0)
      }
    },
    questionOf: (id: number) => known.get(id)?.question,
    /** Every question that one of these pages asks, and the highest id ever given. */
    allOf(pages: Iterable<KnownPage>) {
      const questions = new Map<number, KnownQuestion>()
      for (const { asked } of pages)
        for (const id of asked) {
          const question = known.get(id)
          if (question) questions.set(id, question)
        }
      return { questions, lastQuestion: last }
    },
  }
}
