import type { ReactElement } from 'react'
import { Island } from '#blocks/_shared/island.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { SearchResults } from '#hydrate/islands/search-results.tsx'
import { searchTextKeys } from '#hydrate/search/search-props.ts'

/**
 * The place of the results for the phrase of the form `formId`. The island wakes when the address has a phrase or the
 * form is used.
 */
export function SearchIsland({ formId, reader }: { formId: string; reader: Reader }): ReactElement {
  const { locale, defaultLocale, site } = reader
  const later = { phrase: '{{phrase}}', count: '{{count}}', shown: '{{shown}}' } // filled in by the browser
  const props = {
    formId,
    locale,
    prefix: locale === defaultLocale ? '' : `/${locale}`,
    api: `${site.apiBase}/search`,
    texts: Object.fromEntries(searchTextKeys.map((key) => [key, reader.text(key, later)])),
  }
  return (
    <Island
      name="search-results"
      Component={SearchResults}
      props={props}
      on="interact"
      reader={reader}
      className="search-page__results"
    />
  )
}
