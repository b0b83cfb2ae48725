import { type KeptState, keepState, restoreState } from './kept-state.ts'

export type PageFrameOptions = {
  /** Called when another page is in view, or the same page loaded anew. Its styles are there, its pictures may still come. */
  onShow: (page: Document) => void
}

/** The address that a page left, and the one that it has now. */
export type Moved = { from: string; to: string }

/** The page beside the panel. */
export type PageFrame = {
  /** Goes to an address of the site. */
  show(href: string): void
  /**
   * Loads the page in view anew, out of sight, and then puts it in the place of the old page, scrolled and filled in as that was. Before
   * there is a page in view, the page that is loading is loaded anew. A page at `moved.from` is loaded from `moved.to`.
   */
  reload(moved?: Moved): void
  /** The document in view; `undefined` while the first one loads. */
  page(): Document | undefined
  remove(): void
}

/** Makes the frame inside an element. */
export function createPageFrame(holder: HTMLElement, { onShow }: PageFrameOptions): PageFrame {
  let current: HTMLIFrameElement | undefined
  let coming: HTMLIFrameElement | undefined
  /** Whether the page in view is being scrolled: a page that took its place now would stop on the way. */
  let isMoving = (): boolean => false
  /** Where the page was before one that is too short to be there took its place, and where that one stands instead. */
  let place: (Pick<KeptState, 'scroll' | 'anchor'> & { stands: number }) | undefined

  /** Follows a frame from page to page. */
  const follow = (frame: HTMLIFrameElement, before: Document | null): void => {
    if (!frame.isConnected) return
    const page = frame.contentDocument
    const isComing = frame === coming && current !== undefined
    if (!page || page === before || !isShown(page) || (isComing && isMoving())) {
      requestAnimationFrame(() => follow(frame, before))
      return
    }
    page.defaultView?.addEventListener('pagehide', () => requestAnimationFrame(() => follow(frame, page)))
    if (frame === coming) takeOver(frame, page)
    isMoving = watchScrolling(page)
    page.addEventListener('click', leadOn)
    onShow(page)
  }

  const takeOver = (frame: HTMLIFrameElement, page: Document): void => {
    const old = current
    if (old?.contentDocument) restore(page, keepState(old.contentDocument))
    coming = undefined
    current = frame
    frame.classList.remove('is-coming')
    old?.remove()
  }

  /** A draft that cannot be read for a while, or that is empty for one save, does not cost the place. */
  const restore = (page: Document, { scroll, anchor, ...state }: KeptState): void => {
    const wanted = place?.stands === scroll.y ? place : { scroll, anchor }
    restoreState(page, { ...state, scroll: wanted.scroll, ...(wanted.anchor && { anchor: wanted.anchor }) })
    const stands = page.defaultView?.scrollY ?? 0
    place = stands < wanted.scroll.y ? { ...wanted, stands } : undefined
  }

  const load = (href: string): void => {
    coming?.remove()
    coming = document.createElement('iframe')
    coming.title = 'The page'
    coming.className = current ? 'page-frame is-coming' : 'page-frame'
    coming.src = href
    holder.append(coming)
    follow(coming, coming.contentDocument)
  }

  return {
    show(href) {
      current?.remove()
      current = undefined
      place = undefined
      load(href)
    },
    reload(moved) {
      const address = coming ? new URL(coming.src) : current?.contentWindow?.location
      if (!address) return
      const href = `${address.pathname}${address.search}`
      load(href === moved?.from ? moved.to : href)
    },
    page: () => current?.contentDocument ?? undefined,
    remove() {
      coming?.remove()
      current?.remove()
    },
  }
}

/**
 * Opens a link to another site in a tab beside the panel, in which only pages of this site may stand. Follows a link that was clicked with
 * Alt held, whose page browsers would save as a file.
 */
function leadOn(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]') // the link is of another realm: no `HTMLAnchorElement` of ours
  if (!link || event.defaultPrevented) return
  if (/^https?:$/.test(link.protocol) && link.origin !== location.origin) link.target = '_blank'
  if (!event.altKey) return
  event.preventDefault()
  link.ownerDocument.defaultView?.open(link.href, link.target || '_self', 'noopener')
}

const restMs = 500

/** Tells whether a page is on its way to another place, as it is for a while after a smooth scroll or a turn of the wheel. */
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

/** Whether a document is read to its end, with its styles and fonts, so that its height is final. */
function isShown(page: Document): boolean {
  if (page.URL === 'about:blank' || page.readyState === 'loading') return false
  const hasStyles = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet)
  if (!hasStyles) return false
  page.documentElement.getBoundingClientRect() // lays the page out, which asks for its fonts
  return page.fonts.status === 'loaded'
}
