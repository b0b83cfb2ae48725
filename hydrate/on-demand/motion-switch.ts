/** Shows the stills of moving pictures, or the moving pictures again. Styles hide a moving picture without a still. */
export function switchMotion(isStopped: boolean): void {
  for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-still]')) {
    const still = source.dataset.still ?? ''
    source.media = isStopped ? still : `${still} and (prefers-reduced-motion: reduce)`
    source.parentElement?.classList.toggle('is-moving', !isStopped)
  }
}
