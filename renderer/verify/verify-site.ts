import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { evenSample } from '#content/even-sample.ts'
import type { Finding, Where } from '#content/finding.ts'
import { whyOf } from '#content/machine-fault.ts'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import { nonBlocking } from '#publish/non-blocking.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { openService } from '#renderer/build/open-service.ts'
import { type OpenedSite, openSite } from '#renderer/build/open-site.ts'
import { renderFinding } from '#renderer/build/pages/task-renderer.ts'
import { openBuildMemory } from '#renderer/build/remember-build.ts'
import { type Report, type Run, startRun } from '#renderer/build/report.ts'
import { runToEnd } from '#renderer/build/run-to-end.ts'
import { fromService } from '#renderer/build/site-source.ts'
import type { Route } from '#renderer/plan/route.ts'
import { namesHold, readNames } from '#renderer/reader/asset-placeholders.ts'
import { type Engine, loadEngine } from '#renderer/reader/engine.ts'
import { loadRenderer, type RenderPage } from '#renderer/reader/open-page-renderer.ts'
import { type Judgement, judgePages } from '#renderer/reads/judge-pages.ts'
import type { PageStore } from '#renderer/reads/page-store.ts'
import { type HiddenRead, watchHiddenInputs } from './watch-hidden-inputs.ts'

/**
 * `locales` are those of the export. Only pages in `onlyLocales` are verified, and only `sample` of them. Without these
 * two, all pages are verified.
 */
export type VerifyJob = BuildJob & { sample?: number; onlyLocales?: string[] }

/** `checked` counts the pages that were verified, `behind` the pages that the next build would render anyway. */
export type Verified = { checked: number; behind: number }

/** Everything needed to verify pages. `routes` are those of the pages that may be verified. */
type Verifying = Pick<OpenedSite, 'site' | 'routes'> & {
  job: VerifyJob
  run: Run
  engine: Engine
  store: PageStore
  judgement: Judgement
}

const maxExcerptLength = 60
/** How many pages are rendered a second time. */
const maxTwice = 50
/** Pages are rendered in another year, and at another time of day. */
const clockShiftMs = 400 * 86_400_000 + 3_661_001

/**
 * Renders pages of an export again, compares them with their files, and finds the
 * inputs that they read without their reader. Writes nothing.
 */
export async function verifySite(verifyJob: VerifyJob): Promise<{ report: Report; verified: Verified }> {
  const job = { ...verifyJob, dryRun: true }
  const { locales, onlyLocales = locales, out } = job
  const run = startRun(job)
  const writer = await openDirectoryWriter(out, { dryRun: true })
  using memory = await openBuildMemory(job)
  const client = openService({ ...job, answers: memory.answers })
  let verified = { checked: 0, behind: 0 }
  const report = await runToEnd({ job, run, writer, memory, client }, async () => {
    if (!memory.pages.notice && memory.pages.previous.pages.size === 0) {
      const message = `"${job.cache}" has no record of a build into "${out}".`
      run.findings.warn({ code: 'memory-lost', message, hint: 'Pass the cache folder of that build with --cache.' })
    }
    const engine = await loadEngine(job.engine)
    const previous = { ...memory.pages.previous, documents: new Map() } // so that every document is parsed again
    const unnoted = { ...memory, pages: { ...memory.pages, previous } }
    const opened = await openSite({ job, run, client, writer, memory: unnoted, source: fromService })
    if (!opened) return
    const { site } = opened
    await using _pictures = opened.pictures
    const routes = opened.routes.filter(({ locale }) => onlyLocales.includes(locale))
    const judgement = judgePages({ site, store: memory.pages, bodyOf: memory.answers.body, routes, writer, job })
    verified = await run.stage('verify', () =>
      verifyPages({ job, run, engine, site, routes, judgement, store: memory.pages }),
    )
  })
  return { report, verified }
}

/**
 * Renders the pages that the next build would reuse, and compares them with their files in the export. Meanwhile
 * everything is watched that a page must not read: the clock, random values, the environment, files, the network. The
 * order differs from that of a build, and some pages are rendered twice, to reveal modules that keep something from one
 * page to the next. Each difference and each such read is an error finding. Pages whose file was changed or removed are
 * always verified.
 */
async function verifyPages(options: Verifying): Promise<Verified> {
  const { job, engine, site } = options
  const { findings, count } = options.run
  const { chosen, behind } = choose(options)
  const watch = watchHiddenInputs(job)
  const loading = watch()
  const openRenderer = await loadRenderer(engine).finally(loading.stop)
  for (const read of loading.reads) if (isOfPages(read)) findings.error(readOnce(read))
  const renderPage = openRenderer(site)
  const hiddenReads = new Map<string, { read: HiddenRead; routes: Set<Route> }>()
  const order = inOtherOrder(chosen)
  const twice = order.slice(0, maxTwice)
  let done = 0
  const renderWatched = (route: Route, renderPage: RenderPage): string | undefined => {
    const watching = watch({ clockShiftMs })
    const html = render(route, renderPage, options)
    for (const read of watching.stop()) {
      const key = JSON.stringify(read)
      hiddenReads.set(key, { read, routes: new Set([...(hiddenReads.get(key)?.routes ?? []), route]) })
    }
    done += 1
    count(done, order.length + twice.length)
    return html
  }
  const compare = async (route: Route, html: string | undefined): Promise<void> => {
    if (html === undefined) return
    const file = join(job.out, 'site', route.file) // as it is now, even if something other than a build wrote it
    const published = await readFile(file, { flag: nonBlocking }).catch((error: Error) => error)
    if (published instanceof Error) findings.error(unread(route, published))
    else if (!published.equals(Buffer.from(html))) findings.error(differs(route, published.toString(), html))
  }
  const first = new Map(twice.map((route) => [route, renderWatched(route, renderPage)]))
  for (const route of order.slice(maxTwice)) await compare(route, renderWatched(route, renderPage))
  const renderAgain = openRenderer(site) // a second renderer makes the shared parts of pages again
  for (const route of twice.toReversed()) {
    const [before, html] = [first.get(route), renderWatched(route, renderAgain)]
    // A hidden read, for example of the clock, explains a difference.
    const isReported = [...hiddenReads.values()].some(({ routes }) => routes.has(route))
    if (isReported || before === undefined || html === undefined || before === html) await compare(route, html)
    else findings.error(unsteady(route, before, html))
  }
  for (const { read, routes } of hiddenReads.values()) findings.error(readByPages(read, routes))
  return { checked: chosen.length, behind }
}

/** The pages that the next build would reuse if their files were as published, and the number of other pages. */
function choose({ job, site, routes, judgement, store }: Verifying): { chosen: Route[]; behind: number } {
  const holdsNames = namesHold(readNames(store.previous.facts.names), site)
  const existing = routes.filter(({ file }) => {
    const page = store.previous.pages.get(file)
    const isBehind = judgement.rebuild.get(file)?.some(({ kind }) => kind !== 'file')
    return page && !isBehind && holdsNames(page.placeholders)
  })
  const picked = new Set(evenSample(existing, job.sample))
  const chosen = existing.filter((route) => picked.has(route) || judgement.rebuild.has(route.file))
  return { chosen, behind: routes.length - existing.length }
}

/** Routes in an order unlike that of a build, but the same each time. */
function inOtherOrder(routes: Route[]): Route[] {
  const keys = new Map(routes.map((route) => [route, hash('sha256', route.file)]))
  return routes.toSorted((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1))
}

/** True for a read by code of pages. While modules load, other code runs as well, and may read the clock. */
function isOfPages({ file }: HiddenRead): boolean {
  return /^(blocks|hydrate|locales|templates|renderer\/page)\//.test(file)
}

function render(route: Route, renderPage: RenderPage, { run }: Verifying): string | undefined {
  try {
    return renderPage(route.file).html.toString()
  } catch (cause) {
    run.findings.error(renderFinding(route, cause))
    return undefined
  }
}

function hiddenInput(message: string, where?: Where): Finding {
  const hint =
    'Pages may only show what their reader provides. Pass the value in as content, as a text or as a setting.'
  return { code: 'hidden-input', message, hint, where }
}

function readOnce({ what, file, line }: HiddenRead): Finding {
  return hiddenInput(`The code of pages reads ${what} when it is loaded, at ${file}:${line}.`)
}

function readByPages({ what, file, line }: HiddenRead, [first, ...others]: Set<Route>): Finding {
  const more = others.length === 0 ? 'reads' : `and ${others.length} more read`
  const message = `The page "${readablePath(first?.href ?? '')}" ${more} ${what} when rendered, at ${file}:${line}.`
  return hiddenInput(message, first && { locale: first.locale, path: first.href })
}

function unread({ href, locale, file }: Route, error: NodeJS.ErrnoException): Finding {
  const page = `The page "${readablePath(href)}"`
  const where = { locale, path: href }
  if (error.code === 'ENOENT') {
    const message = `${page} is not in the export: "${file}" was removed.`
    return { code: 'page-differs', message, where, hint: 'The next build restores it.' }
  }
  const { why, hint } = whyOf(error, '', 'Build again with --force.')
  return { code: 'page-differs', message: `${page} is published, but "${file}" cannot be read: ${why}.`, where, hint }
}

function differs(route: Route, published: string, rendered: string): Finding {
  const { at, one, other } = difference(published, rendered)
  return {
    code: 'page-differs',
    message: `The page "${readablePath(route.href)}" is not published as it is rendered now: at character ${at} of "${route.file}", the file has ${one}, but ${other} is rendered.`,
    where: { locale: route.locale, path: route.href },
    hint: 'It depends on something that its reader does not provide, such as a value that a module keeps from one page to the next, or its file was changed. Build with --force, and verify again.',
  }
}

function unsteady(route: Route, before: string, after: string): Finding {
  const { at, one, other } = difference(before, after)
  return {
    code: 'page-differs',
    message: `The page "${readablePath(route.href)}" is rendered differently when other pages were rendered before it: at character ${at} of "${route.file}", it has ${one} the first time and ${other} the second time.`,
    where: { locale: route.locale, path: route.href },
    hint: 'A module that it uses keeps something from one page to the next, such as a counter or a cache outside its functions.',
  }
}

/** The position where two texts begin to differ, and their text there. */
function difference(one: string, other: string): { at: number; one: string; other: string } {
  let at = 0
  while (at < other.length && one[at] === other[at]) at += 1
  const excerpt = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + maxExcerptLength))
  return { at, one: excerpt(one), other: excerpt(other) }
}
