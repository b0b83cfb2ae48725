import type { ReactElement } from 'react'
import { HiddenPageIsland } from '#blocks/_shared/hidden-page-island.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { IntroBanner } from './intro-banner.tsx'
import type { TemplateProps } from './template-props.ts'

/** The shell of restricted pages: their text is fetched in the browser with the visitor's token and is never in the export. */
export function Restricted({ page, reader, blocks }: TemplateProps): ReactElement {
  return (
    <>
      <IntroBanner intro={page.intro} reader={reader} />
      <Breadcrumbs crumbs={page.crumbs} reader={reader} />
      <div className="restricted-page">
        <HiddenPageIsland reader={reader} />
        <noscript>
          <p className="notice">{reader.text('restricted.noscript')}</p>
        </noscript>
      </div>
      {blocks}
    </>
  )
}
