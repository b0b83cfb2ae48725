import type { Documents } from '#content/crawl/locale-content.ts'
import { parseKeptDocument } from '#content/crawl/read-document.ts'
import type { Writer } from '#publish/writer.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { contentKeyOf } from '#renderer/plan/current-address.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Site } from '#renderer/site/site.ts'
import { compareAnswers, type FieldChange, type Reason } from './compare-answers.ts'
import { digestOf, type KnownPage, type KnownQuestion } from './known-build.ts'
import { askAgain, packShown, parseQuestion, shownDocument } from './look-ups.ts'
import { contentCodeOf, sourceOf } from './pack-reads.ts'
import type { PageStore } from './page-store.ts'

export type Judgement = {
  /** Files of the pages that must be rendered, and why. All other pages stay as the last build left them. */
  rebuild: Map<string, Reason[]>
  /** Questions of the last build whose answers are still the same. Their ids may be used again. */
  stillTrue: Map<number, KnownQuestion>
  /** Files of pages that stay although they are out of date. Their questions are not settled. */
  outdated?: Set<string>
}

type JudgePagesOptions = {
  site: Site
  store: PageStore
  routes: Route[]
  writer: Pick<Writer, 'published'>
  /** Returns a document as the service sent it to an earlier build, by its checksum. */
  bodyOf?: (checksum: string) => Buffer | undefined
  job: Pick<BuildJob, 'force'>
}

/**
 * Decides which pages must be rendered: pages that are new, that get a different answer to a question, or whose file is
 * not the one that was published.
 */
export function judgePages(options: JudgePagesOptions): Judgement {
  const { store, routes, writer, job } = options
  if (job.force) return rebuildAll(routes, { kind: 'all', why: job.force })
  const compared = compareQuestions(options)
  const rebuild = new Map<string, Reason[]>()
  const left = addressesLeft(store, routes)
  for (const route of routes) {
    const { file } = route
    const page = store.previous.pages.get(file)
    const published = writer.published(file)
    const reasons = page
      ? reasonsOf(page, compared, published?.sha256 === page.sha256)
      : [published && store.notice !== undefined ? { kind: 'all' as const, why: store.notice } : newReason(route, left)]
    if (reasons.length > 0) rebuild.set(file, reasons)
  }
  return { rebuild, stillTrue: compared.stillTrue }
}

/** Rebuilds all of these pages for one reason, without comparing answers. */
export function rebuildAll(routes: Route[], reason: Reason): Judgement {
  return { rebuild: new Map(routes.map(({ file }) => [file, [reason]])), stillTrue: new Map() }
}

type Compared = Pick<Judgement, 'stillTrue'> & { changed: Map<number, Reason> }

/** Asks the questions of the last build again, and compares the answers. */
function compareQuestions(options: JudgePagesOptions): Compared {
  const { site, store, routes } = options
  const { pages, questions } = store.previous
  const compared: Compared = { stillTrue: new Map(), changed: new Map() }
  const asked = new Set<number>()
  for (const { file } of routes) for (const id of pages.get(file)?.asked ?? []) asked.add(id)
  for (const id of asked) {
    const known = questions.get(id)
    if (!known) continue // its row was damaged
    const { question } = known
    const answer = sourceOf(question, site) ?? digestOf(packedNow(site, question))
    const changes = answer === known.answer ? [] : changesOf(known, options)
    if (isParsedDifferently(known.answer, answer)) compared.changed.set(id, wasParsedDifferently)
    else if (changes.length > 0) compared.changed.set(id, { kind: 'answer', question, changes })
    else compared.stillTrue.set(id, answer === known.answer ? known : { ...known, answer })
  }
  return compared
}

/**
 * The reason for pages whose document is the same but parsed by different code. The old result of parsing is not kept,
 * so it cannot be compared.
 */
const wasParsedDifferently: Reason = {
  kind: 'all',
  why: 'Its content is now parsed by different code, in the tool or in the schema of a block.',
}

/** Whether two answers are the same document as the service sent it, parsed by different code. */
function isParsedDifferently(was: string, is: string): boolean {
  // Only the answer to a question about a document contains a blank: see `sourceOf`.
  return was !== is && was.split(' ')[0] === is.split(' ')[0]
}

/** The changes in an answer whose digest changed. */
function changesOf(known: KnownQuestion, options: JudgePagesOptions): FieldChange[] {
  const { site, store } = options
  const { question, answer } = known
  const isDocument = sourceOf(question, site) !== undefined
  const was = isDocument ? keptDocument(known, options) : store.answer(answer)
  if (was === undefined) return [{ path: '' }]
  return compareAnswers(was, isDocument ? packShown(site, askAgain(site, question)) : packedNow(site, question))
}

/** The document of an earlier build as JSON text. Undefined if it is not kept or was parsed by different code. */
function keptDocument({ question, answer }: KnownQuestion, { site, bodyOf }: JudgePagesOptions): string | undefined {
  const [, name] = parseQuestion(question).args
  const collection = name as keyof Documents // the question is about a document
  const [checksum = '', code] = answer.split(' ')
  const body = code === contentCodeOf(site) ? bodyOf?.(checksum) : undefined
  const document = body && parseKeptDocument(collection, body)
  return document && packShown(site, shownDocument(collection, document))
}

/** The current answer to a question. Undefined if there is none because its locale is not built or its page is gone. */
export function answerNow(site: Site, question: string): unknown {
  try {
    return askAgain(site, question)
  } catch {
    return undefined
  }
}

/** The current answer to a question as JSON text. Empty if there is none. */
function packedNow(site: Site, question: string): string {
  return JSON.stringify(answerNow(site, question)) ?? ''
}

/** The addresses of the last build that no page has any more, by the `contentKeyOf` of their page. */
function addressesLeft({ previous }: PageStore, routes: Route[]): Map<string, string> {
  const files = new Set(routes.map(({ file }) => file))
  const gone = [...previous.pages.values()].filter(({ file }) => !files.has(file))
  return new Map(gone.flatMap(({ contentKey, href }) => (contentKey === undefined ? [] : [[contentKey, href]])))
}

/**
 * The reason for a page that is new or has moved, with its old address. All pages of a list have the same
 * `contentKeyOf`, so their old addresses are unknown.
 */
function newReason(route: Route, left: Map<string, string>): Reason {
  const from = route.list === undefined ? left.get(contentKeyOf(route) ?? '') : undefined
  return { kind: 'new', from }
}

function reasonsOf(page: KnownPage, { stillTrue, changed }: Compared, isPublished: boolean): Reason[] {
  const reasons = new Set<Reason>()
  for (const id of page.asked) {
    const reason = changed.get(id)
    if (reason) reasons.add(reason)
    else if (!stillTrue.has(id)) return [wasDamaged]
  }
  return isPublished ? [...reasons] : [{ kind: 'file' }, ...reasons]
}

const wasDamaged: Reason = { kind: 'all', why: 'What was known of it was damaged.' }
