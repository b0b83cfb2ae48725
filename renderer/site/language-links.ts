import type { Href, LanguageLink } from '#blocks/_shared/reader.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Site } from './site.ts'

/**
 * Links to every locale that has this page or a home, with absolute addresses for other domain families. If a locale
 * lacks this page, a further page of a list links to the list, and any other page to the home. On an error page, all
 * links point to homes.
 */
export function languageLinks(site: Site, route: Route): LanguageLink[] {
  const { pairing, page } = route
  const translations = route.source.kind === 'error' ? [] : site.translationsOf(route)
  const lists = page > 1 ? site.translationsOf({ ...route, pairing: pairing.slice(0, -`/page/${page}`.length) }) : []
  return site.settings.families.flatMap(({ locales }) =>
    locales.flatMap((locale) => {
      const isOf = (one: { locale: string }): boolean => one.locale === locale
      const target = translations.find(isOf) ?? lists.find(isOf) ?? site.homes.get(locale)
      if (!target) return []
      const href = (target.origin === route.origin ? target.href : `${target.origin}${target.href}`) as Href
      return { locale, name: site.languageNames.get(locale) ?? locale, href, isCurrent: locale === route.locale }
    }),
  )
}
