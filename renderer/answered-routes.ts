import type { LocaleContent } from '#content/crawl.ts'
import type { Route } from './plan-routes.ts'

/** The routes without those whose document could not be read, which is reported already. Other families are linked unread. */
export function answeredRoutes(routes: Route[], contents: Map<string, LocaleContent>, locales: string[]): Route[] {
  return routes.filter(({ locale, source }) => {
    if (source.kind !== 'document' || !locales.includes(locale)) return true
    return contents.get(locale)?.documents[source.collection].has(source.key) ?? false
  })
}
