import type { ReactElement } from 'react'
import type { Result } from '#hydrate/search/read-results.ts'
import type { SearchProps, SearchState } from '#hydrate/search/search-props.ts'

type SearchResultsProps = SearchProps & { state?: SearchState }

/** The results of the search page, or the reason why there are none. */
export function SearchResults({ state, texts }: SearchResultsProps): ReactElement {
  const { phase = 'idle', results = [], shown } = state ?? {}
  const status = statusText(state, texts)
  return (
    <>
      <div className={hasNoResults(state) ? 'search-status is-fruitless' : 'search-status'}>
        <span className={phase === 'loading' ? 'loader is-on' : 'loader'} aria-hidden="true">
          {texts['search.loading']}
        </span>
        <p role="status">
          {phase === 'loading' && <span className="visually-hidden">{texts['search.loading']}</span>}
          {status && <span key={status}>{status}</span>}
        </p>
      </div>
      <p className="search-again" hidden={phase !== 'failed'}>
        <button className="button is-quiet" type="button" data-again="">
          {texts['error.tryAgain']}
        </button>
      </p>
      <ol className="search-results" role="list">
        {results.slice(0, shown).map((result) => (
          <Found key={`${result.href}${result.title}`} result={result} more={texts['search.more']} />
        ))}
      </ol>
      <p hidden={!hasMore(state)}>
        <button className="button is-quiet" type="button" data-more="">
          {texts['search.showMore']}
        </button>
      </p>
    </>
  )
}

export { connectSearch as connect } from '#hydrate/search/connect-search.ts'

/** Whether there is nothing to show for the phrase. Other links are then shown (`templates/layouts/search.css`). */
function hasNoResults({ phase, results = [] }: Partial<SearchState> = {}): boolean {
  return phase === 'failed' || (phase === 'done' && results.length === 0)
}

function hasMore({ results = [], shown = 0 }: Partial<SearchState> = {}): boolean {
  return results.length > shown
}

function statusText(state: SearchState | undefined, texts: SearchProps['texts']): string | undefined {
  if (state?.phase === 'failed') return texts['search.failure']
  if (state?.phase !== 'done') return undefined
  if (state.results?.length)
    return texts[hasMore(state) ? 'search.foundMore' : 'search.found']
      ?.replace('{{count}}', () => `${state.total}`)
      .replace('{{shown}}', () => `${state.shown}`)
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
