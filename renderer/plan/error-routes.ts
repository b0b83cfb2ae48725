import type { Family } from '#renderer/settings.ts'
import { hrefOf, localePath } from './address.ts'
import { type ErrorStatus, errorStatuses, type Route } from './route.ts'

/** The 404 page that every host knows; the ones below the prefixes of locales are known to some. */
export const rootNotFoundPath = '/404.html'

/** The pages of errors of a locale. */
export function errorRoutes(locale: string, family: Family): Route[] {
  return errorStatuses.map((status) => errorRoute(status, locale, family))
}

/** Hosts look for `/404.html`; where the default locale has no pages, the first one that has gives it. */
export function rootNotFound(routes: Route[], family: Family): Route[] {
  const pages = routes.filter(
    ({ origin, source }) => origin === family.origin && source.kind === 'error' && source.status === 404,
  )
  const [first] = pages
  if (!first || pages.some(({ path }) => path === rootNotFoundPath)) return []
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
