import type { ReactElement } from 'react'
import { saysOneOf } from '#blocks/_shared/says-one-of.ts'
import type { TemplateProps } from '#templates/template-props.ts'
import { PageHead } from './page-head.tsx'

/** The layout of most pages, including lists of posts: banner, breadcrumbs, industry and lead of a service, blocks. */
export function Subpage({ page, reader, blocks }: TemplateProps): ReactElement {
  const { service, title, intro, crumbs } = page
  const industry = service?.industry && reader.text(`industry.${service.industry}`)
  const said = [title, intro.title, ...crumbs.map(({ name }) => name)]
  return (
    <>
      <PageHead page={page} reader={reader}>
        {industry && !saysOneOf(industry, said) && <p className="intro__tag">{industry}</p>}
      </PageHead>
      {service?.lead && (
        <div className="page-lead">
          <p className="page-lead__text">{reader.words(service.lead)}</p>
        </div>
      )}
      {blocks}
    </>
  )
}
