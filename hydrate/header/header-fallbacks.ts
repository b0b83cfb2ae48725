import { prefetchLinks } from './prefetch.ts'
import { startScrollState } from './scroll-state.ts'

/** Does what a browser cannot do by itself. */
export function startFallbacks(header: HTMLElement, canScroll: boolean, canPrefetch: boolean): void {
  if (!('popover' in header))
    import('./popover-stand-in.ts').then((part) => part.standInForPopovers(header)).catch(reportError)
  if (!canScroll) startScrollState(header)
  if (!canPrefetch) prefetchLinks(header)
}
