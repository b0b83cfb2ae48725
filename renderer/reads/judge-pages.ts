import type { Documents } from '#content/crawl/locale-content.ts'
import { parseKeptDocument } from '#content/crawl/read-document.ts'
import type { Writer } from '#publish/writer.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Site } from '#renderer/site/site.ts'
import { compareAnswers, type FieldChange, type Reason } from './compare-answers.ts'
import { digestOf, type KnownPage, type KnownQuestion } from './known-build.ts'
import { askAgain, parseQuestion } from './look-ups.ts'
import type { PageStore } from './page-store.ts'
import { contentCodeOf, sourceOf } from './print-reads.ts'
import { printShown } from './print-shown.ts'

export type Judgement = {
  /** Files of pages that have to be rendered, and why. */
  rebuild: Map<string, Reason[]>
  /** Pages of the previous build that are published as they are. */
  reuse: KnownPage[]
  /** Questions of the previous build whose answers are the same now; their ids may be used again. */
  stillTrue: Map<number, KnownQuestion>
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
  return { rebuild, reuse, stillTrue: compared.stillTrue }
}

type Compared = Pick<Judgement, 'stillTrue'> & { changed: Map<number, Reason> }

const nothingIsTrue = (): Compared => ({ stillTrue: new Map(), changed: new Map() })

/** Asks again what these pages asked. */
function compareQuestions(options: JudgePages, pages: KnownPage[]): Compared {
  const { site, store } = options
  const compared = nothingIsTrue()
  const asked = new Set<number>()
  for (const page of pages) for (const id of page.asked) asked.add(id)
  for (const id of asked) {
    const known = store.previous.questions.get(id)
    if (!known) continue // its row was damaged
    const { question } = known
    const answer = sourceOf(question, site) ?? digestOf(answerNow(site, question))
    const changes = answer === known.answer ? [] : changesOf(known, options)
    if (changes.length > 0) compared.changed.set(id, { kind: 'answer', question, changes })
    else compared.stillTrue.set(id, answer === known.answer ? known : { ...known, answer })
  }
  return compared
}

/** What differs in an answer that is told by another digest. */
function changesOf(known: KnownQuestion, { site, store, bodyOf }: JudgePages): FieldChange[] {
  const { question, answer } = known
  if (sourceOf(question, site) === undefined) return differences(store.answer(answer), answerNow(site, question))
  return differences(keptDocument(known, site, bodyOf), printShown(site, askAgain(site, question) as object)) // documents are objects
}

function differences(was: string | undefined, is: string): FieldChange[] {
  return was === undefined ? [{ path: '' }] : compareAnswers(was, is)
}

/** The document of an earlier build as JSON; nothing where it cannot be had any more, or was parsed by other code. */
function keptDocument(
  { question, answer }: KnownQuestion,
  site: Site,
  bodyOf: JudgePages['bodyOf'],
): string | undefined {
  const [, collection] = parseQuestion(question).args
  const [checksum = '', code] = answer.split(' ')
  const body = code === contentCodeOf(site) ? bodyOf?.(checksum) : undefined
  const document = body && parseKeptDocument(collection as keyof Documents, body)
  return document && printShown(site, document)
}

/** The answer as JSON; empty where the question has no answer, as its locale is not built or its page is gone. */
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
