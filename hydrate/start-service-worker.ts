/** Registers the service worker once the page is loaded. In a browser or on a host without one nothing changes. */
export function startServiceWorker(): void {
  addEventListener('load', () => {
    navigator.serviceWorker?.register('/sw.js').catch(() => {})
  })
}
