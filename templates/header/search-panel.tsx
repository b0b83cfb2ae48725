import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { SearchForm } from './search-form.tsx'

/** The search panel and the button that opens it. Nothing when the locale has no search page. */
export function SearchPanel({ reader }: { reader: Reader }): ReactElement | null {
  const action = reader.page('search')
  if (!action) return null
  return (
    <>
      <button className="site-bar__toggle" type="button" popoverTarget="search-panel">
        <Icon name="search" />
        <span className="visually-hidden">{reader.text('header.search')}</span>
      </button>
      <div className="search-panel header-panel" id="search-panel" popover="auto">
        <div className="search-panel__inner">
          <SearchForm id="panel-search" action={action} reader={reader} hasFocus />
          <a className="more-link" href={action}>
            <span>{reader.text('header.searchPage')}</span>
            <Icon name="arrow" />
          </a>
        </div>
      </div>
    </>
  )
}
