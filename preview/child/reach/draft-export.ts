import { setImmediate as nextTurn } from 'node:timers/promises'
import { digestOf } from '#content/answers/digest-of.ts'
import type { AssembledSite } from '#preview/child/site/assemble-site.ts'
import { askAgain } from '#renderer/reads/look-ups.ts'
import type { Read } from '#renderer/reads/recorder.ts'
import type { Site } from '#renderer/site/site.ts'
import { listingsOf, type MemoryExport, renderOrTell } from './memory-export.ts'

const questionsATurn = 200

export type DraftExportOptions = {
  signal: AbortSignal
  /** When the draft was changed, where only the search endpoint says so. */
  dated: { locale: string; slug: string; updatedAt: string } | undefined
}

/**
 * Digests of all files as they would be with a draft: pages whose questions all have the answers they had keep their bytes, and only
 * the others are rendered.
 */
export async function digestsWithDraft(
  drafted: AssembledSite,
  before: MemoryExport,
  { signal, dated }: DraftExportOptions,
): Promise<Map<string, string>> {
  const changed = await changedQuestions(drafted, before, signal)
  const digests = new Map<string, string>()
  const readsOf = new Map<string, Read[]>()
  for (const route of drafted.own) {
    const { file } = route
    const reads = before.reads.get(file)
    if (reads && reads.length > 0 && !reads.some(({ question }) => changed.has(question))) {
      readsOf.set(file, reads)
      digests.set(file, before.digests.get(file) ?? '')
      continue
    }
    await nextTurn()
    signal.throwIfAborted()
    const { html, asked } = await renderOrTell(drafted, route)
    readsOf.set(file, asked)
    digests.set(file, digestOf(html))
  }
  const listed = { own: drafted.own, site: withListedDate(drafted.site, dated) }
  for (const [path, bytes] of await listingsOf(listed, (file) => readsOf.get(file))) digests.set(path, digestOf(bytes))
  return digests
}

/** The site with the date that the search endpoint gives the draft. */
function withListedDate(site: Site, dated: DraftExportOptions['dated']): Site {
  if (!dated) return site
  const { locale, slug, updatedAt } = dated
  const content = site.contents.get(locale)
  if (!content?.listing) return site
  const listing = content.listing.map((one) => (one.slug === slug ? { ...one, updatedAt } : one))
  return { ...site, contents: new Map(site.contents).set(locale, { ...content, listing }) }
}

/** Every question that has another answer with the draft. */
async function changedQuestions(
  { site }: AssembledSite,
  { reads }: MemoryExport,
  signal: AbortSignal,
): Promise<Set<string>> {
  const answers = new Map<string, unknown>()
  for (const page of reads.values()) for (const { question, answer } of page) answers.set(question, answer)
  const changed = new Set<string>()
  let count = 0
  for (const [question, was] of answers) {
    count += 1
    if (count % questionsATurn === 0) {
      await nextTurn()
      signal.throwIfAborted()
    }
    if (question.startsWith('["code"')) continue
    const is = askAgain(site, question)
    if (was !== is && JSON.stringify(was) !== JSON.stringify(is)) changed.add(question)
  }
  return changed
}
