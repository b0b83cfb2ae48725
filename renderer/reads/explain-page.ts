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
  const reads = new Map<string, Explanation['reads'][number]>()
  for (const id of page.asked) {
    const known = questions.get(id)
    if (!known) continue
    const [kind] = JSON.parse(known.question) as [LookUp]
    const record = nameOf(known.question, page)
    const unread = new Set(known.unread)
    // Parts that pages share ask for themselves: a field counts when one of them reads it.
    const before = reads.get(`${kind} ${record}`)?.unread ?? known.unread
    reads.set(`${kind} ${record}`, { kind, record, unread: before.filter((field) => unread.has(field)) })
  }
  return {
    href,
    locale,
    file,
    renderedIn: build,
    lastBuild: Number(facts.build ?? 0),
    why: reasons.flatMap((reason) => tellReason(reason, page)),
    causes: reasons.flatMap((reason) => causesOf(reason, page)),
    reads: [...reads.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, read]) => read),
  }
}
