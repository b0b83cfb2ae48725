import { rootNotFoundPath } from '#renderer/plan/error-routes.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { NotFoundWords } from '#templates/page-view.ts'
import type { Site } from './site.ts'

/**
 * The words of the 404 page at the root in the other locales of its domain family
 * that have a home. Empty for any other page.
 */
export function notFoundWords(site: Site, route: Route): NotFoundWords[] {
  if (route.path !== rootNotFoundPath) return []
  return [...site.homes.values()]
    .filter(({ origin, locale }) => origin === route.origin && locale !== route.locale)
    .map(({ locale, path }) => {
      const text = site.translateTo(locale)
      return {
        locale,
        prefix: `${path}/`,
        title: text('error.title404'),
        text: text('error.errorDescription404'),
        home: text('error.home'),
      }
    })
}
