const idleLimitMs = 2000

/**
 * Fetches the pages that visible links of the header point to, one after the other, once the browser is idle (spec §9).
 * They are then in the browser's cache when they are opened. Fetches nothing when the visitor wants to save data, and
 * on pages without speculation rules, such as the login.
 *
 * `<link rel="prefetch">` is not an alternative: Safari ignores it, and Firefox applies `default-src` of the content
 * security policy, which allows nothing.
 */
export function prefetchLinks(header: HTMLElement): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData || !document.querySelector('[type=speculationrules]')) return
  const prefetch = async (): Promise<void> => {
    for (const href of pagesIn(header)) {
      const page = await fetch(href, { priority: 'low' })
      await page.arrayBuffer()
    }
  }
  // Pages that cannot be fetched now are requested when they are opened.
  const start = (): void => void prefetch().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: idleLimitMs })
  else setTimeout(start, idleLimitMs)
}

/** Returns the other pages of the site that visible links of the header point to. Closed panels have too many links. */
function pagesIn(header: HTMLElement): Set<string> {
  const links = [...header.querySelectorAll<HTMLAnchorElement>('nav a[href]')]
  const pages = links.filter(
    (link) =>
      link.origin === location.origin && link.pathname !== location.pathname && link.getClientRects().length > 0,
  )
  return new Set(pages.map(({ origin, pathname }) => origin + pathname))
}
