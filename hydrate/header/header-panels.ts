import { connectPhrase } from '#hydrate/search/phrase-field.ts'

const openDelayMs = 100
const leaveDelayMs = 250

/**
 * Lets a mouse open the panels in `[data-panel]` by resting on them, keeps what has the focus from being under a panel, and
 * `aria-expanded` in step, and checks the phrase of the search. Buttons, Escape, one panel at a time and the return of the focus are native. Once a header.
 */
export function enhancePanels(header: HTMLElement): void {
  if (!('popover' in header) || header.dataset.ready !== undefined) return
  header.dataset.ready = ''
  const closeHovered = followPointer(header)
  for (const form of header.querySelectorAll('form')) connectPhrase(form)
  for (const panel of header.querySelectorAll('[popover]')) tell(header, panel, panel.matches(':popover-open'))
  header.addEventListener(
    'toggle',
    (event) => {
      const panel = event.target as HTMLElement
      const isOpen = (event as ToggleEvent).newState === 'open'
      if (!isOpen) closeHovered(panel)
      tell(header, panel, isOpen)
      // The browser returns the focus from the outermost panel only.
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
  addEventListener('resize', () => {
    // The window has become so wide that what opens the drawer is gone, and the drawer with it.
    const panel = openPanel(header)
    if (panel && !toggleOf(header, panel)?.getClientRects().length) panel.hidePopover()
  })
}

/** Gives what must be told when a panel has closed. */
function followPointer(header: HTMLElement): (closed: HTMLElement) => void {
  /** The panel that is open because the mouse rests on it. */
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
      if (current === panel || current !== (hovered ?? null)) return // one opened by its button stays
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
  // A click on the toggle of a panel that the mouse has opened keeps it open.
  header.addEventListener('click', (event) => {
    const toggle = (event.target as Element).closest('[popovertarget]')
    if (toggle) clearTimeout(timer) // or the panel would open again under a mouse that closed it at once
    if (!hovered || toggle?.getAttribute('popovertarget') !== hovered.id) return
    event.preventDefault()
    hovered = undefined
  })
  return (closed) => {
    if (hovered === closed) hovered = undefined
  }
}

function tell(header: HTMLElement, panel: Element, isOpen: boolean): void {
  toggleOf(header, panel)?.setAttribute('aria-expanded', String(isOpen))
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
