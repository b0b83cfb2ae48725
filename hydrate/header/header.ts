/**
 * Enhances the header (spec §2.6), whose panels are native popovers. Its scripts are loaded when the pointer or the
 * focus first enters it. Replacements are loaded for browsers that do not support scroll timelines or speculation
 * rules. Browsers without popovers support neither.
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

/** Calls `work` when a part is loaded. The header works without a part that fails to load; browsers log the failure. */
function load<Part>(part: Promise<Part>, work: (part: Part) => void): void {
  part.then(work, () => {})
}
