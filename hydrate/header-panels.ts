const openDelayMs = 100
const leaveDelayMs = 250

/**
 * Lets a mouse open the panels in `[data-panel]` by resting on them, keeps what has the focus from being under a panel, and
 * `aria-expanded` in step. Buttons, Escape, one panel at a time and the return of the focus are native. Once a header.
 */
export function enhancePanels(header: HTMLElement): void {
  if (!('popover' in header) || header.dataset.ready !== undefined) return
  header.dataset.ready = ''
  const closeHovered = followPointer(header)
  for (const panel of header.querySelectorAll('[popover]')) tell(header, panel, panel.matches(':popover-open'))
  header.addEventListener(
    'toggle',
    (event) => {
      const panel = event.target as HTMLElement
      const isOpen = (event as ToggleEvent).newState === 'open'
      if (!isOpen) closeHovered(panel)
      tell(header, panel, isOpen)
    },
    true,
  )
  document.addEventListener('focusin', ({ target }) => {
    const panel = openPanel(header)
    if (panel && !panel.contains(target as Node) && toggleOf(header, panel) !== target) panel.hidePopover()
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

function toggleOf(header: HTMLElement, panel: Element): Element | null {
  return header.querySelector(`[popovertarget="${panel.id}"]:not([popovertargetaction])`)
}
