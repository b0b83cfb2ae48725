import { atLeast } from '#hydrate/at-least.ts'
import { callApi } from '#hydrate/call-api.ts'
import { readResults } from './read-results.ts'
import type { SearchProps, SearchState } from './search-props.ts'

const shortest = 3

/** Searches for `q` of the address, and for what is typed: at least 3 characters, trimmed, not the same phrase again (spec §4, §5). */
export function connectSearch(_: HTMLElement, props: SearchProps, show: (state: SearchState) => void): void {
  const form = document.getElementById(props.formId)
  const field = form?.querySelector<HTMLInputElement>('[name=q]')
  if (!(form instanceof HTMLFormElement) || !field) return
  let searched = ''
  let underWay = new AbortController()

  const complain = (isShort: boolean): void => {
    field.setAttribute('aria-invalid', String(isShort))
    if (isShort) show({ phase: 'short', phrase: '' })
  }

  const search = async (phrase: string): Promise<void> => {
    underWay.abort()
    underWay = new AbortController()
    const { signal } = underWay
    searched = phrase
    show({ phase: 'loading', phrase })
    const url = `${props.api}?${new URLSearchParams({ phrase, pagination: 'false', locale: props.locale })}`
    const { isGood, body } = await atLeast(callApi(url, { signal }))
    if (signal.aborted) return
    const found = isGood ? readResults(body, props) : undefined
    if (found) return show({ phase: 'done', phrase, ...found })
    searched = '' // the same phrase may be tried again
    show({ phase: 'failed', phrase })
  }

  /** True when the phrase is searched. */
  const submit = (text: string): boolean => {
    const phrase = text.trim()
    const isShort = [...phrase].length < shortest
    complain(isShort)
    if (isShort || phrase === searched) return false
    search(phrase).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error // that one was for a newer phrase
    })
    return true
  }

  form.noValidate = true
  field.setAttribute('aria-describedby', `${props.formId}-error`)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (submit(field.value)) history.pushState(null, '', `?${new URLSearchParams({ q: field.value.trim() })}`)
    else if (field.getAttribute('aria-invalid') === 'true') field.focus()
  })
  const phraseOfAddress = (): string | null => new URLSearchParams(location.search).get('q')
  addEventListener('popstate', () => {
    field.value = phraseOfAddress() ?? ''
    if (submit(field.value) || field.value) return
    complain(false)
    searched = ''
    show({ phase: 'idle', phrase: '' })
  })
  const asked = phraseOfAddress()
  if (asked === null) return
  field.value ||= asked
  submit(asked)
}
