import type { Href, LanguageLink } from '#blocks/_shared/reader.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Site } from './site.ts'

/** Every locale that has pages, those of other domain families by absolute address; from an error page to the homes. */
export function languageLinks(site: Site, route: Route): LanguageLink[] {
  const translations = route.source.kind === 'error' ? [] : site.translationsOf(route)
  return site.settings.families.flatMap(({ locales }) =>
    locales.flatMap((locale) => {
      const same = translations.find((one) => one.locale === locale)
      const target = same ?? site.homes.get(locale)
      if (!target) return []
      const href = (target.origin === route.origin ? target.href : `${target.origin}${target.href}`) as Href
      return [
        {
          locale,
          name: site.languageNames.get(locale) ?? locale,
          href,
          isCurrent: locale === route.locale,
          isSamePage: same !== undefined,
        },
      ]
    }),
  )
}
