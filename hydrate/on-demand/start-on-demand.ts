import { isBeingLeft } from '#hydrate/loader.ts'

/**
 * A click on a picture of a gallery, on a place of a map, on a video or on the switch of moving pictures loads the script that shows it. If
 * that cannot be loaded, the link is followed, for a place of a map the link beside its button. It is not followed when the visitor goes
 * elsewhere meanwhile, or is offline, where it would lead to the browser's own page.
 */
export function startOnDemand(): void {
  // After a reload the viewer of a gallery is closed, and Back would do nothing but leave the entry that it made in the history.
  if (history.state?.isViewing) history.back()
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      '[data-gallery] a,[data-map-show],[data-video],[data-motion]',
    )
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (link.localName !== 'input') event.preventDefault()
    import('./on-demand.ts').then(
      (part) => part.showOnDemand(link),
      () => {
        const href = link.href ?? (link.nextElementSibling as HTMLAnchorElement | null)?.href
        if (href && navigator.onLine && !isBeingLeft()) location.assign(href)
      },
    )
  })
}
