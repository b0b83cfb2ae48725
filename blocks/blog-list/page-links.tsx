import type { ReactElement } from 'react'
import type { Pagination, Reader } from '#blocks/_shared/reader.ts'

/** Links to the previous, next and numbered pages of a list. Long rows leave out pages far from the current one. */
export function PageLinks({ pagination, reader }: { pagination: Pagination; reader: Reader }): ReactElement {
  const { page, pages, hrefOf } = pagination
  return (
    <nav className="page-links" aria-label={reader.text('pagination.label')}>
      {page > 1 && (
        <a className="page-links__step is-previous" href={hrefOf(page - 1)} rel="prev">
          {reader.text('pagination.previous')}
        </a>
      )}
      <ol className="page-links__numbers" role="list">
        {shownPages(page, pages).map((number, at, shown) => (
          <li key={number} className={number - (shown[at - 1] ?? number - 1) > 1 ? 'is-after-gap' : undefined}>
            <a
              className="page-links__number"
              href={hrefOf(number)}
              aria-current={number === page ? 'page' : undefined}
              aria-label={reader.text('pagination.page', { page: number })}
            >
              {String(number)}
            </a>
          </li>
        ))}
      </ol>
      {page < pages && (
        <a className="page-links__step is-next" href={hrefOf(page + 1)} rel="next">
          {reader.text('pagination.next')}
        </a>
      )}
    </nav>
  )
}

/** Returns the first page, the last page, the current page and its neighbours, or all of up to seven pages. */
export function shownPages(page: number, pages: number): number[] {
  const all = Array.from({ length: pages }, (_, at) => at + 1)
  return pages <= 7 ? all : all.filter((number) => number === 1 || number === pages || Math.abs(number - page) <= 1)
}
