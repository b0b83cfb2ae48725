import { hash } from 'node:crypto'
import type { Finding, Findings, Where } from '#content/finding.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import { renderFinding } from '#renderer/build/pages/page-host.ts'
import type { Route } from '#renderer/plan/route.ts'
import { namesHold, readNames } from '#renderer/reader/asset-placeholders.ts'
import type { Engine } from '#renderer/reader/engine.ts'
import { openPageRenderer, type RenderPage } from '#renderer/reader/open-page-renderer.ts'
import type { Judgement } from '#renderer/reads/judge-pages.ts'
import type { PageStore } from '#renderer/reads/page-store.ts'
import type { Site } from '#renderer/site/site.ts'
import { type HiddenRead, watchHiddenInputs } from './watch-hidden-inputs.ts'

export type VerifyPages = {
  site: Site
  routes: Route[]
  engine: Engine
  store: PageStore
  judgement: Judgement
  /** A file as it is in the export now, even when something else than a build wrote it. */
  readPublished: (file: string) => Promise<Buffer | undefined>
  findings: Findings
  toolRoot: string
  siteRoot: string
  /** How many pages are looked at, at equal distances among all; without it every page is. */
  sample?: number
  onCount: (done: number, total: number) => void
}

export type Verified = { checked: number; behind: number }

const longestExcerpt = 60
const mostTwice = 50
/** Pages are rendered in another year, and at another time of day. */
const clockShiftMs = 400 * 86_400_000 + 3_661_001

/**
 * Renders the pages that the next build would reuse, and compares them with their files in the export. Meanwhile everything is watched
 * that a page must not read: the clock, chance, the environment, files, the network. The order is not that of a build, and some pages
 * are rendered twice, so that it shows when a module keeps something from one page to the next. Each difference and each such read is
 * an error finding. Pages whose file was changed or removed are always looked at. `behind` counts the pages that the next build would
 * render anyway.
 */
export async function verifyPages(options: VerifyPages): Promise<Verified> {
  const { site, engine, readPublished, findings, onCount } = options
  const { chosen, behind } = choose(options)
  const watch = watchHiddenInputs(options)
  const loading = watch()
  const renderPage = await openPageRenderer(site, engine).finally(loading.stop)
  for (const read of loading.reads) if (isOfPages(read)) findings.error(readOnce(read))
  const readers = new Map<string, { read: HiddenRead; routes: Set<Route> }>()
  const order = inOtherOrder(chosen)
  const twice = order.slice(0, mostTwice)
  let done = 0
  const look = (route: Route, renderPage: RenderPage): string | undefined => {
    const watching = watch({ clockShiftMs })
    const html = render(route, renderPage, options)
    for (const read of watching.stop()) {
      const key = JSON.stringify(read)
      readers.set(key, { read, routes: new Set([...(readers.get(key)?.routes ?? []), route]) })
    }
    done += 1
    onCount(done, order.length + twice.length)
    return html
  }
  const compare = async (route: Route, html: string | undefined): Promise<void> => {
    if (html === undefined) return
    const published = await readPublished(route.file)
    if (!published) findings.error(missing(route))
    else if (!published.equals(Buffer.from(html))) findings.error(differs(route, published.toString(), html))
  }
  const first = new Map(twice.map((route) => [route, look(route, renderPage)]))
  for (const route of order.slice(mostTwice)) await compare(route, look(route, renderPage))
  const renderAgain = await openPageRenderer(site, engine) // a second renderer makes the parts that pages share anew
  for (const route of twice.toReversed()) {
    const [before, html] = [first.get(route), look(route, renderAgain)]
    const isTold = [...readers.values()].some(({ routes }) => routes.has(route)) // a hidden read, as of the clock, explains a difference
    if (isTold || before === undefined || html === undefined || before === html) await compare(route, html)
    else findings.error(unsteady(route, before, html))
  }
  for (const { read, routes } of readers.values()) findings.error(readByPages(read, routes))
  return { checked: chosen.length, behind }
}

/** The pages that the next build would reuse, were their files as they were published; and how many other pages there are. */
function choose({ site, routes, judgement, store, sample }: VerifyPages): { chosen: Route[]; behind: number } {
  const holdsNames = namesHold(readNames(store.previous.facts.names), site)
  const standing = routes.filter(({ file }) => {
    const page = store.previous.pages.get(file)
    const isBehind = judgement.rebuild.get(file)?.some(({ kind }) => kind !== 'file')
    return page && !isBehind && holdsNames(page.placeholders)
  })
  const picked = new Set(spread(standing, sample))
  const chosen = standing.filter((route) => picked.has(route) || judgement.rebuild.has(route.file))
  return { chosen, behind: routes.length - standing.length }
}

/** Routes in an order unlike that of a build, but the same each time. */
function inOtherOrder(routes: Route[]): Route[] {
  const keys = new Map(routes.map((route) => [route, hash('sha256', route.file)]))
  return routes.toSorted((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1))
}

/** Up to `count` members of a list, at equal distances. */
function spread<T>(all: T[], count = all.length): T[] {
  if (count >= all.length) return all
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T) // `at` is less than `count`
}

/** True for a read by code of pages. While modules load, other code runs as well, and that may read the clock. */
function isOfPages({ file }: HiddenRead): boolean {
  return /^(blocks|hydrate|locales|templates|renderer\/page)\//.test(file)
}

function render(route: Route, renderPage: RenderPage, { findings }: VerifyPages): string | undefined {
  try {
    return renderPage(route.file).html.toString()
  } catch (cause) {
    findings.error(renderFinding(route, cause))
    return undefined
  }
}

function hiddenInput(message: string, where?: Where): Finding {
  const hint = 'Pages may only show what their reader gives: hand it in as content, text or setting.'
  return { code: 'hidden-input', message, hint, ...(where && { where }) }
}

function readOnce({ what, file, line }: HiddenRead): Finding {
  return hiddenInput(`What pages are made with reads ${what} once for all, at ${file}:${line}.`)
}

function readByPages({ what, file, line }: HiddenRead, [first, ...others]: Set<Route>): Finding {
  const more = others.length === 0 ? 'reads' : `and ${others.length} more read`
  const message = `The page "${readablePath(first?.href ?? '')}" ${more} ${what} when rendered, at ${file}:${line}.`
  return hiddenInput(message, first && { locale: first.locale, path: first.href })
}

function missing({ href, locale, file }: Route): Finding {
  return {
    code: 'page-differs',
    message: `The page "${readablePath(href)}" is not in the export: "${file}" was removed.`,
    where: { locale, path: href },
    hint: 'The next build puts it there again.',
  }
}

function differs(route: Route, published: string, rendered: string): Finding {
  const { at, one, other } = difference(published, rendered)
  return {
    code: 'page-differs',
    message: `The page "${readablePath(route.href)}" is published otherwise than it is rendered now: at character ${at} of "${route.file}" stands ${one}, and ${other} is rendered.`,
    where: { locale: route.locale, path: route.href },
    hint: 'It depends on something that no reader gives, such as a value that a module keeps from one page to the next, or its file was changed. Build with --force, and verify again.',
  }
}

function unsteady(route: Route, before: string, after: string): Finding {
  const { at, one, other } = difference(before, after)
  return {
    code: 'page-differs',
    message: `The page "${readablePath(route.href)}" is rendered otherwise when other pages were rendered before it: at character ${at} of "${route.file}" stands ${one} first, and ${other} the second time.`,
    where: { locale: route.locale, path: route.href },
    hint: 'A module that it is made with keeps something from one page to the next, as a counter or a cache outside of its functions.',
  }
}

/** Where two texts begin to differ, and what stands there. */
function difference(one: string, other: string): { at: number; one: string; other: string } {
  let at = 0
  while (at < other.length && one[at] === other[at]) at += 1
  const excerpt = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + longestExcerpt))
  return { at, one: excerpt(one), other: excerpt(other) }
}
