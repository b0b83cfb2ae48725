import type { ReactElement } from 'react'
import { HiddenPageIsland } from '#blocks/_shared/islands/hidden-page-island.tsx'
import type { TemplateProps } from '#templates/template-props.ts'
import { PageHead } from './page-head.tsx'

/** The shell of restricted pages, whose content is never in the export: browsers fetch it with the visitor's token. */
export function Restricted({ page, reader, blocks }: TemplateProps): ReactElement {
  return (
    <>
      <PageHead page={page} reader={reader} />
      <div className="restricted-page">
        {page.area && <HiddenPageIsland area={page.area} reader={reader} />}
        <noscript>
          <div className="restricted-page__state">
            <p className="notice">{reader.text('restricted.noscript')}</p>
          </div>
        </noscript>
      </div>
      {blocks}
    </>
  )
}
