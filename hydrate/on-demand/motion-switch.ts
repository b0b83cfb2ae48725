/** Shows the still of each picture that moves in its place, or the picture again. One without a still is hidden by styles. */
export function switchMotion(isStopped: boolean): void {
  for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-still]')) {
    const still = source.dataset.still ?? ''
    source.media = isStopped ? still : `${still} and (prefers-reduced-motion: reduce)`
    source.parentElement?.classList.toggle('is-moving', !isStopped)
  }
}
