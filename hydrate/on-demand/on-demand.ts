import { showMap, showVideo } from './frames.ts'
import { openLightbox } from './lightbox.ts'
import { switchMotion } from './motion-switch.ts'

/** Shows the picture, place or video that was clicked, or switches moving pictures. */
export function showOnDemand(clicked: HTMLElement): void {
  if (clicked instanceof HTMLInputElement) switchMotion(clicked.checked)
  else if ('video' in clicked.dataset) showVideo(clicked)
  else if ('mapShow' in clicked.dataset) showMap(clicked)
  else openLightbox(clicked)
}
