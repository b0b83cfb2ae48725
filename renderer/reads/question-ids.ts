import type { KnownBuild, KnownPage, KnownQuestion } from './known-build.ts'
import type { PackedRead, PackedReads } from './pack-reads.ts'
import type { PageStore } from './page-store.ts'

export type QuestionIds = ReturnType<typeof assignQuestionIds>

/** Assigns ids to the questions of pages. A question of the last build with the same answer keeps its id. */
export function assignQuestionIds(
  { previous, keepAnswer }: PageStore,
  { stillTrue }: { stillTrue: KnownBuild['questions'] },
) {
  const known = new Map<number, KnownQuestion>([...previous.questions, ...stillTrue])
  const ids = new Map([...known.values()].map((one) => [one.question, one.id]))
  let last = previous.facts.lastQuestion ?? 0

  const idOf = ({ question, answer, json }: PackedRead): number => {
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
     * Returns a function that assigns ids to the questions of the pages of one renderer. Every renderer needs its own,
     * to be called in the order in which it rendered.
     */
    ofRenderer() {
      const packed: number[] = []
      return ({ asked, fresh }: PackedReads) => {
        for (const read of fresh) packed.push(idOf(read))
        return asked.map((place) => packed[place] ?? 0)
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
