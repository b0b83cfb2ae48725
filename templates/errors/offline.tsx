import type { ReactElement } from 'react'
import { ButtonLink } from '#blocks/_shared/links/button-link.tsx'
import type { Href } from '#blocks/_shared/reader.ts'
import type { TemplateProps } from '#templates/template-props.ts'
import { NotFoundRoute } from './not-found-route.tsx'

/** The address of the page that this page replaces. */
const samePage = '?' as Href

/** The page that the service worker shows instead of a page that is neither reachable nor stored. */
export function Offline({ page, reader, blocks }: TemplateProps): ReactElement {
  const home = reader.page('home')
  return (
    <>
      <div className="error-page">
        <NotFoundRoute />
        <div className="error-page__inner">
          <h1 className="error-page__title">{page.intro.title}</h1>
          <p className="error-page__text">{reader.text('offline.text')}</p>
          <p className="ways">
            <ButtonLink href={samePage}>{reader.text('offline.retry')}</ButtonLink>{' '}
            {home && (
              <ButtonLink href={home} kind="quiet">
                {reader.text('error.home')}
              </ButtonLink>
            )}
          </p>
        </div>
      </div>
      {blocks}
    </>
  )
}
