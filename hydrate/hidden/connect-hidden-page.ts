import { atLeast } from '#hydrate/at-least.ts'
import { callApi, isObject, textOf } from '#hydrate/call-api.ts'
import { readToken, writeToken } from '#hydrate/token.ts'
import type { HiddenProps, HiddenState } from './hidden-props.ts'
import { readParts } from './read-parts.ts'

type Show = (state: HiddenState) => void

/** Fetches and shows the page that the address names: without a good token the login comes first (401), others are told (403, 404). */
export function connectHiddenPage(root: HTMLElement, props: HiddenProps, show: Show): void {
  root.addEventListener('click', ({ target }) => {
    // Who was denied may log in as another; with the old token the login page would lead straight back.
    if (target instanceof Element && target.closest('[data-login]')) writeToken()
  })
  load(props, show).catch((error) => {
    show({ phase: 'failed' })
    reportError(error)
  })
}

async function load(props: HiddenProps, show: Show): Promise<void> {
  const slug = slugOf(location, props.shell)
  if (!slug) return show({ phase: 'missing' })
  if (!readToken()) return goToLogin(props, show)
  const url = `${props.api}/hidden_pages/${encodeURIComponent(slug)}?${new URLSearchParams({ locale: props.locale })}`
  const { isGood, status, body } = await atLeast(callApi(url))
  if (status === 401) return goToLogin(props, show)
  if (status === 403 || status === 404) return show({ phase: status === 403 ? 'denied' : 'missing' })
  if (!isGood || !isObject(body)) return show({ phase: 'failed' })
  const { cleanHtml } = await import('./clean-html.ts')
  show({ phase: 'done', parts: readParts(body.blocks, { clean: cleanHtml, base: location.href }) })
  entitle(textOf(body.title))
}

/** The slug below the shell, or `?page=` on a host that cannot rewrite; nothing when the address names no page. */
export function slugOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>, shell: string): string | undefined {
  const below = pathname.startsWith(`${shell}/`) ? pathname.slice(shell.length + 1).replace(/\/$/, '') : ''
  try {
    return decodeURIComponent(below) || new URLSearchParams(search).get('page') || undefined
  } catch {
    return undefined // broken encoding names no page
  }
}

function goToLogin({ login }: HiddenProps, show: Show): void {
  if (login) location.replace(`${login}?${new URLSearchParams({ returnUrl: location.pathname + location.search })}`)
  else show({ phase: 'denied' })
}

/** The page's own title in the place of the shell's. */
function entitle(title: string): void {
  const heading = document.querySelector('h1')
  if (!title || !heading) return
  document.title = document.title.replace(heading.textContent, () => title)
  heading.textContent = title
}
