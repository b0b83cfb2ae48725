import type { Findings } from '#content/finding.ts'
import type { Family } from '#renderer/settings.ts'
import { isIndexable } from '#renderer/site/across-locales.ts'
import { addressKey, localePath, printable } from './address.ts'
import type { Route } from './route.ts'

/**
 * If several nodes of a locale show the same page or collection, routes of the later nodes get the route of the first
 * as `canonical`, with a warning. The home page always counts as the first.
 */
export function nameOriginals(routes: Route[], { family, findings }: { family: Family; findings: Findings }): Route[] {
  const originals = new Map<string, Route>()
  const homeFirst = [...routes.filter(({ node }) => node?.slug === '/'), ...routes]
  for (const route of homeFirst) {
    const shown = shownBy(route)
    if (shown !== undefined && !originals.has(shown)) originals.set(shown, route)
  }
  return routes.map((route) => {
    const { locale, node, memberId } = route
    const first = originals.get(shownBy(route) ?? '')
    if (!node || !first?.node || first.node === node) return route
    if (addressKey(first.path) === addressKey(route.path)) return route // `reportConflicts` reports this as an error
    const [original, further] = [first.node, node].map(({ slug }) =>
      printable(localePath(slug, locale, family.defaultLocale)),
    )
    const kind = memberId === undefined ? 'page' : 'collection'
    findings.warn({
      code: 'collection-twice',
      message: `"${original}" and "${further}" (${locale}) both show the ${kind} "${node.nodeReference}"; the second names the first as the original and is left out of sitemaps.`,
      where: { locale, node: printable(node.slug) },
      hint: 'Remove one of the two nodes at the service, and redirect its addresses in redirects.json.',
    })
    return { ...route, canonical: first.href }
  })
}

/** A text that is equal for routes that show the same page. Undefined for pages that may not be indexed. */
function shownBy(route: Route): string | undefined {
  const { node, memberId, page } = route
  return node && isIndexable(route) ? JSON.stringify([node.nodeReference, memberId, page]) : undefined
}
