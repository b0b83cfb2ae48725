import type { Alternate } from '#renderer/page/head.tsx'
import type { Route } from '#renderer/plan/route.ts'
import { isAlternate } from './across-locales.ts'
import type { Site } from './site.ts'

/**
 * Absolute addresses of a page in every language, including its own, with `x-default` for the default
 * locale. Empty if the page may not be indexed, names another page as its original, or has no translation.
 * Documents of other domain families are not read, so a page and its translation in another family name each
 * other only if the search endpoint lists both.
 */
export function alternatesOf(site: Site, route: Route): Alternate[] {
  if (!isAlternate(route)) return []
  const translations = site
    .translationsOf(route)
    .filter(
      (other) => other.isAlternate && (other.origin === route.origin || (site.isListed(other) && site.isListed(route))),
    )
  if (translations.length < 2) return []
  const fallback = translations.find(({ locale }) => locale === site.settings.families[0]?.defaultLocale)
  return [
    ...translations.map((other) => ({ hreflang: other.locale, url: `${other.origin}${other.href}` })),
    ...(fallback ? [{ hreflang: 'x-default', url: `${fallback.origin}${fallback.href}` }] : []),
  ]
}
