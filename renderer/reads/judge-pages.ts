import type { Documents } from '#content/crawl.ts'
import type { Writer } from '#publish/writer.ts'
import type { Route } from '#renderer/route.ts'
import type { Site } from '#renderer/site.ts'
import { addedParts } from './added-parts.ts'
import { digestOf } from './digest-of.ts'
import { askAgain } from './look-ups.ts'
import type { KnownPage, KnownQuestion, PageMemory } from './page-memory.ts'
import { compareAnswers, type Reason } from './reason.ts'
import { jsonWithout } from './track.ts'

export type Judgement = {
  /** Files of pages that have to be rendered, and why. */
  stale: Map<string, Reason[]>
  /** Pages that stand as they are. */
  standing: KnownPage[]
  /** Questions of earlier builds whose answers are the same now; their ids may be used again. */
  holding: Map<number, KnownQuestion>
  /** Pages that are in neither list are left as they are. */
  isPartial?: boolean
  /** Some of those are stale. */
  leavesStale?: boolean
}

export type JudgePages = {
  site: Site
  memory: PageMemory
  routes: Route[]
  writer: Pick<Writer, 'published'>
  /** `force` is a sentence on why all pages are to be rendered. */
  job: { force?: string | undefined }
}

/** Decides which pages must be rendered: those whose questions have other answers now, and those that nothing is known of. */
export function judgePages({ site, memory, routes, writer, job: { force } }: JudgePages): Judgement {
  const known = routes.flatMap(({ file }) => memory.last.pages.get(file) ?? [])
  const { holding, changed } = force ? nothingHolds : compareQuestions(site, memory, known)
  const isPublished = ({ file, sha256 }: KnownPage): boolean => writer.published(file)?.sha256 === sha256
  const stale = new Map<string, Reason[]>()
  const standing: KnownPage[] = []
  for (const { file } of routes) {
    const page = memory.last.pages.get(file)
    const reasons = force ? [{ kind: 'all' as const, why: force }] : reasonsOf(page, { changed, isPublished, holding })
    if (page && reasons.length === 0) standing.push(page)
    else stale.set(file, reasons)
  }
  return { stale, standing, holding }
}

type Compared = { holding: Map<number, KnownQuestion>; changed: Map<number, Reason> }
const nothingHolds: Compared = { holding: new Map(), changed: new Map() }

/** Asks again what these pages asked. */
function compareQuestions(site: Site, memory: PageMemory, pages: KnownPage[]): Compared {
  const asked = new Set<number>()
  for (const page of pages) for (const id of page.asked) asked.add(id)
  const holding = new Map<number, KnownQuestion>()
  const changed = new Map<number, Reason>()
  const digest = createDigests(site, memory)
  for (const id of asked) {
    const known = memory.last.questions.get(id)
    if (!known) continue
    const now = digest(known)
    if (now.digest === known.digest) {
      holding.set(
        id,
        now.source === undefined || now.source === known.source ? known : { ...known, source: now.source },
      )
      continue
    }
    const last = memory.answerOf(id)
    const json = now.json()
    const added = addedParts(known, last, json)
    const { question, unread } = known
    const source = now.source === undefined ? {} : { source: now.source }
    if (added) holding.set(id, { ...known, unread: [...unread, ...added], ...source })
    else changed.set(id, { kind: 'answer', question, changes: compareAnswers(last.json, json) })
  }
  return { holding, changed }
}

type Facts = {
  changed: Map<number, Reason>
  holding: Map<number, KnownQuestion>
  isPublished: (page: KnownPage) => boolean
}

function reasonsOf(page: KnownPage | undefined, { changed, holding, isPublished }: Facts): Reason[] {
  if (!page) return [{ kind: 'new' }]
  const reasons: Reason[] = isPublished(page) ? [] : [{ kind: 'file' }]
  if (changed.size === 0) return reasons
  const seen = new Set<Reason>()
  for (const id of page.asked) {
    const reason = changed.get(id)
    if (reason) seen.add(reason)
    else if (!holding.has(id)) return [{ kind: 'new' }]
  }
  return [...reasons, ...seen]
}

type Now = { digest: string; source?: string; json: () => string }

/** The digests of answers as they are now; a document that the service sent unchanged is not looked at. */
function createDigests(site: Site, { last }: PageMemory): (known: KnownQuestion) => Now {
  const answers = new Map<string, unknown>()
  const isParsedAlike = last.facts.contentCode === site.code?.contentDigest
  return ({ question, unread, digest, source }) => {
    const sent = sourceOf(question, site)
    if (sent !== undefined && sent === source && isParsedAlike) return { digest, source, json: () => '' }
    if (!answers.has(question)) answers.set(question, answerNow(site, question))
    const json = jsonWithout(answers.get(question), unread)
    return { digest: digestOf(json), ...(sent !== undefined && { source: sent }), json: () => json }
  }
}

/** Nothing where the question makes no sense any more: its locale is not built, its page is gone. */
function answerNow(site: Site, question: string): unknown {
  try {
    return askAgain(site, question)
  } catch {
    return undefined
  }
}

/** For a question about a document: the digest of what the service sent. */
export function sourceOf(question: string, { documents }: Pick<Site, 'documents'>): string | undefined {
  if (!question.startsWith('["document"')) return undefined
  const [, locale, collection, key] = JSON.parse(question) as [string, string, keyof Documents, string]
  return documents.digestOf(locale, collection, key)
}
