import { showMap, showVideo } from './frames.ts'
import { openLightbox } from './lightbox.ts'

/** Shows what was clicked on where it stands. */
export function showOnDemand(clicked: HTMLElement): void {
  if ('video' in clicked.dataset) showVideo(clicked)
  else if ('mapShow' in clicked.dataset) showMap(clicked)
  else openLightbox(clicked)
}
