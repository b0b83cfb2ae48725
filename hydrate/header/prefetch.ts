const idleLimitMs = 2000

/**
 * Fetches the pages that visible links of the header lead to, once the browser is idle (spec §9), one after the other, so that they are in
 * its cache when they are opened. Fetches nothing when data is to be saved. `<link rel="prefetch">` would not do: Safari passes over it,
 * and Firefox asks `default-src` of the policy, which allows nothing.
 */
export function prefetchLinks(header: HTMLElement): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const prefetch = async (): Promise<void> => {
    for (const href of pagesIn(header)) {
      const page = await fetch(href, { priority: 'low' })
      await page.arrayBuffer()
    }
  }
  // What cannot be fetched now is asked for when it is opened.
  const start = (): void => void prefetch().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: idleLimitMs })
  else setTimeout(start, idleLimitMs)
}

/** The other pages of the site that the header links to in sight: not those of closed panels, which are many. */
function pagesIn(header: HTMLElement): Set<string> {
  const links = [...header.querySelectorAll<HTMLAnchorElement>('nav a[href]')]
  const pages = links.filter(
    (link) =>
      link.origin === location.origin && link.pathname !== location.pathname && link.getClientRects().length > 0,
  )
  return new Set(pages.map(({ origin, pathname }) => origin + pathname))
}
