import type { ReactElement } from 'react'
import type { LanguageLink } from '#blocks/_shared/reader.ts'
import type { NotFoundWords } from '#templates/page-view.ts'

export type LostLanguagesProps = { languages: LanguageLink[]; words: NotFoundWords[] }

/**
 * Links to the homes of all languages, each beside words of its language on what happened. Where scripts run, `hydrate/not-found.ts` makes
 * the words of the address's language those of the page.
 */
export function LostLanguages({ languages, words }: LostLanguagesProps): ReactElement {
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
