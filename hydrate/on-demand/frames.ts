const mapWidthTiles = 3
const closestZoom = 14

/** Replaces a link with its video. */
export function showVideo(link: HTMLElement): void {
  const frame = makeFrame(link.dataset.video ?? '', link.textContent)
  frame.className = 'video-frame'
  frame.allow = 'fullscreen; picture-in-picture'
  link.replaceWith(frame)
  frame.focus()
}

/** Shows the place of a button on the map, which replaces the drawing the first time. */
export function showMap(button: HTMLElement): void {
  const map = button.closest<HTMLElement>('[data-map]')
  const place = button.closest<HTMLElement>('[data-lat]')
  if (!map || !place) return
  const { embed = '', zoom } = map.dataset
  const { lat, lng } = place.dataset
  const address = `${embed}?${mapQuery(Number(lat), Number(lng), Number(zoom))}`
  const frame = makeFrame(address, place.querySelector('h2, h3')?.textContent ?? '')
  frame.className = 'maps__frame'
  map.firstElementChild?.replaceWith(frame)
  for (const one of map.querySelectorAll('[data-map-show]')) one.ariaPressed = String(one === button)
}

/** Returns the parameters of OpenStreetMap's embed: the area and the marker. */
export function mapQuery(lat: number, lng: number, zoom: number): URLSearchParams {
  const halfWidth = (mapWidthTiles * 180) / 2 ** Math.max(zoom, closestZoom)
  const halfHeight = halfWidth * 0.6 * Math.cos((lat * Math.PI) / 180)
  const box = [lng - halfWidth, lat - halfHeight, lng + halfWidth, lat + halfHeight].map((angle) => angle.toFixed(5))
  return new URLSearchParams({ bbox: box.join(), layer: 'mapnik', marker: `${lat},${lng}` })
}

function makeFrame(src: string, title: string): HTMLIFrameElement {
  return Object.assign(document.createElement('iframe'), { src, title: title.trim() })
}
