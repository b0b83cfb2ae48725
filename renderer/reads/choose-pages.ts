import { UsageError } from '#content/finding.ts'
import type { Writer } from '#publish/writer.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { hintOfName, pagesNamed } from '#renderer/plan/pages-named.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Site } from '#renderer/site/site.ts'
import type { Reason } from './compare-answers.ts'
import { answerNow, type Judgement } from './judge-pages.ts'
import { parseQuestion } from './look-ups.ts'
import type { PageStore } from './page-store.ts'

/** The reason why `site render` rebuilds a page. */
export const wasNamed: Reason = { kind: 'all', why: 'It was requested with "site render".' }

type ChoosePagesOptions = {
  site: Site
  store: PageStore
  routes: Route[]
  writer: Pick<Writer, 'has'>
  /**
   * All routes, including those whose document could not be read, so that a command that names such a page reports that
   * error. By default `routes`.
   */
  planned?: Route[]
  judgement: Judgement
  only: NonNullable<BuildJob['only']>
}

/**
 * Chooses the pages that `site render` rebuilds: the named pages, and pages that the export lacks, because other pages
 * may link to them. With `withDependents` also pages that show something of the named pages, and pages that the page
 * store does not know. All other pages stay as they are, even if they are out of date. Throws a `UsageError` for a slug
 * that no page has.
 */
export function choosePages(options: ChoosePagesOptions): Judgement {
  const { site, store, routes, planned = routes, judgement, only, writer } = options
  const named = namedRoutes(planned, only, site.family.origin)
  const chosen = new Set(named.map(({ file }) => file))
  if (only.withDependents) for (const file of dependentsOf(named, site, store)) chosen.add(file)
  const isWanted = ({ file }: Route): boolean =>
    chosen.has(file) || !writer.has(file) || (only.withDependents && !store.previous.pages.has(file))
  const wanted = routes.filter(isWanted)
  const reasonsFor = (file: string): Reason[] => [wasNamed, ...(judgement.rebuild.get(file) ?? [])]
  const rebuild = new Map(wanted.map(({ file }) => [file, reasonsFor(file)]))
  const left = [...judgement.rebuild.keys()].filter((file) => !rebuild.has(file))
  return { ...judgement, rebuild, outdated: new Set(left) }
}

/** The routes that are named by slug, address or file. Throws a `UsageError` for a name without a page. */
export function namedRoutes(routes: Route[], { slugs, locales }: ChoosePagesOptions['only'], origin: string): Route[] {
  const candidates = routes.filter(({ locale }) => locales.includes(locale))
  const named = slugs.flatMap((slug) => {
    const found = pagesNamed(slug, candidates, origin)
    if (found.length > 0) return found
    throw new UsageError(`No page of the chosen locales has the slug "${slug}".`, {
      hint: hintOfName(slug, candidates, pagesNamed(slug, routes, origin)),
    })
  })
  return [...new Set(named)]
}

/**
 * Files of the pages that show something of the named pages: pages that got an answer with one of their addresses, and
 * their translations.
 */
function dependentsOf(named: Route[], site: Site, { previous }: PageStore): Set<string> {
  const hrefs = new Set<unknown>(named.flatMap(({ href, canonical = href }) => [href, canonical]))
  const ids = new Set<number>()
  for (const { id, question } of previous.questions.values())
    if (parseQuestion(question).traits.hasAddresses && namesAny(answerNow(site, question), hrefs)) ids.add(id)
  const translations = named.flatMap((route) => site.translationsOf(route))
  const files = new Set(translations.flatMap(({ origin, href }) => site.routeAt(origin, href)?.file ?? []))
  for (const { file, asked } of previous.pages.values()) if (asked.some((id) => ids.has(id))) files.add(file)
  return files
}

function namesAny(answer: unknown, hrefs: Set<unknown>): boolean {
  if (typeof answer !== 'object' || answer === null) return hrefs.has(answer)
  return Object.values(answer).some((part) => namesAny(part, hrefs))
}
