import type { Result, ResultRules } from './read-results.ts'

export type SearchProps = ResultRules & {
  /** Id of the form that holds the phrase. */
  formId: string
  /** Address of the search. */
  api: string
  /** Texts by key. */
  texts: Record<string, string>
}

export type SearchState = {
  phase: 'idle' | 'loading' | 'done' | 'failed'
  phrase: string
  results?: Result[]
  /** How many of the results are shown. */
  shown?: number
  total?: number
}

export const searchTextKeys = [
  'error.tryAgain',
  'search.loading',
  'search.found',
  'search.foundMore',
  'search.empty',
  'search.failure',
  'search.more',
  'search.showMore',
]
