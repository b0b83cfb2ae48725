import type { Documents } from '#content/crawl/locale-content.ts'
import type { Site } from '#renderer/site/site.ts'
import { digestOf, type KnownBuild, type KnownPage, type KnownQuestion } from './known-build.ts'
import { nameOfQuestion, parseQuestion } from './look-ups.ts'
import type { PageStore } from './page-store.ts'
import type { Read } from './recorder.ts'

/** A question with the digest of its answer. `json` is the answer as JSON text, if it must be kept. */
export type PrintedRead = { question: string; answer: string; json?: string }

/**
 * The questions of a page. `asked` are indexes into the list of all questions that the page's printer has printed.
 * `fresh` are the questions that this page added to the end of the list.
 */
export type PrintedReads = { asked: Uint32Array; fresh: PrintedRead[] }

/** Returns a function that prints what the pages of one renderer ask. A question of several pages is printed once. */
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
 * A substitute for the answer to a question about a document, so that the document need not be printed: the checksum of
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

export type PageNotes = ReturnType<typeof notePages>

/** Assigns ids to the questions of pages. A question of the last build with the same answer keeps its id. */
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
    /**
     * Returns a function that assigns ids to the questions of the pages of one renderer. Every renderer needs its own, to
     * be called in the order in which it rendered.
     */
    ofRenderer() {
      const printed: number[] = []
      return ({ asked, fresh }: PrintedReads) => {
        for (const read of fresh) printed.push(idOf(read))
        return asked.map((place) => printed[place] ?? 0)
      }
    },
    questionOf: (id: number) => known.get(id)?.question,
    /** Returns every question that one of these pages asked, and the highest id ever assigned. */
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
