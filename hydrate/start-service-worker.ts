/** Registers the service worker once the page is loaded. Does nothing if the browser or the host does not have one. */
export function startServiceWorker(): void {
  addEventListener('load', () => {
    navigator.serviceWorker?.register('/sw.js').catch(() => {})
  })
}
