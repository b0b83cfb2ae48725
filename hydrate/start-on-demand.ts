/** A click on a picture of a gallery, on a place of a map or on a video loads what shows it; what cannot be loaded stays a link. */
export function startOnDemand(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-gallery] a,[data-map-show],[data-video]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    import('./on-demand.ts').then(
      (part) => part.showOnDemand(link),
      () => link.href && location.assign(link.href),
    )
  })
}
