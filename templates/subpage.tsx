import type { ReactElement } from 'react'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { IntroBanner } from './intro-banner.tsx'
import type { TemplateProps } from './template-props.ts'

/** The layout of most pages: banner, crumbs, blocks; with the lead of a service, or the cookie button of a privacy page. */
export function Subpage({ page, reader, blocks }: TemplateProps): ReactElement {
  const { service } = page
  const industry = service?.industry && reader.text(`industry.${service.industry}`)
  return (
    <>
      <IntroBanner intro={page.intro} reader={reader}>
        {industry && industry !== page.title && <p className="intro__tag">{industry}</p>}
      </IntroBanner>
      <Breadcrumbs crumbs={page.crumbs} reader={reader} />
      {service?.lead && (
        <div className="page-lead">
          <p className="page-lead__text">{service.lead}</p>
        </div>
      )}
      {page.nodeType === 'privacy' && (
        <div className="page-lead">
          <button className="button is-quiet" type="button" data-consent-open="">
            {reader.text('privacy.openSettings')}
          </button>
        </div>
      )}
      {blocks}
    </>
  )
}
