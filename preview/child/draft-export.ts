import { setImmediate as nextTurn } from 'node:timers/promises'
import { type PageWatch, watchPages } from '#publish/last-modified.ts'
import { askAgain } from '#renderer/reads/look-ups.ts'
import type { Read } from '#renderer/reads/recorder.ts'
import { jsonWithout } from '#renderer/reads/track.ts'
import type { AssembledSite } from './assemble-site.ts'
import { digestOf, listingsOf, type MemoryExport, nowhere, renderOrTell } from './memory-export.ts'
import { memoryWriter } from './open-bundle.ts'

const questionsATurn = 200

export type DraftExportOptions = {
  signal: AbortSignal
  /** When the draft was changed, where only the search endpoint says so. */
  dated: { file: string; updatedAt: string } | undefined
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
  const watch = await watchPages(memoryWriter(new Map()), nowhere)
  const digests = new Map<string, string>()
  for (const route of drafted.own) {
    const { file } = route
    const shown = before.watch.shown(file)
    const reads = before.reads.get(file)
    if (reads && shown && reads.length > 0 && !reads.some((read) => isChanged(read, changed))) {
      watch.keep(file, shown)
      digests.set(file, before.digests.get(file) ?? '')
      continue
    }
    await nextTurn()
    signal.throwIfAborted()
    const { html } = await renderOrTell(drafted, route)
    await watch.writer.write(file, html)
    digests.set(file, digestOf(html))
  }
  // A page that shows the same keeps its date, as in a build.
  const lastModified: PageWatch['lastModified'] = (file, listed) => {
    const known = dated?.file === file ? dated.updatedAt : listed
    const isSame = before.watch.shown(file)?.digest === watch.shown(file)?.digest
    return isSame ? (before.dates.get(file) ?? known) : known
  }
  for (const [path, bytes] of await listingsOf(drafted, { ...watch, lastModified })) digests.set(path, digestOf(bytes))
  return digests
}

/** Answers as they are with the draft, for every question that has another one. */
async function changedQuestions(
  { site }: AssembledSite,
  { reads }: MemoryExport,
  signal: AbortSignal,
): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  for (const page of reads.values()) for (const { question, answer } of page) answers.set(question, answer)
  const changed = new Map<string, unknown>()
  let count = 0
  for (const [question, was] of answers) {
    count += 1
    if (count % questionsATurn === 0) {
      await nextTurn()
      signal.throwIfAborted()
    }
    if (question.startsWith('["code"')) continue
    const is = askAgain(site, question)
    if (was !== is && JSON.stringify(was) !== JSON.stringify(is)) changed.set(question, is)
  }
  return changed
}

/** Whether a page read a part of an answer that is another now. */
function isChanged({ question, answer, unread }: Read, changed: Map<string, unknown>): boolean {
  if (!changed.has(question)) return false
  return jsonWithout(answer, unread) !== jsonWithout(changed.get(question), unread)
}
