/**
 * Enhances the header (spec §2.6), whose panels are native popovers: the scripts for it come with the first pointer or focus in it.
 * Scrolling and prefetching are left to browsers that can do them by themselves; those without popovers can do neither.
 */
export function startHeader(): void {
  const header = document.querySelector<HTMLElement>('[data-header]')
  if (!header) return
  const wake = (): void => load(import('./header-panels.ts'), (part) => part.enhancePanels(header))
  for (const type of ['pointerover', 'focusin']) header.addEventListener(type, wake, { once: true })
  const canScroll = CSS.supports('animation-timeline:scroll()')
  const canPrefetch = HTMLScriptElement.supports?.('speculationrules')
  if (canScroll && canPrefetch) return
  load(import('./header-fallbacks.ts'), (part) => part.startFallbacks(header, canScroll, canPrefetch))
}

/** Calls `work` when a part is loaded. The header does without a part that cannot be loaded; the console names the failed request by itself. */
function load<Part>(part: Promise<Part>, work: (part: Part) => void): void {
  part.then(work, () => {})
}
