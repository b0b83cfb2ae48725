import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SearchState } from '#hydrate/search/search-props.ts'
import { SearchResults } from './search-results.tsx'

const markupOf = (state?: Omit<SearchState, 'phrase'>) => {
  const texts = { 'search.loading': 'Searching…', 'search.found': 'Results: {{count}}' }
  const props = { formId: 'search', api: '/api', texts, locale: 'en', prefix: '/en' }
  return renderToStaticMarkup(<SearchResults {...props} {...(state && { state: { phrase: 'fuel', ...state } })} />)
}

it('marks a search without results, so that links to other pages are shown', () => {
  const isFruitless = (state?: Omit<SearchState, 'phrase'>) => markupOf(state).includes('is-fruitless')
  expect(isFruitless()).toBe(false)
  expect(isFruitless({ phase: 'loading' })).toBe(false)
  expect(isFruitless({ phase: 'done', results: [{ title: 'Fuel', text: '' }] })).toBe(false)
  expect(isFruitless({ phase: 'done', results: [] })).toBe(true)
  expect(isFruitless({ phase: 'failed' })).toBe(true)
})

it('tells screen readers too that it searches', () => {
  const spoken = (state?: Omit<SearchState, 'phrase'>) =>
    /<p role="status">(.*?)<\/p>/.exec(markupOf(state))?.[1]?.replace(/<.*?>/g, '')
  expect(spoken()).toBe('')
  expect(spoken({ phase: 'loading' })).toBe('Searching…')
  expect(spoken({ phase: 'done', results: [{ title: 'Fuel', text: '' }], total: 1, shown: 20 })).toBe('Results: 1')
})
