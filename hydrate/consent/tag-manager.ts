/** Loads the tag manager. All consent commands must have been queued before. */
export function loadTagManager(id: string, origin: string): void {
  window.dataLayer?.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.async = true
  script.src = `${origin}/gtm.js?id=${id}`
  document.head.append(script)
}
