import { prefetchLinks } from './prefetch.ts'
import { startScrollState } from './scroll-state.ts'

/** Starts the replacements for features that the browser does not have. */
export function startFallbacks(header: HTMLElement, canScroll: boolean, canPrefetch: boolean): void {
  if (!('popover' in header))
    import('./popover-fallback.ts').then((part) => part.startPopoverFallback(header)).catch(reportError)
  if (!canScroll) startScrollState(header)
  if (!canPrefetch) prefetchLinks(header)
}
