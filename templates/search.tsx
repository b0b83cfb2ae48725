import type { ReactElement } from 'react'
import { SearchIsland } from '#blocks/_shared/search-island.tsx'
import { PageHead } from './page-head.tsx'
import { SearchForm } from './search-form.tsx'
import type { TemplateProps } from './template-props.ts'

const formId = 'search'

/** The search page: the phrase, an info line and the place of the results, which need script (spec §2.4). */
export function Search({ page, reader, blocks }: TemplateProps): ReactElement {
  return (
    <>
      <PageHead page={page} reader={reader} />
      <div className="search-page">
        <SearchForm
          id={formId}
          action={reader.page('search') ?? reader.path}
          reader={reader}
          wakes=".search-page__results"
        />
        <p className="search-page__info">{reader.text('search.info')}</p>
        <SearchIsland formId={formId} reader={reader} />
        <noscript>
          <p className="notice">{reader.text('search.noscript')}</p>
        </noscript>
      </div>
      {blocks}
    </>
  )
}
