/** Shows the still of each moving picture in its place, or the picture again. Styles hide a picture that has no still. */
export function switchMotion(isStopped: boolean): void {
  for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-still]')) {
    const still = source.dataset.still ?? ''
    source.media = isStopped ? still : `${still} and (prefers-reduced-motion: reduce)`
    source.parentElement?.classList.toggle('is-moving', !isStopped)
  }
}
