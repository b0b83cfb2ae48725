import { type KeptState, keepState, restoreState } from './kept-state.ts'

export type PageFrameOptions = {
  /**
   * Called when another page is in view, or the same page was reloaded. Its styles are loaded. Its pictures may still
   * be loading.
   */
  onShow: (page: Document) => void
}

/** The old and the new address of a page. */
type Moved = { from: string; to: string }

/** The page beside the panel. */
export type PageFrame = {
  /** Shows the first page. */
  show(href: string): void
  /**
   * Reloads the page in view in a hidden frame, which then replaces the old page, with the same scroll position and the
   * same input. A page at `moved.from` is loaded from `moved.to`. Returns false if a page is already loading: it is to
   * be checked once it is in view, and is given up if that takes too long.
   */
  reload(moved?: Moved): boolean
  /** Returns the document in view, or `undefined` while the first one is loading. */
  page(): Document | undefined
  remove(): void
}

/**
 * How long a page may be loading, in milliseconds, before another one is loaded instead. A link may lead to a download,
 * and the preview may have ended meanwhile.
 */
const mostMs = 5000

/** What happens when the page that was loading comes into view. `old` is the page that it replaces. */
type Arrival = (page: Document, old: Document | undefined) => void

/**
 * Creates the frame inside an element. Each version of the page has a frame of its own, and what a browser remembers of
 * a frame ends with it. So the steps of Back and Forward belong to the panel: the state of each is the address of its
 * page. A browser without the Navigation API keeps those steps itself, until the page is replaced.
 */
export function createPageFrame(holder: HTMLElement, { onShow }: PageFrameOptions): PageFrame {
  let current: HTMLIFrameElement | undefined
  let coming: HTMLIFrameElement | undefined
  let startedAt = 0
  let arrive: Arrival = () => {}
  /** What was done on the pages that were left, by their addresses. */
  const left = new Map<string, KeptState>()
  /** Whether the page in view is being scrolled. Replacing it now would stop the scrolling. */
  let isMoving = (): boolean => false
  /** The scroll position of a page that was replaced by one too short for it, and the position of the shorter page. */
  let place: (Pick<KeptState, 'scroll' | 'anchor'> & { stands: number }) | undefined

  /** Follows a frame from page to page. */
  const follow = (frame: HTMLIFrameElement, before: Document | null): void => {
    if (!frame.isConnected) return
    const page = frame.contentDocument
    const isComing = frame === coming && current !== undefined
    if (isComing && !page) openOutside(frame)
    if (!page || page === before || !isShown(page) || (isComing && isMoving())) {
      requestAnimationFrame(() => follow(frame, before))
      return
    }
    page.defaultView?.addEventListener('pagehide', () => requestAnimationFrame(() => follow(frame, page)))
    if (frame === coming) takeOver(frame, page)
    history.replaceState(addressOf(page), '')
    isMoving = watchScrolling(page)
    page.addEventListener('click', leadOn)
    page.defaultView?.navigation?.addEventListener('navigate', followLink)
    onShow(page)
  }

  /** Opens an address in a new tab that the frame may not show, because it redirects to another site. */
  const openOutside = (frame: HTMLIFrameElement): void => {
    if (arrive !== reload) window.open(frame.src, '_blank', 'noopener')
    coming = undefined
    frame.remove()
    if (current?.contentDocument) onShow(current.contentDocument) // it may have changed meanwhile
  }

  const takeOver = (frame: HTMLIFrameElement, page: Document): void => {
    const old = current
    arrive(page, old?.contentDocument ?? undefined)
    coming = undefined
    current = frame
    frame.classList.remove('is-coming')
    if (document.activeElement === old) frame.focus()
    old?.remove()
  }

  /** Keeps what was done on a page before another one replaces it. */
  const leave = (page: Document | undefined): void => {
    place = undefined
    if (page) left.set(addressOf(page), keepState(page))
  }

  /** Loads the page that a link of the page in view leads to, instead of its new version if that is loading. */
  const followLink = (event: NavigateEvent): void => {
    const { navigationType, destination, canIntercept, downloadRequest, formData } = event
    const { href, pathname, search } = new URL(destination.url)
    if (destination.sameDocument) history.replaceState(`${pathname}${search}`, '') // as a search does
    const isFile = downloadRequest !== null || /\.\w+$/.test(pathname)
    if (navigationType !== 'push' || destination.sameDocument || !canIntercept || isFile || formData) return
    event.preventDefault()
    load(href, (page, old) => {
      leave(old)
      if (old) history.replaceState(addressOf(old), '') // a search changes the address of its page
      history.pushState(addressOf(page), '')
    })
  }

  /** Loads the page of the step that Back or Forward led to. */
  const followHistory = ({ state }: PopStateEvent): void => {
    if (typeof state !== 'string') return
    leave(current?.contentDocument ?? undefined)
    const kept = left.get(state)
    load(state, (page) => kept && restoreState(page, kept))
  }
  window.addEventListener('popstate', followHistory)

  /** Keeps the scroll position even if a draft cannot be read for a while, or is empty for one save. */
  const restore = (page: Document, { scroll, anchor, ...state }: KeptState): void => {
    const wanted = place?.stands === scroll.y ? place : { scroll, anchor }
    restoreState(page, { ...state, scroll: wanted.scroll, ...(wanted.anchor && { anchor: wanted.anchor }) })
    const stands = page.defaultView?.scrollY ?? 0
    place = stands < wanted.scroll.y ? { ...wanted, stands } : undefined
  }

  const reload: Arrival = (page, old) => old && restore(page, keepState(old))

  const load = (href: string, onArrival: Arrival): void => {
    coming?.remove()
    arrive = onArrival
    startedAt = performance.now()
    coming = document.createElement('iframe')
    coming.title = 'The page'
    coming.className = current ? 'page-frame is-coming' : 'page-frame'
    coming.src = href
    holder.append(coming)
    follow(coming, coming.contentDocument)
  }

  const reloadPage = (moved?: Moved): boolean => {
    const waiting = coming
    const isLate = performance.now() - startedAt > mostMs
    if (isLate && current) {
      coming?.remove()
      coming = undefined // the page in view is loaded instead
    }
    const address = coming ? new URL(coming.src) : current?.contentWindow?.location
    if (!address) return false
    const href = `${address.pathname}${address.search}`
    const isMoved = href === moved?.from
    if (waiting && !isMoved && !isLate) {
      setTimeout(() => waiting === coming && reloadPage(), mostMs)
      return false
    }
    load(isMoved ? moved.to : href, coming ? arrive : reload)
    return true
  }

  return {
    show: (href) => load(href, () => {}),
    reload: reloadPage,
    page: () => current?.contentDocument ?? undefined,
    remove() {
      window.removeEventListener('popstate', followHistory)
      coming?.remove()
      current?.remove()
    },
  }
}

function addressOf({ location: { pathname, search } }: Document): string {
  return `${pathname}${search}`
}

/**
 * Opens links outside the frame that lead to another site, or to another program as mail addresses do, because the
 * frame may only show pages of this site. Follows a link that was clicked with Alt held, which browsers would otherwise
 * save as a file.
 */
function leadOn(event: MouseEvent): void {
  // the link belongs to another realm, so it is not an instance of our `HTMLAnchorElement`
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
  if (!link || event.defaultPrevented) return
  if (link.origin !== location.origin) link.target = /^https?:$/.test(link.protocol) ? '_blank' : '_top'
  if (!event.altKey) return
  event.preventDefault()
  link.ownerDocument.defaultView?.open(link.href, link.target || '_self', 'noopener')
}

const restMs = 500

/**
 * Returns a function that reports whether a page is still scrolling, as it is for a while after a smooth scroll or a
 * turn of the wheel.
 */
function watchScrolling(page: Document): () => boolean {
  let movedAt = Number.NEGATIVE_INFINITY
  const onMove = ({ target }: Event): void => {
    if (target === page) movedAt = performance.now()
  }
  page.addEventListener('scroll', onMove, { passive: true })
  page.addEventListener('scrollend', ({ target }) => {
    if (target === page) movedAt = Number.NEGATIVE_INFINITY
  })
  return () => performance.now() - movedAt < restMs // not every browser sends `scrollend`, nor always
}

/** Whether a document is completely loaded, with its styles and fonts, so that its height is final. */
function isShown(page: Document): boolean {
  if (page.URL === 'about:blank' || page.readyState === 'loading') return false
  const hasStyles = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet)
  if (!hasStyles) return false
  page.documentElement.getBoundingClientRect() // lays out the page, which requests its fonts
  return page.fonts.status === 'loaded'
}
