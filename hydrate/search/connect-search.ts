import { orWithoutToken } from '#hydrate/api/answer.ts'
import { callApi } from '#hydrate/api/call-api.ts'
import { atLeast } from '#hydrate/at-least.ts'
import { keepInLanguages } from '#hydrate/keep-in-languages.ts'
import { connectPhrase } from './phrase-field.ts'
import { readResults } from './read-results.ts'
import type { SearchProps, SearchState } from './search-props.ts'

/** How many results are shown at first, and added with each press of the button for more. */
const portion = 20

/** Searches for `q` of the address and for submitted phrases. Repeats a search only if it failed (spec §4, §5). */
export function connectSearch(root: HTMLElement, props: SearchProps, render: (state: SearchState) => void): void {
  const form = document.getElementById(props.formId)
  const field = form instanceof HTMLFormElement ? connectPhrase(form) : undefined
  if (!form || !field) return
  const { control } = field
  /** The last phrase. `isAnswered`: its search is pending or has succeeded. */
  let latest = ''
  let isAnswered = false
  let underWay = new AbortController()
  let state: SearchState = { phase: 'idle', phrase: '' }
  const show = (next: SearchState): void => {
    state = next
    keepInLanguages(new URLSearchParams(next.phrase && { q: next.phrase }))
    render(next)
  }

  const keepPlace = (): void => {
    if (state.phase === 'done') history.replaceState({ ...history.state, top: scrollY }, '')
  }
  const returnToPlace = (): void => {
    const top = history.state?.top
    if (top !== undefined) scrollTo({ top, behavior: 'instant' })
  }

  const search = async (phrase: string): Promise<void> => {
    underWay.abort()
    underWay = new AbortController()
    const { signal } = underWay
    latest = phrase
    control.defaultValue = phrase // Safari resets the field when the visitor comes back to its results
    isAnswered = true
    show({ phase: 'loading', phrase })
    const url = `${props.api}?${new URLSearchParams({ phrase, pagination: 'false', locale: props.locale })}`
    const { isGood, body } = await atLeast(orWithoutToken(() => callApi(url, { signal })))
    if (signal.aborted) return
    const found = isGood ? readResults(body, props) : undefined
    if (!found) {
      isAnswered = false
      return show({ phase: 'failed', phrase })
    }
    // Visitors who come back see as many results as they left, and the same ones.
    show({ phase: 'done', phrase, ...found, shown: history.state?.shown ?? portion })
    // Browsers would restore the scroll position before there are results, and may move smoothly even after that.
    history.scrollRestoration = 'manual'
    returnToPlace()
  }

  /** Searches for a phrase, unless it is the last phrase and was answered. Returns whether it searches. */
  const start = (phrase: string): boolean => {
    if (isAnswered && phrase === latest) return false
    search(phrase).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error // the search of a newer phrase aborts this one
    })
    return true
  }

  const showMore = (): void => {
    const { shown = 0 } = state
    history.replaceState({ ...history.state, shown: shown + portion }, '')
    show({ ...state, shown: shown + portion })
    const first = root.querySelectorAll<HTMLElement>('.search-result')[shown]
    if (!first) return
    first.tabIndex = -1
    first.focus({ preventScroll: true }) // it is where the button was
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const phrase = control.value.trim()
    if (start(phrase)) history.pushState(null, '', `?${new URLSearchParams({ q: phrase })}`)
  })
  root.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (target.closest('[data-more]')) showMore()
    if (!target.closest('[data-again]')) return
    root.tabIndex = -1
    root.focus({ preventScroll: true }) // the button disappears, and Tab should go to the first result
    start(latest)
  })
  addEventListener('scrollend', keepPlace)
  addEventListener('pagehide', keepPlace) // Safari before 26.2 does not send `scrollend`
  addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => {
    if (persisted) returnToPlace() // Safari shows the top of a page that it kept
  })
  const phraseOfAddress = (): string | null => new URLSearchParams(location.search).get('q')
  addEventListener('popstate', () => {
    control.value = control.defaultValue = phraseOfAddress() ?? ''
    if (control.value) {
      if (field.check()) start(control.value.trim())
      return
    }
    field.clear()
    underWay.abort()
    isAnswered = false
    show({ phase: 'idle', phrase: '' })
  })
  const asked = phraseOfAddress()
  if (!asked?.trim()) return
  control.value ||= asked
  if (field.check()) start(control.value.trim())
}
