import type { ReactElement, ReactNode } from 'react'
import type { TemplateProps } from '#templates/template-props.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { IntroBanner } from './intro-banner.tsx'

export type PageHeadProps = Pick<TemplateProps, 'page' | 'reader'> & {
  /** Shown instead of the intro. */
  hero?: ReactNode
  /** Additional content of the intro. */
  children?: ReactNode
}

/** The start of every page: intro or hero, breadcrumbs and, on any privacy page, the cookie button (spec §2.3). */
export function PageHead({ page, reader, hero, children }: PageHeadProps): ReactElement {
  return (
    <>
      {hero ?? (
        <IntroBanner intro={page.intro} reader={reader}>
          {children}
        </IntroBanner>
      )}
      <Breadcrumbs crumbs={page.crumbs} reader={reader} />
      {page.nodeType === 'privacy' && reader.site.consent.ask && (
        <div className="page-lead">
          <button className="button is-quiet" type="button" data-consent-open="">
            {reader.text('privacy.openSettings')}
          </button>
        </div>
      )}
    </>
  )
}
