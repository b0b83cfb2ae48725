import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SearchState } from '#hydrate/search/search-props.ts'
import { SearchResults } from './search-results.tsx'

it('marks a search without results, so that links to other pages are shown', () => {
  const isFruitless = (state?: Omit<SearchState, 'phrase'>) => {
    const props = { formId: 'search', api: '/api', texts: {}, locale: 'en', prefix: '/en' }
    const html = renderToStaticMarkup(
      <SearchResults {...props} {...(state && { state: { phrase: 'fuel', ...state } })} />,
    )
    return html.includes('is-fruitless')
  }
  expect(isFruitless()).toBe(false)
  expect(isFruitless({ phase: 'loading' })).toBe(false)
  expect(isFruitless({ phase: 'done', results: [{ title: 'Fuel', text: '' }] })).toBe(false)
  expect(isFruitless({ phase: 'done', results: [] })).toBe(true)
  expect(isFruitless({ phase: 'failed' })).toBe(true)
})
