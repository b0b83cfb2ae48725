/*
 * The preview's server sends a digest with each page of the site, which is different after any visible change. Other
 * documents, such as failures, have none.
 */

/** Returns the digest of the page in view. */
export function digestInView(page: Document): string | undefined {
  const [loaded] = page.defaultView?.performance.getEntriesByType('navigation') ?? []
  const timings = (loaded as PerformanceNavigationTiming | undefined)?.serverTiming
  return timings?.find(({ name }) => name === 'page')?.description
}

/** Returns the digest of a page that was requested. */
export function digestOfAnswer({ headers }: Response): string | undefined {
  return /page;desc="(.*)"/.exec(headers.get('server-timing') ?? '')?.[1]
}
