/** How long to wait at most, because some browsers do not report their first paint. */
const maxWaitMs = 3000

/** Fulfilled at the first paint of the page. Files that visitors cannot use earlier are loaded after it. */
export const firstPaint = new Promise<void>((done) => {
  setTimeout(done, maxWaitMs)
  new PerformanceObserver(() => done()).observe({ type: 'paint', buffered: true })
})
