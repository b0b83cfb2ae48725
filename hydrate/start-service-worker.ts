/** Registers the service worker once the page is loaded; a browser or a host without one changes nothing. */
export function startServiceWorker(): void {
  addEventListener('load', () => {
    navigator.serviceWorker?.register('/sw.js').catch(() => {})
  })
}
