import type { ReactElement } from 'react'
import type { LanguageLink } from '#blocks/_shared/reader.ts'
import type { NotFoundWords } from '#templates/page-view.ts'

export type NotFoundLanguagesProps = { languages: LanguageLink[]; words: NotFoundWords[] }

/**
 * Links to the home pages of all languages, each with a message in its language about what happened. Where scripts run,
 * `hydrate/not-found.ts` replaces the words of the page with those in the language of the address.
 */
export function NotFoundLanguages({ languages, words }: NotFoundLanguagesProps): ReactElement {
  return (
    <ul className="language-list" role="list">
      {languages.map(({ locale, name, href, isCurrent }) => {
        const own = words.find((one) => one.locale === locale)
        return (
          <li key={locale} lang={locale} {...(own && dataOf(own))}>
            <a href={href} hrefLang={locale} aria-current={isCurrent ? 'true' : undefined}>
              {name}
            </a>
            {own && ' '}
            {own && <span>{own.title}</span>}
          </li>
        )
      })}
    </ul>
  )
}

function dataOf({ prefix, title, text, home }: NotFoundWords): Record<string, string> {
  return { 'data-prefix': prefix, 'data-title': title, 'data-text': text, 'data-home': home }
}
