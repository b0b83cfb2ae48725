import type { ReactElement } from 'react'
import { ButtonLink } from '#blocks/_shared/button-link.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { IntroBanner } from './intro-banner.tsx'
import type { TemplateProps } from './template-props.ts'

/** The shell of restricted pages: their text is fetched in the browser with the visitor's token and is never in the export. */
export function Restricted({ page, reader, blocks }: TemplateProps): ReactElement {
  const login = reader.page('login')
  const home = reader.page('home')
  return (
    <>
      <IntroBanner intro={page.intro} reader={reader} />
      <Breadcrumbs crumbs={page.crumbs} reader={reader} />
      <div className="restricted-page">
        <div className="restricted-page__content" data-island="hidden-page">
          <p className="loader" role="status">
            {reader.text('restricted.loading')}
          </p>
        </div>
        <p className="notice is-error" data-message="denied" hidden>
          {reader.text('restricted.denied')}
        </p>
        <p className="notice is-error" data-message="missing" hidden>
          {reader.text('error.errorDescription404')}
        </p>
        <p className="notice is-error" data-message="failed" hidden>
          {reader.text('error.errorDescription500')}
        </p>
        <noscript>
          <p className="notice">{reader.text('restricted.noscript')}</p>
        </noscript>
        <p className="restricted-page__ways">
          {login && (
            <ButtonLink href={login} kind="quiet">
              {reader.text('restricted.login')}
            </ButtonLink>
          )}
          {home && (
            <ButtonLink href={home} kind="quiet">
              {reader.text('error.home')}
            </ButtonLink>
          )}
        </p>
      </div>
      {blocks}
    </>
  )
}
