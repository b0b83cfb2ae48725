import type { Family } from '#renderer/settings.ts'
import { hrefOf, localePath } from './address.ts'
import { type ErrorStatus, errorStatuses, type Route } from './route.ts'

/** The address at which every host looks for a 404 page. Only some hosts also look below the prefixes of locales. */
export const rootNotFoundPath = '/404.html'

/** The routes of the error pages of a locale. */
export function errorRoutes(locale: string, family: Family): Route[] {
  return errorStatuses.map((status) => errorRoute(status, locale, family))
}

/**
 * The route of `/404.html` if the default locale has no pages. Its page is the one of the first locale that has pages.
 */
export function rootNotFound(routes: Route[], family: Family): Route[] {
  const own = routes.filter(({ origin }) => origin === family.origin)
  const [first] = own
  if (!first || own.some(({ path }) => path === rootNotFoundPath)) return []
  return [errorRoute(404, first.locale, { ...family, defaultLocale: first.locale })]
}

function errorRoute(status: ErrorStatus, locale: string, family: Family): Route {
  const path = localePath(`/${status}.html`, locale, family.defaultLocale)
  return {
    locale,
    origin: family.origin,
    slug: `/${status}.html`,
    path,
    href: hrefOf(path),
    file: path.slice(1),
    source: { kind: 'error', status },
    page: 1,
    pairing: `error/${status}`,
  }
}
