/**
 * Opens the viewer of a gallery at one of its links. The arrow keys and swipes follow the direction of the text. Escape
 * closes the viewer, and so does Back, for which the viewer adds a history entry. The focus returns to the link.
 */
export function openLightbox(link: HTMLElement): void {
  const gallery = link.closest('[data-gallery]')
  const dialog = gallery?.parentElement?.querySelector<HTMLDialogElement>('[data-lightbox]')
  const figure = dialog?.querySelector('figure')
  const position = dialog?.querySelector('[data-position]')
  if (!gallery || !dialog || !figure || !position) throw new Error('The gallery has no viewer.')
  const links = [...gallery.querySelectorAll('a')]
  let at = links.indexOf(link as HTMLAnchorElement)

  const show = (wanted: number): void => {
    at = (wanted + links.length) % links.length
    const source = links[at]
    if (source) figure.replaceChildren(...partsOf(source))
    position.textContent = `${at + 1} / ${links.length}`
  }
  const right = getComputedStyle(dialog).direction === 'rtl' ? -1 : 1
  const keys: Record<string, () => void> = {
    ArrowLeft: () => show(at - right),
    ArrowRight: () => show(at + right),
    Home: () => show(0),
    End: () => show(links.length - 1),
  }
  dialog.onkeydown = (event) => {
    if (!keys[event.key]) return
    event.preventDefault()
    keys[event.key]?.()
  }
  let start: Touch | undefined
  dialog.ontouchstart = ({ touches }) => {
    start = touches.length === 1 ? touches[0] : undefined // two fingers zoom
  }
  dialog.ontouchend = ({ changedTouches: [end] }) => {
    if (!start || !end || (visualViewport?.scale ?? 1) > 1.1) return
    const x = end.clientX - start.clientX
    const isSideways = Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(end.clientY - start.clientY)
    if (isSideways) show(at - Math.sign(x) * right)
  }
  dialog.onclick = ({ target }) => {
    const step = (target as Element).closest<HTMLElement>('[data-step]')?.dataset.step
    if (step) show(at + Number(step))
    else if ((target as Element).closest('[data-close]')) dialog.close()
  }
  dialog.onclose = () => {
    figure.replaceChildren()
    if (history.state?.isViewing) history.back()
  }
  addEventListener('popstate', () => dialog.close(), { once: true })
  // After Forward the current history entry may be one of a viewer, although the viewer is closed.
  if (!history.state?.isViewing) history.pushState({ ...history.state, isViewing: true }, '')
  show(at)
  dialog.showModal()
}

/** Returns the picture of a link, for the width of the window, and its caption. */
function partsOf(link: HTMLAnchorElement): Element[] {
  const parts = link.parentElement?.querySelectorAll('picture, figcaption') ?? []
  return Array.from(parts, (part) => {
    const copy = part.cloneNode(true) as Element
    copy.classList.remove('gallery__picture', 'gallery__caption', 'is-small')
    const width = copy.querySelector('img')?.getAttribute('width')
    for (const file of copy.querySelectorAll<HTMLSourceElement | HTMLImageElement>('source, img'))
      file.sizes = `min(100vw - 2.5rem, ${width}px)`
    return copy
  })
}
