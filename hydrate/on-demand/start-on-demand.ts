import { inTime } from '#hydrate/in-time.ts'
import { isNavigatingAway } from '#hydrate/loader.ts'

/**
 * Loads the script for a clicked gallery picture, place of a map, video or switch of moving pictures. If the script
 * cannot be loaded in time, the link is followed; for a place of a map this is the link beside its button. The link is
 * not followed when the visitor is leaving the page, or is offline, where the browser would show its own error page.
 */
export function startOnDemand(): void {
  // After a reload the viewer of a gallery is closed. Back would only leave its history entry, without a visible
  // effect.
  if (history.state?.isViewing) history.back()
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      '[data-gallery] a,[data-map-show],[data-video],[data-motion]',
    )
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (link.localName !== 'input') event.preventDefault()
    inTime(import('./on-demand.ts')).then(
      (part) => part.showOnDemand(link),
      () => {
        const href = link.href ?? (link.nextElementSibling as HTMLAnchorElement | null)?.href
        if (href && navigator.onLine && !isNavigatingAway()) location.assign(href)
      },
    )
  })
}
