import { connectPhrase } from '#hydrate/search/phrase-field.ts'

const openDelayMs = 100
const leaveDelayMs = 250

/**
 * Adds to the panels of the header what popovers do not do natively. A mouse opens a panel by resting on its
 * `[data-panel]`. A panel closes when the focus moves to an element that the panel may cover. Escape closes the search.
 * `aria-expanded` reflects the state of the panels. The drawer takes the focus. The phrase of the search is checked. A
 * second call for the same header does nothing.
 */
export function enhancePanels(header: HTMLElement): void {
  if (!('popover' in header) || header.dataset.ready !== undefined) return
  header.dataset.ready = ''
  const closeHovered = followPointer(header)
  for (const form of header.querySelectorAll('form')) connectPhrase(form)
  for (const panel of header.querySelectorAll('[popover]')) tellState(header, panel, panel.matches(':popover-open'))
  header.addEventListener(
    'toggle',
    (event) => {
      const panel = event.target as HTMLElement
      const isOpen = (event as ToggleEvent).newState === 'open'
      if (!isOpen) closeHovered(panel)
      tellState(header, panel, isOpen)
      // The browser returns the focus only when the outermost panel closes.
      const { activeElement: focused, body } = document
      if (!isOpen && isInDrawer(panel) && (focused === body || panel.contains(focused)))
        toggleOf(header, panel)?.focus()
    },
    true,
  )
  document.addEventListener('focusin', ({ target }) => {
    for (const panel of header.querySelectorAll<HTMLElement>(':popover-open')) {
      // A panel inside the drawer covers its own button.
      const isBeside = toggleOf(header, panel) === target && !isInDrawer(panel)
      if (!panel.contains(target as Node) && !isBeside) panel.hidePopover()
    }
  })
  header.addEventListener('keydown', ({ key, target }) => {
    // In Safari the search field handles Escape, even when it is empty.
    const field = target as HTMLInputElement
    if (key === 'Escape' && field.type === 'search' && !field.value)
      field.closest<HTMLElement>('[popover]')?.hidePopover()
  })
  addEventListener('resize', () => {
    // The window may have become so wide that there is no drawer and no button for it any more.
    const panel = openPanel(header)
    if (panel && !toggleOf(header, panel)?.getClientRects().length) panel.hidePopover()
  })
  // The browser may show this page again, as it was left, when the visitor comes back.
  addEventListener('pagehide', () => openPanel(header)?.hidePopover())
}

/** Opens panels when the mouse rests on their items. The returned function must be called with each closed panel. */
function followPointer(header: HTMLElement): (closed: HTMLElement) => void {
  /** The panel that was opened by the mouse resting on it. */
  let hovered: HTMLElement | undefined
  let timer: number | undefined
  const after = (delay: number, then: () => void) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer)
    timer = window.setTimeout(then, delay)
  }
  for (const item of header.querySelectorAll<HTMLElement>('[data-panel]')) {
    const panel = document.getElementById(item.dataset.panel ?? '')
    if (!panel) continue
    const open = (): void => {
      const current = openPanel(header)
      if (current === panel || current !== (hovered ?? null)) return // a panel opened with its button stays
      panel.showPopover()
      hovered = panel
    }
    const close = (): void => {
      if (hovered === panel) panel.hidePopover()
    }
    item.onpointerenter = after(openDelayMs, open)
    item.onpointerleave = after(leaveDelayMs, close)
    if (item.matches(':hover')) open()
  }
  // A click on the toggle of a panel that was opened by hovering keeps the panel open.
  header.addEventListener('click', (event) => {
    const toggle = (event.target as Element).closest('[popovertarget]')
    if (toggle) clearTimeout(timer) // otherwise a panel that a click has just closed would open again
    if (!hovered || toggle?.getAttribute('popovertarget') !== hovered.id) return
    event.preventDefault()
    hovered = undefined
  })
  return (closed) => {
    if (hovered === closed) hovered = undefined
  }
}

/**
 * Tells screen readers whether a panel is open. The focus moves into an open drawer, because its button is behind it in
 * the page: after the button, a screen reader would read what the drawer covers.
 */
function tellState(header: HTMLElement, panel: Element, isOpen: boolean): void {
  toggleOf(header, panel)?.setAttribute('aria-expanded', String(isOpen))
  const isDrawer = panel.matches('.site-menu')
  if (isOpen && isDrawer && !panel.contains(document.activeElement))
    panel.querySelector<HTMLElement>('a,button')?.focus()
}

function openPanel(header: HTMLElement): HTMLElement | null {
  return header.querySelector<HTMLElement>(':popover-open')
}

function isInDrawer(panel: Element): boolean {
  return Boolean(panel.parentElement?.closest(':popover-open'))
}

function toggleOf(header: HTMLElement, panel: Element): HTMLElement | null {
  return header.querySelector(`[popovertarget="${panel.id}"]:not([popovertargetaction])`)
}
