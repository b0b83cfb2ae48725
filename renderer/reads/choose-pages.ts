import { UsageError } from '#content/finding.ts'
import type { Route } from '#renderer/route.ts'
import type { Site } from '#renderer/site.ts'
import type { Judgement } from './judge-pages.ts'
import { askAgain, type LookUp } from './look-ups.ts'
import type { KnownPage, PageMemory } from './page-memory.ts'
import type { Reason } from './reason.ts'

export type ChoosePages = {
  site: Site
  memory: PageMemory
  routes: Route[]
  judgement: Judgement
  only: { slugs: string[]; locales: string[]; withDependents: boolean }
}

/**
 * Narrows a judgement to some pages, and those that show something of them: these are rendered, and all others stand, stale or not.
 * Throws a `UsageError` for a slug that no page has.
 */
export function choosePages({ site, memory, routes, judgement, only }: ChoosePages): Judgement {
  const candidates = routes.filter(({ locale }) => only.locales.includes(locale))
  const named = only.slugs.flatMap((slug) => routesOf(slug, candidates))
  const chosen = new Set(named.map(({ file }) => file))
  if (only.withDependents) for (const file of dependentsOf(named, site, memory)) chosen.add(file)
  const asked = { kind: 'all' as const, why: 'It was asked for by "site render".' }
  const isChosen = ({ file }: { file: string }): boolean => chosen.has(file)
  const stale = new Map<string, Reason[]>(
    routes.filter(isChosen).map(({ file }) => [file, [asked, ...(judgement.stale.get(file) ?? [])]]),
  )
  const standing = routes.flatMap((route): KnownPage[] => {
    const page = memory.last.pages.get(route.file)
    return page && !isChosen(route) ? [page] : []
  })
  const leavesStale = [...judgement.stale.keys()].some((file) => !chosen.has(file))
  return { ...judgement, stale, standing, isPartial: true, leavesStale }
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

/** Files of the pages that read something of the named ones: their member of a list, their address, or a translation of theirs. */
function dependentsOf(named: Route[], site: Site, memory: PageMemory): Set<string> {
  const { questions, pages } = memory.last
  const hrefs = new Set<unknown>(named.map(({ href }) => href))
  const members = new Set(
    named.flatMap(({ locale, source, memberId }) => {
      if (memberId === undefined) return []
      const name = source.kind === 'document' ? source.collection : 'product_categories'
      return [`${locale} ${name} ${memberId}`]
    }),
  )
  const ids = new Set<number>()
  for (const { id, question } of questions.values()) {
    const [kind, ...args] = JSON.parse(question) as [LookUp, ...string[]]
    const isOfMember =
      (kind === 'member' && members.has(args.slice(0, 3).join(' '))) ||
      (kind === 'category' && members.has(`${args[0]} product_categories ${args[1]}`))
    const leads = kind === 'link' || kind === 'slug' || kind === 'role' || kind === 'menu'
    if (isOfMember || (leads && namesAny(askAgain(site, question), hrefs))) ids.add(id)
  }
  const files = new Set(named.flatMap((route) => [...site.translationsOf(route).values()].map(({ file }) => file)))
  for (const { file, asked } of pages.values()) if (asked.some((id) => ids.has(id))) files.add(file)
  return files
}

function namesAny(answer: unknown, hrefs: Set<unknown>): boolean {
  if (typeof answer !== 'object' || answer === null) return hrefs.has(answer)
  return Object.values(answer).some((part) => namesAny(part, hrefs))
}
