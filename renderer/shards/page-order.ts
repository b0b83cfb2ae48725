import type { SitePlan } from '#renderer/plan/plan-site.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { LocaleData } from '#renderer/site/site.ts'

/** The order of all pages of a site, without their routes: these are kept by locale, in the same order. */
export type PageOrder = {
  /** `isOwn` is true for the locales of the family that is built. */
  locales: { locale: string; isOwn: boolean }[]
  /** For each page that was planned, where its locale stands in `locales`. */
  localeOf: Uint16Array
  /** Routes of pages without content, by their place among all pages. */
  lost: Map<number, Route>
}

type Contents = ReadonlyMap<string, Pick<LocaleData, 'routes'>>

export function orderOf({
  planned,
  own,
  contents,
}: Pick<SitePlan, 'planned' | 'own'> & { contents: Contents }): PageOrder {
  const names = [...contents.keys()]
  const ownLocales = new Set(own.map(({ locale }) => locale))
  const shown = new Set([...contents.values()].flatMap(({ routes }) => routes))
  return {
    locales: names.map((locale) => ({ locale, isOwn: ownLocales.has(locale) })),
    localeOf: Uint16Array.from(planned, ({ locale }) => names.indexOf(locale)),
    lost: new Map(planned.flatMap((route, at) => (shown.has(route) ? [] : [[at, route] as const]))),
  }
}

/** The routes in their order again: all that were planned, and those of the family that have content. */
export function pagesInOrder(order: PageOrder, contents: Contents): Pick<SitePlan, 'planned' | 'own'> {
  const routes = order.locales.map(({ locale }) => contents.get(locale)?.routes.values())
  const planned: Route[] = []
  const own: Route[] = []
  for (const [at, of] of order.localeOf.entries()) {
    const lost = order.lost.get(at)
    const route = lost ?? routes[of]?.next().value
    if (!route) throw new Error('A plan has all pages that its order names.')
    planned.push(route)
    if (!lost && order.locales[of]?.isOwn) own.push(route)
  }
  return { planned, own }
}

/**
 * Some pages of the family: `isWanted` is given their places among the pages of the family. Routes of a locale without wanted pages are
 * never read.
 */
export function ownPages(order: PageOrder, contents: Contents, isWanted: (at: number) => boolean): Route[] {
  const next = order.locales.map(() => 0)
  let at = 0
  return [...order.localeOf].flatMap((of, place) => {
    const { locale = '', isOwn } = order.locales[of] ?? {}
    if (order.lost.has(place) || !isOwn) return []
    const among = next[of] ?? 0
    next[of] = among + 1
    const route = isWanted(at) ? contents.get(locale)?.routes[among] : undefined
    at += 1
    return route ?? []
  })
}
