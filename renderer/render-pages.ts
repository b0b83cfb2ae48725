import pLimit from 'p-limit'
import type { Finding } from '#content/finding.ts'
import type { Writer } from '#publish/writer.ts'
import type { Engine } from './engine.ts'
import { openPageRenderer, type RenderedPage, type RenderPage } from './open-page-renderer.ts'
import type { Reason } from './reads/compare-answers.ts'
import type { Judgement } from './reads/judge-pages.ts'
import type { KnownPage } from './reads/known-build.ts'
import { notePages, type PageNotes } from './reads/note-pages.ts'
import type { PageStore } from './reads/page-store.ts'
import { restampPage } from './reads/restamp-page.ts'
import type { Run } from './report.ts'
import type { Route } from './route.ts'
import { createSettler, type SettleParts } from './settle-page.ts'
import type { Site } from './site.ts'

export type RenderPages = {
  site: Site
  routes: Route[]
  pictures: SettleParts['pictures']
  engine: Engine
  writer: Writer
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

const writesUnderWay = 32

/**
 * Renders and writes the pages that must be, and lets the others stand; one that fails is an error finding and the others go on.
 * A page in which only names of bundled files change gets those put in.
 */
export async function renderPages(options: RenderPages): Promise<Pages> {
  const { site, routes, pictures, engine, writer, run, store, judgement, signal } = options
  const notes = notePages(site, store, judgement)
  const pages = new Map<string, KnownPage>()
  const reusable = new Map(judgement.reuse.map((page) => [page.file, page]))
  const settle = createSettler({ site, pictures, ...run })
  const limit = pLimit(writesUnderWay)
  let renderer: Promise<RenderPage> | undefined // loading the components takes longer than an incremental build of one page

  const write = async (route: Route, html: string): Promise<Written> => {
    const { sha256, bytes, isNew } = await writer.write(route.file, html)
    if (isNew) run.report.pages.changed += 1
    return { sha256, bytes }
  }

  const render = async (route: Route, reasons: Reason[]): Promise<KnownPage | undefined> => {
    renderer ??= openPageRenderer(site, engine)
    const rendered = tryRender(route, await renderer, run)
    if (!rendered) return undefined
    run.report.pages.rendered += 1
    const { file, locale, slug, href } = route
    const { html, placeholders, findings } = rendered
    const told = { reasons, build: store.build, asked: notes.idsOf(rendered), stamps: placeholders, findings }
    return { file, locale, slug, href, ...told, ...(await write(route, html)) }
  }

  const make = async (route: Route): Promise<KnownPage | undefined> => {
    const reasons = judgement.rebuild.get(route.file)
    if (reasons) return render(route, reasons)
    const known = reusable.get(route.file)
    const restamped = known && (await restampPage(known, options))
    if (known && restamped === 'same') {
      writer.keep(route.file)
      return known
    }
    if (known && typeof restamped === 'object')
      return { ...known, stamps: restamped.stamps, ...(await write(route, restamped.html)) }
    return judgement.isPartial ? undefined : render(route, [{ kind: 'file' }])
  }

  const makeAndSettle = async (route: Route): Promise<void> => {
    signal?.throwIfAborted()
    const page = await make(route)
    if (!page) return
    settle({ route, questions: notes.questionsOf(page), findings: page.findings })
    pages.set(route.file, page)
    const { byLocale } = run.report.pages
    byLocale[route.locale] = (byLocale[route.locale] ?? 0) + 1
    run.report.bytes.html += page.bytes
    run.count(pages.size, routes.length)
  }

  await Promise.all(routes.map((route) => limit(makeAndSettle, route)))
  const questionsOf = (file: string): string[] | undefined => {
    const page = pages.get(file)
    return page && notes.questionsOf(page)
  }
  return { pages, notes, questionsOf }
}

type Written = Pick<KnownPage, 'sha256' | 'bytes'>

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
