import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { type Finding, SiteError } from '#content/finding.ts'
import type { ThreadStaging, Writer, WrittenFile } from '#publish/writer.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { KnownPage } from '#renderer/reads/known-build.ts'
import type { QuestionIds } from '#renderer/reads/question-ids.ts'
import type { Site, SiteData } from '#renderer/site/site.ts'
import type { PageThread } from './page-threads.ts'
import { openTaskRenderer, type RenderTask, type SentDocument, type TaskRendererOptions } from './task-renderer.ts'

/** A page that was rendered and waits for the commit, or the reason why it could not be rendered. */
export type MadePage = { finding: Finding } | { finding?: undefined; page: PageFacts; written: WrittenFile }
type PageFacts = Pick<KnownPage, 'placeholders' | 'findings' | 'asked'>

/** Renders and stages pages. May be called again before an earlier call has finished. */
export type PageMaker = (routes: Route[]) => Promise<MadePage[]>

export type OpenMakersOptions = Pick<BuildJob, 'engine' | 'threads'> & {
  /** The site data that pages are rendered from. Threads get a copy. */
  data: SiteData
  /** The site of `data`, indexed in this process. */
  site: Site
  /** Number of pages to make. */
  pages: number
  /** The document of a page as the service sent it. */
  documentOf(route: Route): Promise<SentDocument | undefined>
  writer: Pick<Writer, 'write' | 'threadStaging'>
  questionIds: QuestionIds
}

/** The makers of a build. Disposing of this ends them. */
export type OpenedMakers = AsyncDisposable & { makers: PageMaker[] }

/** With fewer pages per maker, a thread takes longer to start and warm up than it saves. */
const minPagesEach = 1000

/** Opens the makers of a build: this process, and additional threads if they pay off. */
export async function openPageMakers(options: OpenMakersOptions): Promise<OpenedMakers> {
  const { data, site, engine, threads, pages, writer } = options
  const { threadStaging } = writer
  const siteOf: TaskRendererOptions['siteOf'] = (documents) => ({ ...site, documents })
  const here = makeInProcess(await openTaskRenderer({ engine, code: data.code, siteOf }), options)
  const paying = Math.min(availableParallelism(), Math.floor(pages / minPagesEach)) - 1 // without this process
  const count = threads?.count ?? Math.max(0, paying)
  const isThere = threads !== undefined && existsSync(threads.script) // compiling newer code removes it
  if (!isThere || !threadStaging || count === 0) return { makers: [here], [Symbol.asyncDispose]: async () => {} }
  const { startPageThreads } = await import('./page-threads.ts')
  const started = await startPageThreads({ count, script: threads.script, data, engine, folder: threadStaging.folder })
  return {
    makers: [...started.threads.map((thread) => makeInThread(thread, threadStaging, options)), oneByOne(here)],
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  }
}

function makeInProcess(renderTask: RenderTask, { documentOf, writer, questionIds }: OpenMakersOptions): PageMaker {
  const idsOf = questionIds.ofRenderer()
  const make = async (route: Route): Promise<MadePage> => {
    const { file, locale } = route
    const { document, lost } = await findDocument(route, documentOf)
    if (lost) return { finding: lost }
    const { page, finding } = renderTask({ locale, file, document })
    if (!page) return { finding }
    const { html, placeholders, findings, reads } = page
    const asked = idsOf(reads) // before any `await`, and so in the order of rendering
    return { page: { placeholders, findings, asked }, written: await writer.write(file, html) }
  }
  return async (routes) => {
    const made = await Promise.all(routes.map(make))
    await setImmediate() // lets signals, progress and garbage collection run: nothing above waits for the disk
    return made
  }
}

/** Makes pages one at a time. Otherwise threads would wait for their next pages while this process renders a batch. */
function oneByOne(make: PageMaker): PageMaker {
  return async (routes) => {
    const made: MadePage[] = []
    for (const route of routes) made.push(...(await make([route])))
    return made
  }
}

function makeInThread(
  thread: PageThread,
  { existing, claim }: ThreadStaging,
  { documentOf, questionIds }: OpenMakersOptions,
): PageMaker {
  const idsOf = questionIds.ofRenderer()
  return async (routes) => {
    const found = await Promise.all(routes.map((route) => findDocument(route, documentOf)))
    const tasks = routes.flatMap(({ locale, file }, at) => {
      const { document, lost } = found[at] ?? {}
      return lost ? [] : [{ locale, file, document, existing: existing(file) }]
    })
    const made = await thread.make(tasks)
    const claimed = made.map(async ({ page, finding }): Promise<MadePage> => {
      if (!page) return { finding }
      const { placeholders, findings, reads, staged } = page
      const asked = idsOf(reads) // before any `await`, as in `makeInProcess`
      return { page: { placeholders, findings, asked }, written: await claim(staged) }
    })
    const pages = (await Promise.all(claimed)).values()
    return found.map(({ lost }) => (lost ? { finding: lost } : (pages.next().value as MadePage))) // one for each task
  }
}

type FoundDocument = { document?: SentDocument; lost?: Finding }

/** The document of a page, or the reason why it cannot be read any more. */
async function findDocument(route: Route, documentOf: OpenMakersOptions['documentOf']): Promise<FoundDocument> {
  try {
    return { document: await documentOf(route) }
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    const { where, ...finding } = error.finding
    return { lost: { ...finding, where: { ...where, path: route.href } } }
  }
}
