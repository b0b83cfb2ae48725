import pLimit from 'p-limit'
import type { Finding } from '#content/finding.ts'
import type { Writer } from '#publish/writer.ts'
import type { Engine } from './engine.ts'
import type { Route } from './plan-routes.ts'
import type { Judgement } from './reads/judge-pages.ts'
import { notePages, type PageNotes } from './reads/note-pages.ts'
import type { KnownPage, PageMemory } from './reads/page-memory.ts'
import type { Reason } from './reads/reason.ts'
import { restampPage } from './reads/restamp-page.ts'
import type { Stamp } from './reads/stamps.ts'
import { createStanding } from './reads/stand-pages.ts'
import { createPageRenderer } from './render-one.ts'
import type { RenderedPage, RenderOne } from './render-with.ts'
import type { Run } from './report.ts'
import type { Site } from './site.ts'

export type RenderPages = {
  site: Site
  routes: Route[]
  engine: Engine
  writer: Writer
  run: Run
  memory: PageMemory
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
  const { site, routes, engine, writer, run, memory, judgement, signal } = options
  const notes = notePages(site, memory, judgement)
  const pages = new Map<string, KnownPage>()
  const standing = new Map(judgement.standing.map((page) => [page.file, page]))
  const stand = createStanding(options)
  const limit = pLimit(writesUnderWay)
  let renderer: Promise<RenderOne> | undefined // loading the components takes longer than an incremental build of one page

  const write = async (route: Route, { html, stamps }: Made): Promise<Written> => {
    const { sha256, bytes, isNew } = await writer.write(route.file, html)
    if (isNew) run.report.pages.changed += 1
    return { stamps, sha256, bytes }
  }

  const render = async (route: Route, reasons: Reason[]): Promise<KnownPage | undefined> => {
    renderer ??= createPageRenderer(site, engine)
    const rendered = tryRender(route, await renderer, run)
    if (!rendered) return undefined
    run.report.pages.rendered += 1
    const { file, locale, slug, href } = route
    const { findings } = rendered.page
    const told = { reasons, build: memory.build, asked: notes.idsOf(rendered.page), findings }
    return { file, locale, slug, href, ...told, ...(await write(route, rendered)) }
  }

  const settle = async (route: Route): Promise<KnownPage | undefined> => {
    const reasons = judgement.stale.get(route.file)
    if (reasons) return render(route, reasons)
    const known = standing.get(route.file)
    const restamped = known && (await restampPage(known, options))
    if (known && restamped === 'same') return stand(route, known, { isKept: true })
    if (known && restamped && restamped !== 'same')
      return { ...stand(route, known, { isKept: false }), ...(await write(route, restamped)) }
    return judgement.isPartial ? undefined : render(route, [{ kind: 'file' }])
  }

  const settleAndCount = async (route: Route): Promise<void> => {
    signal?.throwIfAborted()
    const page = await settle(route)
    if (!page) return
    pages.set(route.file, page)
    const { byLocale } = run.report.pages
    byLocale[route.locale] = (byLocale[route.locale] ?? 0) + 1
    run.report.bytes.html += page.bytes
    run.count(pages.size, routes.length)
  }

  await Promise.all(routes.map((route) => limit(settleAndCount, route)))
  const questionsOf = (file: string): string[] | undefined => {
    const page = pages.get(file)
    return page && notes.questionsOf(page)
  }
  return { pages, notes, questionsOf }
}

type Made = { html: string; stamps: Stamp[] }
type Written = Pick<KnownPage, 'stamps' | 'sha256' | 'bytes'>

function tryRender(route: Route, renderOne: RenderOne, run: Run): RenderedPage | undefined {
  try {
    return renderOne(route.file)
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
