import type { ShellPattern } from '#publish/redirects/shell-pattern.ts'
import { addressKey, localeAt } from '#renderer/plan/address.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Settings } from '#renderer/settings.ts'
import type { AcrossLocales } from './site.ts'

/** Collects the data that pages have about other locales, from the routes of all locales. */
export function acrossLocales(routes: Route[], { families }: Settings): AcrossLocales {
  const across: AcrossLocales = { homes: new Map(), strays: [], shells: [], translations: new Map() }
  const familyOf = new Map(families.map((family) => [family.origin, family]))
  for (const route of routes) {
    const { locale, origin, pairing, href, slug, source, path } = route
    const family = familyOf.get(origin)
    if (family && localeAt(family, path.slice(1)) !== locale) across.strays.push(route)
    const paired = across.translations.get(locale) ?? { origin, hrefs: new Map(), unlisted: new Set() }
    across.translations.set(locale, paired)
    if (!paired.hrefs.has(pairing)) {
      paired.hrefs.set(pairing, href)
      if (!isAlternate(route)) paired.unlisted.add(pairing)
    }
    if (slug === '/') across.homes.set(locale, route)
    if (source.kind === 'restricted') across.shells.push(foldedPattern(source))
  }
  return across
}

/** The pattern of a shell in the spelling of address keys, so that it can be compared with them. */
function foldedPattern({ prefix, suffix }: ShellPattern): ShellPattern {
  return { prefix: prefix === '/' ? prefix : `${addressKey(prefix)}/`, suffix: addressKey(suffix) }
}

/** Whether a page is offered to search engines as one of several languages. */
export function isAlternate(route: Route): boolean {
  return isIndexable(route) && !route.canonical
}

/** Whether search engines may list a page. Its `facts` count if its document was read. */
export function isIndexable({ source, node, facts }: Route): boolean {
  if (source.kind === 'error' || source.kind === 'restricted') return false
  const isTool = [node?.nodeType, facts?.layout].some((name) => name === 'search' || name === 'login')
  return !isTool && !facts?.noindex
}
