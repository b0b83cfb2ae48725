import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { Href, Reader } from '#blocks/_shared/reader.ts'

export type SearchFormProps = { id: string; action: Href; reader: Reader; hasFocus?: boolean }

/** A GET form to the search page; the phrase has at least three characters (spec §5). */
export function SearchForm({ id, action, reader, hasFocus }: SearchFormProps): ReactElement {
  return (
    <search className="search-form">
      <form id={id} action={action} method="get">
        <label className="search-form__label" htmlFor={`${id}-phrase`}>
          {reader.text('search.phrase')}
        </label>
        <div className="search-form__row">
          <input
            className="search-form__phrase"
            id={`${id}-phrase`}
            type="search"
            name="q"
            required
            minLength={3}
            autoComplete="off"
            enterKeyHint="search"
            // biome-ignore lint/a11y/noAutofocus: inside a popover it takes the focus when the visitor opens it
            autoFocus={hasFocus}
          />
          <button className="button is-primary" type="submit">
            <Icon name="search" />
            <span>{reader.text('search.submit')}</span>
          </button>
        </div>
      </form>
    </search>
  )
}
