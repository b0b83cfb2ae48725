import type { Judgement } from './judge-pages.ts'
import type { KnownBuild, KnownPage, KnownQuestion } from './known-build.ts'
import { nameOfQuestion } from './look-ups.ts'
import type { PageStore } from './page-store.ts'
import type { PrintedRead, PrintedReads } from './print-reads.ts'

export type PageNotes = {
  /** Gives the questions of a host's pages their ids: one function for each host, to be called in the order in which it rendered. */
  ofHost(): (reads: PrintedReads) => Uint32Array
  questionOf(id: number): string | undefined
  /** The pictures that a page asks for, in the order it asks for them, as questions. */
  picturesOf(page: Pick<KnownPage, 'asked'>): Iterable<string>
  /** Every question that one of these pages asks, the answers to those that are new, and the highest id that was ever given. */
  allOf(pages: Iterable<KnownPage>): Noted
}

export type Noted = Pick<KnownBuild, 'questions'> & { answers: Map<string, string>; lastQuestion: number }

/** Gives the questions of pages their ids; those of the previous build with the same answer keep theirs. */
export function notePages({ previous }: PageStore, judgement: Judgement): PageNotes {
  const known = new Map<number, KnownQuestion>([...previous.questions, ...judgement.stillTrue])
  const ids = new Map([...known.values()].map((one) => [one.question, one.id]))
  const answers = new Map<string, string>()
  /** By id, empty for what is none. */
  const pictures = new Map<number, string>()
  let last = previous.facts.lastQuestion ?? 0

  const idOf = ({ question, answer, json }: PrintedRead): number => {
    const found = known.get(ids.get(question) ?? 0)
    if (found?.answer === answer) return found.id
    last += 1
    known.set(last, { id: last, question, answer })
    if (json !== undefined) answers.set(answer, json)
    ids.set(question, last)
    return last
  }

  return {
    ofHost() {
      const printed: number[] = []
      return ({ asked, fresh }) => {
        for (const read of fresh) printed.push(idOf(read))
        return asked.map((place) => printed[place] ?? 0)
      }
    },
    questionOf: (id) => known.get(id)?.question,
    *picturesOf({ asked }) {
      for (const id of asked) {
        let picture = pictures.get(id)
        if (picture === undefined) {
          const { question = '' } = known.get(id) ?? {}
          picture = nameOfQuestion(question) === 'picture' ? question : ''
          pictures.set(id, picture)
        }
        if (picture) yield picture
      }
    },
    allOf(pages) {
      const questions = new Map<number, KnownQuestion>()
      for (const { asked } of pages) {
        for (const id of asked) {
          const question = known.get(id)
          if (question) questions.set(id, question)
        }
      }
      return { questions, answers, lastQuestion: last }
    },
  }
}
