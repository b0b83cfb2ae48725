import type { Site } from '#renderer/site.ts'
import { digestOf } from './digest-of.ts'
import { type Judgement, sourceOf } from './judge-pages.ts'
import type { KnownPage, KnownQuestion, LastAnswer, PageMemory } from './page-memory.ts'
import type { PageReads, Read } from './recorder.ts'
import { jsonWithout } from './track.ts'

export type PageNotes = {
  /** Ids of the questions of a page that was rendered, for later builds. */
  idsOf(page: PageReads): Uint32Array
  /** The questions of a page, in the order it asked them. */
  questionsOf(page: KnownPage): string[]
  /** Every question that one of these pages asks, and the answers to those that are new. */
  allOf(pages: Iterable<KnownPage>): { questions: Map<number, KnownQuestion>; answers: Map<number, LastAnswer> }
}

/** Gives the questions of pages their ids; those of earlier builds whose answers hold are used again. */
export function notePages(site: Site, memory: PageMemory, { holding }: Judgement): PageNotes {
  const known = new Map<number, KnownQuestion>([...memory.last.questions, ...holding])
  const ids = new Map(
    [...holding.values()].map(({ id, question, unread, lacking }) => [keyOf(question, unread, lacking), id]),
  )
  const answers = new Map<number, LastAnswer>()
  const ofReads = new WeakMap<Read, number>()
  let last = Math.max(0, ...memory.last.questions.keys())

  const idOf = (read: Read): number => {
    const { question, unread, answer, lacking } = read
    const key = keyOf(question, unread, lacking && digestOf(lacking.join('\n')))
    const found = ids.get(key)
    if (found !== undefined) return found
    last += 1
    const json = jsonWithout(answer, unread)
    const source = sourceOf(question, site)
    known.set(last, {
      ...{ id: last, question, unread, digest: digestOf(json) },
      ...(source !== undefined && { source }),
      ...(lacking && { lacking: digestOf(lacking.join('\n')) }),
    })
    answers.set(last, { json, lacking: lacking ?? [] })
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
      return { questions, answers }
    },
  }
}

function keyOf(question: string, unread: string[], lacking = ''): string {
  return [question, lacking, ...unread].join('\n')
}
