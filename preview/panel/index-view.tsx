import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { adminHref } from '#preview/admin-href.ts'
import type { PageRow } from '#preview/panel-data.ts'
import { matchesPhrase } from './matches-phrase.ts'
import { readApi } from './read-api.ts'

/** How many pages are listed at most. Rendering ten thousand for every letter typed would take most of a second. */
const maxListed = 250

/** How long after a failure the pages are requested again, in milliseconds. */
const pauseMs = 2000

type Filter = { phrase: string; locale: string; nodeType: string }

/**
 * Lists every page of the site, with a filter by title, address, id, locale and type. The filter is kept in the
 * address.
 */
export function IndexView(): ReactElement {
  const [rows, setRows] = useState<PageRow[]>()
  const [failure, setFailure] = useState<string>()
  const [filter, setFilter] = useState<Filter>(filterOfAddress)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const read = (): void => {
      readApi<PageRow[]>('pages').then(
        (found) => {
          setRows(found)
          setFailure(undefined)
        },
        (error: Error) => {
          setFailure(error.message)
          timer = setTimeout(read, pauseMs)
        },
      )
    }
    read()
    return () => clearTimeout(timer)
  }, [])
  const shown = useMemo(() => (rows ?? []).filter((row) => matches(row, filter)), [rows, filter])
  const change = (part: Partial<Filter>): void => {
    const next = { ...filter, ...part }
    setFilter(next)
    const set = Object.entries(next).filter(([, value]) => value)
    history.replaceState(null, '', `/admin/${set.length > 0 ? `?${new URLSearchParams(set)}` : ''}`)
  }
  return (
    <main className="index">
      <header className="index__head">
        <h1>Pages</h1>
        <search className="index__filter">
          <label className="field is-wide">
            <span>Title, address or id</span>
            <input type="search" value={filter.phrase} onChange={(event) => change({ phrase: event.target.value })} />
          </label>
          <Choice
            label="Language"
            value={filter.locale}
            values={valuesOf(rows, 'locale')}
            onChange={(locale) => change({ locale })}
          />
          <Choice
            label="Type"
            value={filter.nodeType}
            values={valuesOf(rows, 'nodeType')}
            onChange={(nodeType) => change({ nodeType })}
          />
        </search>
      </header>
      {failure && <p className="failure__cause">{failure}</p>}
      <p className="index__count" role="status">
        {rows ? `${shown.length} of ${rows.length} pages` : failure ? '' : 'Reading the site…'}
      </p>
      <ul className="index__list">
        {shown.slice(0, maxListed).map((row) => (
          <li key={`${row.locale} ${row.kind} ${row.id} ${row.href}`}>
            <a className="index__row" href={adminHref(row)}>
              <span className="index__title" dir="auto">
                {row.title}
              </span>
              <span className="index__path">{decodeURI(row.href)}</span>
              <span className="index__type">{row.nodeType.replaceAll('_', ' ')}</span>
              <span className="index__locale">{row.locale}</span>
            </a>
          </li>
        ))}
      </ul>
      {shown.length > maxListed && (
        <p className="hint">
          The first {maxListed} are listed. Type words of a title or address, or an id, or choose a language or type, to
          find the others.
        </p>
      )}
    </main>
  )
}

type ChoiceProps = { label: string; value: string; values: string[]; onChange: (value: string) => void }

function Choice({ label, value, values, onChange }: ChoiceProps): ReactElement {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">all</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {one.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  )
}

function filterOfAddress(): Filter {
  const query = new URLSearchParams(location.search)
  return {
    phrase: query.get('phrase') ?? '',
    locale: query.get('locale') ?? '',
    nodeType: query.get('nodeType') ?? '',
  }
}

function valuesOf(rows: PageRow[] | undefined, name: 'locale' | 'nodeType'): string[] {
  return [...new Set((rows ?? []).map((row) => row[name]))]
}

function matches(row: PageRow, filter: Filter): boolean {
  if (filter.locale && filter.locale !== row.locale) return false
  if (filter.nodeType && filter.nodeType !== row.nodeType) return false
  return matchesPhrase(row, filter.phrase)
}
