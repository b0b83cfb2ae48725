import type { Href, LanguageLink } from '#blocks/_shared/reader.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Site } from './site.ts'

const languageNames = new Map<string, string>()

/** The language's own name with a capital letter: "Polski", "Français". */
function languageName(locale: string): string {
  const known = languageNames.get(locale)
  if (known) return known
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  const capital = name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  languageNames.set(locale, capital)
  return capital
}

/** Every locale that has pages, those of other domain families by absolute address; from an error page to the homes. */
export function languageLinks(site: Site, route: Route): LanguageLink[] {
  const translations = route.source.kind === 'error' ? new Map<string, Route>() : site.translationsOf(route)
  return site.settings.families.flatMap(({ locales }) =>
    locales.flatMap((locale) => {
      const same = translations.get(locale)
      const target = same ?? site.homes.get(locale)
      if (!target) return []
      const href = (target.origin === route.origin ? target.href : `${target.origin}${target.href}`) as Href
      return [
        {
          locale,
          name: languageName(locale),
          href,
          isCurrent: locale === route.locale,
          isSamePage: same !== undefined,
        },
      ]
    }),
  )
}
