import type { ReactElement } from 'react'
import type { LanguageLink } from '#blocks/_shared/reader.ts'

/** Links to the page in every language. Each link has the language's own name. */
export function LanguageList({ languages }: { languages: LanguageLink[] }): ReactElement {
  return (
    <ul className="language-list" role="list">
      {languages.map(({ locale, name, href, isCurrent }) => (
        <li key={locale}>
          <a href={href} hrefLang={locale} lang={locale} aria-current={isCurrent ? 'true' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
