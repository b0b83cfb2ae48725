/**
 * Enhances the header (spec §2.6), whose panels are native popovers: all that is needed for it comes with the first pointer or
 * focus in it. Scrolling and prefetching are left to the browser where it can.
 */
export function startHeader(): void {
  const header = document.querySelector<HTMLElement>('[data-header]')
  if (!header) return
  const wake = (): void => load(import('./header-panels.ts'), (part) => part.enhancePanels(header))
  for (const type of ['pointerover', 'focusin']) header.addEventListener(type, wake, { once: true })
  const canScroll = CSS.supports('animation-timeline:scroll()')
  const canPrefetch = HTMLScriptElement.supports?.('speculationrules')
  if (canScroll && canPrefetch) return
  load(import('./header-fallbacks.ts'), (part) => {
    if (!canScroll) part.startScrollState(header)
    if (!canPrefetch) part.prefetchLinks(header)
  })
}

/** Lets a part work when it is loaded. One that cannot be is done without: the console names the request that failed by itself. */
function load<Part>(part: Promise<Part>, work: (part: Part) => void): void {
  part.then(work, () => {})
}
