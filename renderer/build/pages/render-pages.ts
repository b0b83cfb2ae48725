import pLimit from 'p-limit'
import type { Writer } from '#publish/writer.ts'
import type { Run } from '#renderer/build/report.ts'
import type { SiteSource } from '#renderer/build/site-source.ts'
import { contentKeyOf } from '#renderer/plan/current-address.ts'
import type { Route } from '#renderer/plan/route.ts'
import {
  type AssetNames,
  namesHold,
  parsePlaceholders,
  readNames,
  replaceNames,
} from '#renderer/reader/asset-placeholders.ts'
import type { Reason } from '#renderer/reads/compare-answers.ts'
import type { Judgement } from '#renderer/reads/judge-pages.ts'
import type { KnownPage } from '#renderer/reads/known-build.ts'
import type { PageStore } from '#renderer/reads/page-store.ts'
import { assignQuestionIds, type QuestionIds } from '#renderer/reads/question-ids.ts'
import type { Site } from '#renderer/site/site.ts'
import { type MadePage, type OpenMakersOptions, openPageMakers, type PageMaker } from './page-makers.ts'
import { createSettler, type SettleParts } from './settle-page.ts'

export type RenderPagesOptions = Pick<OpenMakersOptions, 'data' | 'engine' | 'threads' | 'documentOf'> & {
  site: Site
  routes: Route[]
  pictures: SettleParts['pictures']
  writer: Pick<Writer, 'write' | 'keep' | 'read' | 'threadStaging'>
  run: Run
  store: PageStore
  judgement: Judgement
  /** Opens the makers. Without it this process and its threads make the pages. */
  source?: Pick<SiteSource, 'openMakers'>
  signal?: AbortSignal
}

/** The pages of a build by file, and the questions that they asked, as later builds know them. */
export type Pages = { pages: Map<string, KnownPage> } & ReturnType<QuestionIds['allOf']>

/** A page to render, and the reasons for it. */
type ToRender = { route: Route; reasons: Reason[] }
/** To be called for each route when its page is done, without a page if the page failed or is left as it is. */
type Finish = (route: Route, page?: KnownPage) => void

const readsUnderWay = 32
const pagesAtOnce = 8

/**
 * Renders and writes the pages that have to be rendered, and reuses the others. A page that fails becomes an error
 * finding, and the others continue. If only the names of bundled files changed in a page, its file gets the new names.
 */
export async function renderPages(options: RenderPagesOptions): Promise<Pages> {
  const { store, judgement, signal, source } = options
  const questionIds = assignQuestionIds(store, judgement)
  const { pages, finish } = settleInOrder(options, questionIds)
  const all = await reusePages(options, finish)
  const openMakers = source?.openMakers ?? openPageMakers
  await using opened = all.length > 0 ? await openMakers({ ...options, questionIds, pages: all.length }) : undefined
  let next = 0
  const renderShare = async (make: PageMaker): Promise<void> => {
    while (next < all.length) {
      signal?.throwIfAborted()
      const batch = all.slice(next, next + pagesAtOnce)
      next += batch.length
      const made = await make(batch.map(({ route }) => route)).catch((error) => {
        next = all.length // no maker starts another batch
        throw error
      })
      for (const [index, one] of batch.entries()) finish(one.route, countMade(made[index], one, options))
    }
  }
  // Each maker works on two batches at a time, so that a thread always has the next batch waiting, and pages are
  // written while others are rendered.
  await Promise.all(opened?.makers.flatMap((make) => [renderShare(make), renderShare(make)]) ?? [])
  return { pages, ...questionIds.allOf(pages.values()) }
}

/** Finishes the pages that need not be rendered. Returns the others. */
async function reusePages(options: RenderPagesOptions, finish: Finish): Promise<ToRender[]> {
  const { site, routes, writer, store, judgement, signal } = options
  const namesBefore = readNames(store.previous.facts.names)
  const holdsNames = namesHold(namesBefore, site)
  const limit = pLimit(readsUnderWay)
  const toRender: ToRender[] = []
  const rename = async (route: Route, page: KnownPage): Promise<void> => {
    const renamed = await renamePage(page, namesBefore, options)
    if (renamed) finish(route, renamed)
    else toRender.push({ route, reasons: [{ kind: 'file' }] })
  }
  const toRename: [Route, KnownPage][] = []
  for (const route of routes) {
    signal?.throwIfAborted()
    const reasons = judgement.rebuild.get(route.file)
    const page = store.previous.pages.get(route.file)
    if (reasons) toRender.push({ route, reasons })
    else if (page && !holdsNames(page.placeholders)) toRename.push([route, page])
    else {
      writer.keep(route.file)
      finish(route, page)
    }
  }
  await Promise.all(toRename.map((one) => limit(rename, ...one)))
  return toRender
}

/** Settles pages in the order of their routes, whichever is done first, so that equal builds give equal reports. */
function settleInOrder(
  { site, routes, pictures, run, judgement }: RenderPagesOptions,
  questionIds: QuestionIds,
): { pages: Map<string, KnownPage>; finish: Finish } {
  const settle = createSettler({ site, pictures, ...run }, questionIds.questionOf)
  const pages = new Map<string, KnownPage>()
  const waiting = new Map<Route, KnownPage | undefined>()
  let next = 0
  const settleOne = (route: Route, page: KnownPage): void => {
    pages.set(route.file, page)
    const questions = judgement.outdated?.has(route.file) ? [] : page.asked
    settle({ route, questions, findings: page.findings })
    const { bytes: sums, pages: counts } = run.report
    counts.byLocale[route.locale] = (counts.byLocale[route.locale] ?? 0) + 1
    sums.html += page.bytes
  }
  const finish: Finish = (done, known) => {
    waiting.set(done, known)
    for (let route = routes[next]; route && waiting.has(route); route = routes[next]) {
      const page = waiting.get(route)
      waiting.delete(route)
      if (page) settleOne(route, page)
      next += 1
      run.count(next, routes.length)
    }
  }
  return { pages, finish }
}

/** Puts the new names of bundled files into a page of the last build. Returns undefined if it lacks the old names. */
async function renamePage(
  page: KnownPage,
  namesBefore: AssetNames,
  { site, writer, run, signal }: RenderPagesOptions,
): Promise<KnownPage | undefined> {
  signal?.throwIfAborted()
  const html = await writer.read(page.file)
  const renamed = html && replaceNames({ html, placeholders: parsePlaceholders(page.placeholders) }, namesBefore, site)
  if (!renamed) return undefined
  const { isNew, sha256, bytes } = await writer.write(page.file, renamed.html)
  if (isNew) run.report.pages.changed += 1
  return { ...page, placeholders: JSON.stringify(renamed.placeholders), sha256, bytes }
}

/**
 * Counts a page that was made, and returns what later builds know of it. For a page that failed, adds an error finding
 * and returns undefined.
 */
function countMade(
  made: MadePage | undefined,
  { route, reasons }: ToRender,
  { run, store }: Pick<RenderPagesOptions, 'run' | 'store'>,
): KnownPage | undefined {
  const { file, locale, slug, href } = route
  const { pages: counts } = run.report
  if (!made) throw new Error(`The page "${file}" was not made.`)
  if (made.finding) {
    counts.failed += 1
    run.findings.error(made.finding)
    run.noteFailedPages({ origin: route.origin, routes: [route] })
    return undefined
  }
  const { isNew, sha256, bytes } = made.written
  counts.rendered += 1
  if (isNew) counts.changed += 1
  const known = { file, locale, slug, href, contentKey: contentKeyOf(route), reasons, build: store.build }
  return { ...known, ...made.page, sha256, bytes }
}
