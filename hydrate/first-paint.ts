/** How long a browser is waited for at most, as some do not tell of their first paint. */
const longestWaitMs = 3000

/** Fulfilled when the browser has drawn something of the page: until then nothing is loaded that a visitor cannot use before. */
export const firstPaint = new Promise<void>((done) => {
  setTimeout(done, longestWaitMs)
  new PerformanceObserver(() => done()).observe({ type: 'paint', buffered: true })
})
