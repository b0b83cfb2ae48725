import { isObject, textOf } from '#hydrate/api/answer.ts'
import { callApi } from '#hydrate/api/call-api.ts'
import { readToken } from '#hydrate/api/token.ts'
import { atLeast } from '#hydrate/at-least.ts'
import { keepInLanguages } from '#hydrate/keep-in-languages.ts'
import { otherVisitor } from '#hydrate/login/login-props.ts'
import type { HiddenProps, HiddenState } from './hidden-props.ts'

/** Longer than any call of the service may take. */
const lateMs = 30_000

type Show = (state: HiddenState) => void

/**
 * Fetches and shows the page that the address names. Without a valid token (401) the visitor is sent to the login.
 * Other refusals (403, 404) are shown as messages.
 */
export function connectHiddenPage(root: HTMLElement, props: HiddenProps, show: Show): void {
  let isLoading = false
  let isBroken = false
  /** Lets the visitor reload a page whose scripts do not arrive. It is still shown when they do. */
  const fail = (): void => {
    isBroken = true
    show({ phase: 'failed' })
  }
  const start = (): void => {
    if (isLoading) return
    isLoading = true
    show({ phase: 'loading' })
    const limit = setTimeout(fail, lateMs)
    load(props)
      .then((state) => {
        if (state) show(state)
        if (state && location.hash) location.replace(location.hash) // scrolls to the place, which is there only now
      })
      .catch((error) => {
        reportError(error)
        fail()
      })
      .finally(() => {
        clearTimeout(limit)
        isLoading = false
        wakeIslands(root)
      })
  }
  root.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('[data-again]'))) return
    // The script belongs to a replaced build, or failed to load once: Firefox then never requests it again on this
    // page.
    if (isBroken) return location.reload()
    root.closest('main')?.focus({ preventScroll: true }) // the button disappears
    start()
  })
  root.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && sayInWords(target), true)
  start()
}

/** Loads the page. Returns `undefined` when the visitor is sent to the login. */
async function load(props: HiddenProps): Promise<HiddenState | undefined> {
  const slug = slugOf(location, props)
  // The login must not return here, where it would find no page.
  if (!slug) return readToken() ? { phase: 'missing' } : { phase: 'no-page', login: props.pages.login }
  if (!readToken()) return goToLogin(props)
  keepInLanguages(new URLSearchParams({ page: slug }))
  const query = new URLSearchParams({ locale: props.locale })
  const call = callApi(`${props.site.apiBase}/hidden_pages/${encodeURIComponent(slug)}?${query}`)
  const { isGood, status, body } = await atLeast(call)
  if (status === 401) return goToLogin(props)
  if (status === 403) return { phase: 'denied', ...loginOf(props, { [otherVisitor]: '' }) }
  if (status === 404) return { phase: 'missing' }
  if (!isGood || !isObject(body) || !Array.isArray(body.blocks)) return { phase: 'failed' }
  const { showBlocks } = await import('./show-blocks.tsx')
  const markup = await showBlocks(body.blocks, props)
  setTitle(textOf(body.title))
  return { phase: 'done', markup }
}

/**
 * Returns the slug in the address, which is one segment, or `?page=` on hosts that cannot rewrite addresses.
 * `undefined` when the address does not name a page.
 */
export function slugOf(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  { shell, area: { before, after } }: Pick<HiddenProps, 'shell' | 'area'>,
): string | undefined {
  try {
    const path = decodeURIComponent(pathname).replace(/(.)\/$/, '$1')
    if (path === decodeURIComponent(shell)) return new URLSearchParams(search).get('page') || undefined
    const slug = path.slice(before.length, path.length - after.length)
    return path === before + slug + after && !slug.includes('/') ? slug : undefined
  } catch {
    return undefined // an address with broken encoding does not name a page
  }
}

function goToLogin(props: HiddenProps): HiddenState | undefined {
  const { login } = loginOf(props)
  if (!login) return { phase: 'denied' }
  location.replace(login)
  return undefined
}

/** Returns the address of the login, which returns to this page. An empty object on a site without a login page. */
function loginOf({ pages }: HiddenProps, more: Record<string, string> = {}): { login?: string } {
  const { pathname, search, hash } = location
  const query = new URLSearchParams({ returnUrl: pathname + search + hash, ...more })
  return pages.login ? { login: `${pages.login}?${query}` } : {}
}

/** Replaces the title of the shell with that of the page, in the breadcrumbs too. */
function setTitle(title: string): void {
  const heading = document.querySelector('h1')
  if (!title || !heading) return
  document.title = document.title.replace(heading.textContent, () => title)
  for (const shown of document.querySelectorAll('h1, .breadcrumbs [aria-current]')) shown.textContent = title
}

/** Wakes the forms of the page by dispatching the pointer event that they wait for (`hydrate/loader.ts`). */
function wakeIslands(root: HTMLElement): void {
  for (const island of root.querySelectorAll<HTMLElement>('[data-island]')) {
    island.dataset.armed = ''
    island.dispatchEvent(new Event('pointerover'))
  }
}

/** Replaces a picture that cannot be loaded with its alt text. A picture without alt text is removed. */
function sayInWords(image: HTMLImageElement): void {
  const place = image.closest('picture') ?? image
  const words = document.createElement('span')
  words.className = `${place.className} is-missing`
  words.append(Object.assign(document.createElement('span'), { className: 'picture__alt', textContent: image.alt }))
  if (image.alt) place.replaceWith(words)
  else place.remove()
}
