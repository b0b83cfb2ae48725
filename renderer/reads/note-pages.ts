import type { Site } from '#renderer/site/site.ts'
import { type Judgement, sourceOf } from './judge-pages.ts'
import { digestOf, type KnownBuild, type KnownPage, type KnownQuestion } from './known-build.ts'
import type { PageStore } from './page-store.ts'
import type { PageReads, Read } from './recorder.ts'

export type PageNotes = {
  /** Ids of the questions of a page that was rendered, for later builds. */
  idsOf(page: PageReads): Uint32Array
  /** The questions of a page, in the order it asked them. */
  questionsOf(page: Pick<KnownPage, 'asked'>): string[]
  /** Every question that one of these pages asks, the answers to those that are new, and the highest id that was ever given. */
  allOf(pages: Iterable<KnownPage>): Noted
}

export type Noted = Pick<KnownBuild, 'questions'> & { answers: Map<string, string>; lastQuestion: number }

/** Gives the questions of pages their ids; those of the previous build with the same answer keep theirs. */
export function notePages(site: Site, { previous }: PageStore, judgement: Judgement): PageNotes {
  const known = new Map<number, KnownQuestion>([...previous.questions, ...judgement.stillTrue])
  const ids = new Map([...known.values()].map((one) => [keyOf(one), one.id]))
  const answers = new Map(judgement.answers)
  const ofReads = new WeakMap<Read, number>()
  let last = previous.facts.lastQuestion ?? 0

  const idOf = ({ question, answer, unread, lacking }: Read): number => {
    const parts = lacking && JSON.stringify({ unread, lacking })
    const key = keyOf({ question, ...(parts && { parts }) })
    const found = known.get(ids.get(key) ?? 0)
    if (found && judgement.stillTrue.has(found.id)) return found.id
    const json = JSON.stringify(answer) ?? ''
    const digest = digestOf(json)
    const source = sourceOf(question, site)
    if (found?.answer === digest && found.source === source) return found.id
    last += 1
    known.set(last, { id: last, question, answer: digest, ...(parts && { parts }), ...(source && { source }) })
    if (source === undefined) answers.set(digest, json)
    ids.set(key, last)
    return last
  }

  return {
    idsOf({ reads }) {
      const asked = new Set<number>()
      for (const read of reads) {
        const id = ofReads.get(read) ?? idOf(read)
        ofReads.set(read, id)
        asked.add(id)
      }
      return Uint32Array.from(asked)
    },
    questionsOf: ({ asked }) => [...asked].flatMap((id) => known.get(id)?.question ?? []),
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

function keyOf({ question, parts = '' }: Pick<KnownQuestion, 'question' | 'parts'>): string {
  return `${question}\n${parts}`
}
