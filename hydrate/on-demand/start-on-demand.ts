/**
 * A click on a picture of a gallery, on a place of a map, on a video or on the switch of moving pictures loads what shows it; what
 * cannot be loaded stays a link, or hides.
 */
export function startOnDemand(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      '[data-gallery] a,[data-map-show],[data-video],[data-motion]',
    )
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (link.localName !== 'input') event.preventDefault()
    import('./on-demand.ts').then(
      (part) => part.showOnDemand(link),
      () => link.href && location.assign(link.href),
    )
  })
}
