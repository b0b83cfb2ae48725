import { UsageError } from '#content/finding.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Site } from '#renderer/site/site.ts'
import type { Reason } from './compare-answers.ts'
import type { Judgement } from './judge-pages.ts'
import type { KnownPage } from './known-build.ts'
import { askAgain, parseQuestion } from './look-ups.ts'
import type { PageStore } from './page-store.ts'

export type ChoosePages = {
  site: Site
  store: PageStore
  routes: Route[]
  judgement: Judgement
  only: { slugs: string[]; locales: string[]; withDependents: boolean }
}

/**
 * For `site render`: rebuilds only the named pages, and with `withDependents` those that show something of them. Every other page is
 * left as it is, even when it is out of date. Throws a `UsageError` for a slug that no page has.
 */
export function choosePages({ site, store, routes, judgement, only }: ChoosePages): Judgement {
  const named = namedRoutes(routes, only)
  const chosen = new Set(named.map(({ file }) => file))
  if (only.withDependents) for (const file of dependentsOf(named, site, store)) chosen.add(file)
  const isChosen = ({ file }: { file: string }): boolean => chosen.has(file)
  const rebuild = new Map<string, Reason[]>(
    routes.filter(isChosen).map(({ file }) => [file, [wasNamed, ...(judgement.rebuild.get(file) ?? [])]]),
  )
  const reuse = routes.flatMap((route): KnownPage[] => {
    const page = store.previous.pages.get(route.file)
    return page && !isChosen(route) ? [page] : []
  })
  return { ...judgement, rebuild, reuse, isPartial: true }
}

/** Why a page is rendered that is named. */
export const wasNamed: Reason = { kind: 'all', why: 'It was asked for by "site render".' }

/** The routes that are named by slug, address or file. Throws a `UsageError` for a name that no page has. */
export function namedRoutes(
  routes: Route[],
  { slugs, locales }: Pick<ChoosePages['only'], 'slugs' | 'locales'>,
): Route[] {
  const candidates = routes.filter(({ locale }) => locales.includes(locale))
  return [...new Set(slugs.flatMap((slug) => routesOf(slug, candidates)))]
}

function routesOf(slug: string, routes: Route[]): Route[] {
  const wanted = slug.normalize('NFC')
  const found = routes.filter(
    ({ slug: own, path, href, file }) => own === wanted || path === wanted || href === wanted || file === wanted,
  )
  if (found.length > 0) return found
  throw new UsageError(`No page of the chosen locales has the slug "${slug}".`, {
    hint: 'Give a slug without locale prefix as in /blog, or an address as in /en/blog.',
  })
}

/** Files of the pages that show something of the named ones: what an answer with their address tells, or a translation of theirs. */
function dependentsOf(named: Route[], site: Site, { previous }: PageStore): Set<string> {
  const hrefs = new Set<unknown>(named.flatMap(({ href, canonical = href }) => [href, canonical]))
  const ids = new Set<number>()
  for (const { id, question } of previous.questions.values())
    if (parseQuestion(question).traits.leads && namesAny(askAgain(site, question), hrefs)) ids.add(id)
  const files = new Set(
    named.flatMap((route) =>
      site.translationsOf(route).flatMap(({ origin, href }) => site.routeAt(origin, href)?.file ?? []),
    ),
  )
  for (const { file, asked } of previous.pages.values()) if (asked.some((id) => ids.has(id))) files.add(file)
  return files
}

function namesAny(answer: unknown, hrefs: Set<unknown>): boolean {
  if (typeof answer !== 'object' || answer === null) return hrefs.has(answer)
  return Object.values(answer).some((part) => namesAny(part, hrefs))
}
