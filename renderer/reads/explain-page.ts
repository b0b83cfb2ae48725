import type { LookUp } from './look-ups.ts'
import type { KnownPage, PageMemory } from './page-memory.ts'
import { type Cause, causesOf, nameOf, tellReason } from './tell-reason.ts'

/** What a page was made of, and why it was rendered. */
export type Explanation = {
  href: string
  locale: string
  file: string
  /** Number of the build that rendered it, and of the last one. */
  renderedIn: number
  lastBuild: number
  /** Why it was rendered then: in sentences, and field by field. */
  why: string[]
  causes: Cause[]
  /** All that it read; it is rendered again when any of it differs. `unread` are the fields that do not count. */
  reads: { kind: LookUp; record: string; unread: string[] }[]
}

export function explainPage(page: KnownPage, memory: PageMemory): Explanation {
  const { href, locale, file, reasons, build } = page
  const { questions, facts } = memory.last
  const reads = [...page.asked].flatMap((id) => {
    const known = questions.get(id)
    if (!known) return []
    const [kind] = JSON.parse(known.question) as [LookUp]
    return [{ kind, record: nameOf(known.question, page), unread: known.unread }]
  })
  return {
    href,
    locale,
    file,
    renderedIn: build,
    lastBuild: Number(facts.build ?? 0),
    why: reasons.flatMap((reason) => tellReason(reason, page)),
    causes: reasons.flatMap((reason) => causesOf(reason, page)),
    reads: reads.sort((a, b) => (`${a.kind} ${a.record}` < `${b.kind} ${b.record}` ? -1 : 1)),
  }
}
