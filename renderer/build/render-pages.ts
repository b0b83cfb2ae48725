import pLimit from 'p-limit'
import type { Finding } from '#content/finding.ts'
import type { Writer } from '#publish/writer.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Engine } from '#renderer/reader/engine.ts'
import { openPageRenderer, type RenderedPage, type RenderPage } from '#renderer/reader/open-page-renderer.ts'
import { holdsNames, readNames, replaceNames } from '#renderer/reads/asset-placeholders.ts'
import type { Reason } from '#renderer/reads/compare-answers.ts'
import type { Judgement } from '#renderer/reads/judge-pages.ts'
import type { KnownPage } from '#renderer/reads/known-build.ts'
import { notePages, type PageNotes } from '#renderer/reads/note-pages.ts'
import type { PageStore } from '#renderer/reads/page-store.ts'
import type { Site } from '#renderer/site/site.ts'
import type { Run } from './report.ts'
import { createSettler, type SettleParts } from './settle-page.ts'

export type RenderPages = {
  site: Site
  routes: Route[]
  pictures: SettleParts['pictures']
  engine: Engine
  writer: Pick<Writer, 'write' | 'keep' | 'read'>
  run: Run
  store: PageStore
  judgement: Judgement
  signal?: AbortSignal
}

/** The pages of a build as later builds know them, by file, and what they asked. */
export type Pages = {
  pages: Map<string, KnownPage>
  notes: PageNotes
  /** The questions of the page in a file, in the order it asked them; nothing when the export has no such page. */
  questionsOf(file: string): string[] | undefined
}

/** A page to be published; `html` where the export does not hold it yet. */
type MadePage = { page: Omit<KnownPage, 'sha256' | 'bytes'>; html: string } | { page: KnownPage; html?: undefined }

const writesUnderWay = 32

/**
 * Renders and writes the pages that must be, and reuses the others; one that fails is an error finding and the others go on.
 * A page in which only names of bundled files change gets those put in.
 */
export async function renderPages(options: RenderPages): Promise<Pages> {
  const { site, routes, pictures, writer, run, store, judgement, signal } = options
  const notes = notePages(site, store, judgement)
  const makePage = createMaker(options, notes)
  const settle = createSettler({ site, pictures, ...run })
  const pages = new Map<string, KnownPage>()
  const limit = pLimit(writesUnderWay)

  const publishPage = async (route: Route): Promise<void> => {
    signal?.throwIfAborted()
    const made = await makePage(route)
    if (!made) return
    const { page, html } = made
    if (html === undefined) writer.keep(route.file)
    const written = html === undefined ? page : await writer.write(route.file, html)
    const { sha256, bytes } = written
    pages.set(route.file, { ...page, sha256, bytes })
    settle({ route, questions: notes.questionsOf(page), findings: page.findings })
    const { bytes: sums, pages: counts } = run.report
    if ('isNew' in written && written.isNew) counts.changed += 1
    counts.byLocale[route.locale] = (counts.byLocale[route.locale] ?? 0) + 1
    sums.html += bytes
    run.count(pages.size, routes.length)
  }

  await Promise.all(routes.map((route) => limit(publishPage, route)))
  const questionsOf = (file: string): string[] | undefined => {
    const page = pages.get(file)
    return page && notes.questionsOf(page)
  }
  return { pages, notes, questionsOf }
}

/** Makes single pages as it was judged; nothing for one that fails, which is told, or is not to be looked at. */
function createMaker(
  { site, routes, engine, writer, run, store, judgement }: RenderPages,
  notes: PageNotes,
): (route: Route) => Promise<MadePage | undefined> {
  const namesBefore = readNames(store.previous.facts.names)
  const reusable = new Map(judgement.reuse.map((page) => [page.file, page]))
  let renderer: Promise<RenderPage> | undefined // loading the components takes longer than an incremental build of one page

  const render = async (route: Route, reasons: Reason[]): Promise<MadePage | undefined> => {
    renderer ??= openPageRenderer(site, engine, new Set(routes.map(({ locale }) => locale)))
    const rendered = tryRender(route, await renderer, run)
    if (!rendered) return undefined
    run.report.pages.rendered += 1
    const { file, locale, slug, href } = route
    const { html, placeholders, findings } = rendered
    const told = { reasons, build: store.build, asked: notes.idsOf(rendered), placeholders, findings }
    return { page: { file, locale, slug, href, ...told }, html }
  }

  /** The page as it was published, with the names of bundled files as they are now; nothing where it does not hold those of before. */
  const reuse = async (page: KnownPage): Promise<MadePage | undefined> => {
    const { file, placeholders } = page
    if (holdsNames(placeholders, namesBefore, site)) return { page }
    const published = await writer.read(file)
    const renamed = published && replaceNames({ html: published.toString(), placeholders }, namesBefore, site)
    return renamed && { page: { ...page, placeholders: renamed.placeholders }, html: renamed.html }
  }

  return async (route) => {
    const reasons = judgement.rebuild.get(route.file)
    if (reasons) return render(route, reasons)
    const page = reusable.get(route.file)
    const reused = page && (await reuse(page))
    return reused ?? (judgement.isPartial ? undefined : render(route, [{ kind: 'file' }]))
  }
}

function tryRender(route: Route, renderPage: RenderPage, run: Run): RenderedPage | undefined {
  try {
    return renderPage(route.file)
  } catch (cause) {
    run.report.pages.failed += 1
    run.findings.error(renderFinding(route, cause))
    return undefined
  }
}

/** What a page tells that a component failed on. */
export function renderFinding({ href, locale, node }: Route, cause: unknown): Finding {
  return {
    code: 'render-failed',
    message: `The page "${href}" cannot be rendered: ${cause instanceof Error ? cause.message : String(cause)}`,
    where: { locale, path: href, ...(node && { node: node.slug }) },
    hint: 'This is a fault of a component; run the build again with its content in a test of that component.',
  }
}
