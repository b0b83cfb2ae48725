import type { ReactElement } from 'react'
import type { Result } from '#hydrate/search/read-results.ts'
import type { SearchProps, SearchState } from '#hydrate/search/search-props.ts'

type SearchResultsProps = SearchProps & { state?: SearchState }

/** The results of the search page, or the reason why there are none. */
export function SearchResults({ state, texts }: SearchResultsProps): ReactElement {
  const { phase = 'idle', results = [] } = state ?? {}
  const status = statusText(state, texts)
  return (
    <>
      <div className={hasNoResults(state) ? 'search-status is-fruitless' : 'search-status'}>
        <span className={phase === 'loading' ? 'loader is-on' : 'loader'} aria-hidden="true">
          {texts['search.loading']}
        </span>
        <p role="status">{status && <span>{status}</span>}</p>
      </div>
      <p className="search-again" hidden={phase !== 'failed'}>
        <button className="button is-quiet" type="button" data-again="">
          {texts['error.tryAgain']}
        </button>
      </p>
      <ol className="search-results" role="list">
        {results.map((result) => (
          <Found key={`${result.href}${result.title}`} result={result} more={texts['search.more']} />
        ))}
      </ol>
    </>
  )
}

export { connectSearch as connect } from '#hydrate/search/connect-search.ts'

/** Whether there is nothing to show for the phrase. Other links are then shown (`templates/layouts/search.css`). */
function hasNoResults({ phase, results = [] }: Partial<SearchState> = {}): boolean {
  return phase === 'failed' || (phase === 'done' && results.length === 0)
}

function statusText(state: SearchState | undefined, texts: SearchProps['texts']): string | undefined {
  if (state?.phase === 'failed') return texts['search.failure']
  if (state?.phase !== 'done') return undefined
  if (state.results?.length) return texts['search.found']?.replace('{{count}}', () => `${state.total}`)
  return texts['search.empty']?.replace('{{phrase}}', () => state.phrase)
}

function Found({ result: { title, text, href }, more }: { result: Result; more: string | undefined }): ReactElement {
  return (
    <li className="search-result">
      <h2 className="search-result__title">{title}</h2>
      <p>{text}</p>
      {href && (
        <a className="more-link" href={href} aria-label={`${more}: ${title}`}>
          {more}
        </a>
      )}
    </li>
  )
}
