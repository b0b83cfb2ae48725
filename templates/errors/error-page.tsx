import type { ReactElement } from 'react'
import { ButtonLink } from '#blocks/_shared/links/button-link.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { LanguageList } from '#templates/header/language-list.tsx'
import type { TemplateProps } from '#templates/template-props.ts'
import { NotFoundLanguages } from './not-found-languages.tsx'
import { NotFoundRoute } from './not-found-route.tsx'

/** An error page: what happened, and links to the home page and to those of the other languages. */
export function ErrorPage({ page, reader, blocks }: TemplateProps): ReactElement {
  const status = page.error?.status ?? 500
  const home = reader.page('home')
  const languages = reader.languages()
  const words = page.error?.elsewhere ?? []
  return (
    <>
      <div className="error-page">
        <NotFoundRoute />
        <div className="error-page__inner">
          <p className="error-page__status">{String(status)}</p>
          <h1 className="error-page__title">{page.intro.title}</h1>
          <p className="error-page__text">{reader.text(`error.errorDescription${status}`)}</p>
          {home && (
            <p>
              <ButtonLink href={home}>{reader.text('error.home')}</ButtonLink>
            </p>
          )}
          <MoreWays reader={reader} />
          {languages.length > 1 && (
            <div className="error-page__languages">
              {words.length > 0 ? (
                <NotFoundLanguages languages={languages} words={words} />
              ) : (
                <LanguageList languages={languages} />
              )}
            </div>
          )}
        </div>
      </div>
      {blocks}
    </>
  )
}

/** Links to search, blog and contact. `hydrate/not-found.ts` removes them when it changes the page's language. */
function MoreWays({ reader }: { reader: Reader }): ReactElement | null {
  const ways = [
    { href: reader.page('search'), name: reader.text('header.search') },
    { href: reader.page('blog'), name: reader.text('blog.all') },
    { href: reader.page('contact'), name: reader.text('category.contact') },
  ].flatMap(({ href, name }) => (href ? [{ href, name }] : []))
  if (ways.length === 0) return null
  return (
    <ul className="error-page__more" role="list">
      {ways.map(({ href, name }) => (
        <li key={href}>
          <a href={href}>{name}</a>
        </li>
      ))}
    </ul>
  )
}
