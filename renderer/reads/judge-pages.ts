import { type Documents, parseKeptDocument } from '#content/crawl.ts'
import type { Writer } from '#publish/writer.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Site } from '#renderer/site/site.ts'
import { compareAnswers, type FieldChange, type Parts, type Reason } from './compare-answers.ts'
import { digestOf, type KnownPage, type KnownQuestion } from './known-build.ts'
import { askAgain, nameOfQuestion, parseQuestion } from './look-ups.ts'
import type { PageStore } from './page-store.ts'

export type Judgement = {
  /** Files of pages that have to be rendered, and why. */
  rebuild: Map<string, Reason[]>
  /** Pages of the previous build that are published as they are. */
  reuse: KnownPage[]
  /** Questions of the previous build whose answers, as far as pages read them, are the same now; their ids may be used again. */
  stillTrue: Map<number, KnownQuestion>
  /** Answers of these that differ in what no page read, as JSON by digest. */
  answers: Map<string, string>
  /** Pages that are in neither list are left as they are. */
  isPartial?: boolean
}

export type JudgePages = {
  site: Site
  store: PageStore
  routes: Route[]
  writer: Pick<Writer, 'published'>
  /** A document as the service sent it to an earlier build, by its checksum. */
  bodyOf?: (checksum: string) => Buffer | undefined
  /** `force` is a sentence on why all pages are to be rendered. */
  job: { force?: string | undefined }
}

/** Decides which pages must be rendered: those whose questions have other answers now, and those that nothing is known of. */
export function judgePages(options: JudgePages): Judgement {
  const { store, routes, writer, job } = options
  const known = routes.flatMap(({ file }) => store.previous.pages.get(file) ?? [])
  const compared = job.force ? nothingIsTrue() : compareQuestions(options, known)
  const rebuild = new Map<string, Reason[]>()
  const reuse: KnownPage[] = []
  for (const { file } of routes) {
    const page = store.previous.pages.get(file)
    const reasons = job.force ? [{ kind: 'all' as const, why: job.force }] : reasonsOf(page, compared, writer)
    if (page && reasons.length === 0) reuse.push(page)
    else rebuild.set(file, reasons)
  }
  return { rebuild, reuse, stillTrue: compared.stillTrue, answers: compared.answers }
}

type Compared = Pick<Judgement, 'stillTrue' | 'answers'> & { changed: Map<number, Reason> }

const nothingIsTrue = (): Compared => ({ stillTrue: new Map(), answers: new Map(), changed: new Map() })

/** Asks again what these pages asked. */
function compareQuestions({ site, store, bodyOf }: JudgePages, pages: KnownPage[]): Compared {
  const { questions, facts } = store.previous
  const compared = nothingIsTrue()
  const { stillTrue, answers, changed } = compared
  const isParsedAlike = facts.contentCode === site.code?.contentDigest
  const digests = new Map<string, string>()
  const digestNow = (question: string): string => {
    const digest = digests.get(question) ?? digestOf(answerNow(site, question))
    digests.set(question, digest)
    return digest
  }
  const asked = new Set<number>()
  for (const page of pages) for (const id of page.asked) asked.add(id)
  for (const id of asked) {
    const known = questions.get(id)
    if (!known) continue // its row was damaged
    const { question } = known
    const source = sourceOf(question, site)
    const isSentAlike = source !== undefined && source === known.source && isParsedAlike
    const answer = isSentAlike ? known.answer : digestNow(question)
    const isSame = answer === known.answer
    if (isSame && source === known.source) stillTrue.set(id, known)
    else if (isSame) stillTrue.set(id, { ...known, ...(source && { source }) })
    else {
      const is = answerNow(site, question)
      const was = known.source === undefined ? store.answer(known.answer) : keptDocument(known, bodyOf)
      const { changes, parts } = changesOf(known, was, is)
      if (changes.length > 0) changed.set(id, { kind: 'answer', question, changes })
      else stillTrue.set(id, { id, question, answer, ...(parts && { parts }), ...(source && { source }) })
      if (changes.length === 0 && source === undefined) answers.set(answer, is)
    }
  }
  return compared
}

/** What changed in an answer that a page can show; without any `parts` tells what counts of the new answer. */
function changesOf(
  { parts: kept }: KnownQuestion,
  was: string | undefined,
  is: string,
): { changes: FieldChange[]; parts?: string } {
  if (was === undefined) return { changes: [{ path: '' }] }
  const parts = kept === undefined ? undefined : (JSON.parse(kept) as Parts) // as `notePages` printed them
  const { changes, added } = compareAnswers(was, is, parts)
  if (!parts || added.length === 0) return { changes, ...(kept && { parts: kept }) }
  return { changes, parts: JSON.stringify({ ...parts, unread: [...parts.unread, ...added] }) }
}

/** The document of an earlier build as it was parsed then; nothing where it cannot be had any more, or is parsed otherwise now. */
function keptDocument({ question, source, answer }: KnownQuestion, bodyOf: JudgePages['bodyOf']): string | undefined {
  const [, collection] = parseQuestion(question).args
  const body = source === undefined ? undefined : bodyOf?.(source)
  const document = body && parseKeptDocument(collection as keyof Documents, body)
  const json = JSON.stringify(document) ?? ''
  return digestOf(json) === answer ? json : undefined
}

/** The answer as JSON; empty where the question makes no sense any more: its locale is not built, its page is gone. */
function answerNow(site: Site, question: string): string {
  try {
    return JSON.stringify(askAgain(site, question)) ?? ''
  } catch {
    return ''
  }
}

function reasonsOf(
  page: KnownPage | undefined,
  { stillTrue, changed }: Compared,
  writer: Pick<Writer, 'published'>,
): Reason[] {
  if (!page) return [{ kind: 'new' }]
  const isPublished = writer.published(page.file)?.sha256 === page.sha256
  const reasons = new Set<Reason>()
  for (const id of page.asked) {
    const reason = changed.get(id)
    if (reason) reasons.add(reason)
    else if (!stillTrue.has(id)) return [{ kind: 'new' }]
  }
  return isPublished ? [...reasons] : [{ kind: 'file' }, ...reasons]
}

/** For a question about a document: the checksum of what the service sent. */
export function sourceOf(question: string, { documents }: Pick<Site, 'documents'>): string | undefined {
  if (nameOfQuestion(question) !== 'document') return undefined
  const [locale = '', collection, key = ''] = parseQuestion(question).args
  return documents.digestOf(locale, collection as keyof Documents, key)
}
