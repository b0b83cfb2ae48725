import { showMap, showVideo } from './frames.ts'
import { openLightbox } from './lightbox.ts'

/** Shows the picture, place or video that was clicked, or switches moving pictures. */
export function showOnDemand(clicked: HTMLElement): void {
  if (clicked instanceof HTMLInputElement) switchMotion(clicked.checked)
  else if ('video' in clicked.dataset) showVideo(clicked)
  else if ('mapShow' in clicked.dataset) showMap(clicked)
  else openLightbox(clicked)
}

/** Shows the stills of moving pictures, or the moving pictures again. Styles hide a moving picture without a still. */
function switchMotion(isStopped: boolean): void {
  for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-still]')) {
    const still = source.dataset.still ?? ''
    source.media = isStopped ? still : `${still} and (prefers-reduced-motion: reduce)`
    source.parentElement?.classList.toggle('is-moving', !isStopped)
  }
}
