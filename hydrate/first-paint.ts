/** How long a browser is waited for at most, as some do not tell of their first paint. */
const longestWaitMs = 3000

/** Fulfilled when the browser has drawn something of the page: until then nothing is loaded that a visitor cannot use before. */
export const firstPaint = new Promise<void>((done) => {
  setTimeout(done, longestWaitMs)
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) done()
  }).observe({ type: 'paint', buffered: true })
})
