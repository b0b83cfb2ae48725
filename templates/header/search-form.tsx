import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { Href, Reader } from '#blocks/_shared/reader.ts'

/** `wakes` is the selector of the island that wakes when the form is used. */
export type SearchFormProps = { id: string; action: Href; reader: Reader; hasFocus?: boolean; wakes?: string }

/** At least three characters, without the spaces around them (spec §5), for browsers without scripts. */
const phrasePattern = String.raw`\s*\S.+\S\s*`
/** Languages in which most words have one or two characters, so that one is enough. */
const shortWords = /^(?:ja|ko|zh)\b/

/**
 * Servers refuse requests whose headers have more than 8,000 bytes, and browsers then show a page of their own. The
 * phrase is in the address and in `Referer`, where a letter takes up to 9 bytes.
 */
const longest = 400

/** A GET form to the search page. A script, or else the browser, reports an invalid phrase. */
export function SearchForm({ id, action, reader, hasFocus, wakes }: SearchFormProps): ReactElement {
  const isShort = shortWords.test(reader.locale)
  return (
    <search className="search-form" data-wakes={wakes}>
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
            minLength={isShort ? 1 : 3}
            maxLength={longest}
            pattern={isShort ? String.raw`.*\S.*` : phrasePattern}
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
        <p className="field__error search-form__error" id={`${id}-error`} role="alert" hidden>
          {reader.text('validation.minLength')}
        </p>
      </form>
    </search>
  )
}
