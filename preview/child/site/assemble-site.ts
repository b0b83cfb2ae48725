import pLimit from 'p-limit'
import { Findings } from '#content/finding.ts'
import type { LoadedJob } from '#preview/child/load-job.ts'
import type { CompiledRedirects } from '#publish/redirects/compile-redirects.ts'
import { type OpenBundle, reportStyleProblems } from '#renderer/build/open-bundle.ts'
import { createSettler } from '#renderer/build/pages/settle-page.ts'
import { planSite, type SiteContent, unreadRoutes } from '#renderer/plan/plan-site.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Engine } from '#renderer/reader/engine.ts'
import { loadRenderer } from '#renderer/reader/open-page-renderer.ts'
import { nameOfQuestion, parseQuestion } from '#renderer/reads/look-ups.ts'
import type { PageReads, Read } from '#renderer/reads/recorder.ts'
import { localesOf } from '#renderer/settings.ts'
import { indexSite } from '#renderer/site/index-site.ts'
import { crawledDocuments, type Site, type SiteData } from '#renderer/site/site.ts'
import { openTextFile, type TextFile } from '#renderer/site/text-file.ts'
import { checkFiles } from '#renderer/sources/check-files.ts'
import { type OwnFiles, readOwnFiles } from '#renderer/sources/own-files.ts'
import type { LazyPictures } from './lazy-pictures.ts'

/** The parts that are read from files of the project. */
type SharedParts = OwnFiles & { textFile: TextFile }

/** The parts that all states of the site share: code, bundle, pictures, texts. */
export type SiteBase = SharedParts &
  Pick<SiteData, 'assets' | 'integrity'> &
  Pick<OpenBundle, 'styleProblems'> & { job: LoadedJob; engine: Engine; pictures: LazyPictures }

/** The site in one state of its content: planned, indexed, and ready to render single pages as a build does. */
export type AssembledSite = Pick<SiteContent, 'contents'> & {
  site: Site
  /** The routes of the family that is built. */
  own: Route[]
  /** The routes whose document could not be read. */
  unread: Route[]
  /** The findings of styles, of planning, and of every page that has been rendered so far. */
  findings: Findings
  moved: Pick<CompiledRedirects, 'redirects' | 'gone'>
  /**
   * Renders a page as a build does, and returns what it asked. Reads the pictures of the page first if they are not
   * known yet.
   */
  render(route: Route): Promise<PageReads & { html: string }>
}

const maxRenders = 4

/** Reads everything that does not depend on content. Throws a `UsageError` for a file that would stop a build. */
export async function readSharedParts(job: LoadedJob): Promise<SharedParts> {
  const { siteRoot, settings } = job
  await checkFiles(job, settings)
  return { ...readOwnFiles(siteRoot, settings), textFile: openTextFile(siteRoot, localesOf(settings)) }
}

/** Plans and indexes the site as `buildSite` does, but writes nothing. */
export async function assembleSite(base: SiteBase, content: SiteContent): Promise<AssembledSite> {
  const { engine, assets, integrity, pictures } = base
  const findings = new Findings()
  reportStyleProblems(base.styleProblems, findings)
  const { planned, own, moved, ...plan } = planSite({ ...base, content, findings })
  const data = { ...plan, assets, integrity, pictures: pictures.data }
  const site = indexSite(data, crawledDocuments(content.contents))
  const settle = createSettler({ site, pictures, findings, missingText: () => {} }, (question: string) => question)
  const openRenderer = await loadRenderer(engine)
  let renderPage = openRenderer(site)
  // a page must not be rendered while the pictures of another page are being read
  const inTurn = pLimit(1)
  return {
    ...{ site, own, findings, moved, unread: unreadRoutes({ planned, own, family: plan.family }) },
    contents: content.contents,
    render: (route) =>
      inTurn(async () => {
        for (let renders = 1; ; renders += 1) {
          const page = renderPage(route.file)
          if (renders === maxRenders || !(await pictures.read(picturesIn(page.reads)))) {
            settle({ route, questions: page.reads.map(({ question }) => question), findings: page.findings })
            return { ...page, html: page.html.toString() }
          }
          // the earlier renderer remembers that the pictures were missing
          renderPage = openRenderer(site)
        }
      }),
  }
}

/** Returns the addresses of the pictures that a page asked for. */
function picturesIn(reads: Read[]): string[] {
  const asked = reads.filter(({ question }) => nameOfQuestion(question) === 'picture')
  return asked.flatMap(({ question }) => parseQuestion(question).args.slice(0, 1))
}
