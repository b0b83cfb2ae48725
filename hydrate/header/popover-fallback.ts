/** Without a top layer, panels are above the page only as parts of the header, so they are positioned below it. */
const hanging = `@layer reset {
  .is-open { display: block }
}
@layer layout {
  .site-header .is-open:not(.languages__panel) { inset-block-start: calc(100% + 1px) }
  .site-menu.is-open, .site-menu.is-open .mega-menu { block-size: calc(100dvh - var(--header-height)) }
}`

/**
 * Opens and closes the panels of the header in browsers without popovers (Chrome before 114, Firefox before 125, Safari
 * before 17). These ignore each rule with `:popover-open`, so the styles are added again with a class instead.
 */
export async function startPopoverFallback(header: HTMLElement): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
  const styles = await fetch(link?.href ?? '').then((answer) => answer.text())
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles.replaceAll(':popover-open', '.is-open') + hanging)
  document.adoptedStyleSheets = [sheet]
  const openPanels = (): Element[] => [...header.querySelectorAll('.is-open')]
  const show = (panel: Element, isOpen: boolean): HTMLElement | null => {
    panel.classList.toggle('is-open', isOpen)
    const toggle = header.querySelector<HTMLElement>(`[popovertarget="${panel.id}"]:not([popovertargetaction])`)
    toggle?.setAttribute('aria-expanded', String(isOpen))
    return toggle
  }
  for (const panel of header.querySelectorAll('[popover]')) show(panel, false)
  document.addEventListener('click', ({ target }) => {
    const id = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget')
    const panel = document.getElementById(id ?? '')
    const isOpen = panel?.classList.contains('is-open')
    for (const open of openPanels()) if (!open.contains(panel ?? (target as Element))) show(open, false)
    if (!panel) return
    const toggle = show(panel, !isOpen)
    if (isOpen) toggle?.focus()
    else panel.querySelector<HTMLElement>('[autofocus]')?.focus()
  })
  document.addEventListener('keydown', ({ key }) => {
    const innermost = openPanels().at(-1)
    if (key === 'Escape' && innermost) show(innermost, false)?.focus()
  })
  addEventListener('pagehide', () => {
    for (const open of openPanels()) show(open, false)
  })
}
